internal import Moments
internal import Reports
package import RoadGraph

/// Folds the tables of a run into a ``Night``.
package struct NightReader {
  private let tables: NightTables
  private let graph: RoadGraph?
  private let freeFlow: [Float]
  private var night = Night()
  private var numberOfTrip: [String: Int] = [:]
  private var numberOfVehicle: [String: Int] = [:]

  /// - Parameters:
  ///   - graph: the map of the run; `nil` for a page without roads.
  ///   - freeFlow: by edge, in km/h; 0 where nothing is known, and empty if nothing is.
  /// - Throws: ``ReplayError`` for a folder without trips.
  package init(of folder: String, on graph: RoadGraph?, freeFlow: [Float] = []) throws(ReplayError) {
    tables = try NightTables(folder)
    (self.graph, self.freeFlow) = (graph, freeFlow)
  }

  /// The files that are read.
  package var paths: [String] { tables.paths }

  /// Rows of trips that the table `trips` does not have, by table.
  package private(set) var strangers: [String: Int] = [:]

  /// - Throws: ``ReplayError/badTable(path:reason:)`` for a cell that no run writes, ``ReplayError/otherMap(id:version:map:mapVersion:)``.
  package mutating func read() throws(ReplayError) -> Night {
    try readTrips()
    try readEdges()
    try readEvents()
    try readMilestones()
    try readJobs()
    try readDeviations()
    try readRefusals()
    try readDoubts()
    return night
  }

  // MARK: Trips

  private mutating func readTrips() throws(ReplayError) {
    let columns = [
      "vehicle", "begin_time", "begin_time_local", "duration_s", "length_m", "wrong_way_length_m", "fixes", "matched",
      "coverage", "confidence", "status", "reason", "map_id", "map_version", "map_data_time",
    ]
    try tables.forEachRow(of: .trips, columns) { row throws(ReplayError) in
      if night.trips.isEmpty {
        (night.mapID, night.mapVersion, night.mapDataTime) = (row[12], row[13], row[14])
        night.offsetInMinutes = try row.zonedTime(2)?.offsetInMinutes ?? 0
      }
      try check(row, version: row[13])
      // Of two trips with one id, the rows of other tables are with the first.
      if numberOfTrip[row.trip] == nil { numberOfTrip[row.trip] = night.trips.count }
      var trip = Night.Trip(
        id: row.trip, vehicle: vehicle(row[0]), begin: try row.time(1), duration: try row.number(3),
        length: try row.number(4) ?? 0, wrongWay: try row.number(5) ?? 0, fixes: try row.count(6),
        matched: try row.count(7), coverage: try row.number(8), confidence: try row.number(9), status: row[10],
        reason: row[11])
      if let concern = Concern.ofOutcome(fixes: trip.fixes, matched: trip.matched, coverage: trip.coverage) {
        trip.concerns.append(concern)
      }
      night.trips.append(trip)
    }
  }

  private func check(_ row: NightRow, version: String) throws(ReplayError) {
    guard let graph, !version.isEmpty, version != graph.version else { return }
    throw .otherMap(id: row.trip, version: version, map: graph.path, mapVersion: graph.version)
  }

  private mutating func vehicle(_ name: String) -> Int? {
    guard !name.isEmpty else { return nil }
    if let number = numberOfVehicle[name] { return number }
    numberOfVehicle[name] = night.vehicles.count
    night.vehicles.append(name)
    return night.vehicles.count - 1
  }

  /// The number of the trip of a row; `nil`, and counted, if there is none.
  private mutating func trip(of row: NightRow, in table: TripTable) -> Int? {
    if let number = numberOfTrip[row.trip] { return number }
    strangers[table.rawValue, default: 0] += 1
    return nil
  }

  // MARK: Roads

  private mutating func readEdges() throws(ReplayError) {
    guard let graph else { return }
    var roads = NightRoads(trips: night.trips.count, on: graph)
    let columns = [
      "edge", "length_m", "enter_time", "exit_time", "evidence", "confidence", "wrong_way", "speed_limit_kmh",
      "speed_limit_source", "leg",
    ]
    night.parts.roads = try tables.forEachRow(of: .edges, columns) { row throws(ReplayError) in
      guard let trip = trip(of: row, in: .edges), let edge = try edge(row.number(0), on: graph) else { return }
      let seconds: Double? =
        if row[4] != "detour", let enter = try row.time(2), let exit = try row.time(3) {
          Double(exit - enter) / 1000
        } else { nil }
      let length = try row.number(1) ?? 0
      try roads.add(
        edge, of: trip, leg: row.count(9),
        NightRoads.Passage(
          length: length, seconds: seconds, confidence: row.number(5) ?? 0, isWrongWay: row.flag(6),
          limit: row[8] == "tag" ? row.number(7) : nil, freeSeconds: freeSeconds(edge, length)))
    }
    roads.finish()
    night.roads = roads
  }

  /// What a length of an edge takes in free flow; `nil` if it is not known.
  private func freeSeconds(_ edge: EdgeID, _ length: Double) -> Double? {
    guard edge.index < freeFlow.count, freeFlow[edge.index] > 0 else { return nil }
    return length / Double(freeFlow[edge.index]) * 3.6
  }

  private func edge(_ number: Double?, on graph: RoadGraph) -> EdgeID? {
    guard let number, number >= 0, number < Double(graph.edgeCount) else { return nil }
    return EdgeID(Int(number))
  }

  private func road(_ number: Double?) -> String {
    guard let graph, let edge = edge(number, on: graph) else { return "" }
    return graph.hasName(edge) ? graph.name(of: edge) : graph.ref(of: edge)
  }

  // MARK: Events

  private mutating func readEvents() throws(ReplayError) {
    let columns = [
      "type", "begin_time", "end_time", "lat", "lon", "edge", "length_m", "confidence", "rule_doubtful",
    ]
    night.parts.events = try tables.forEachRow(of: .events, columns) { row throws(ReplayError) in
      guard let number = trip(of: row, in: .events) else { return }
      guard !Self.ofStops.contains(row[0]), let latitude = try row.number(3), let longitude = try row.number(4) else {
        return
      }
      let event = Night.Event(
        trip: number, type: row[0], begin: try row.time(1), end: try row.time(2), latitude: latitude,
        longitude: longitude, length: try row.number(6), isDoubtful: row.flag(8))
      night.events.append(event)
      let concern = Concern(
        event: event.type, confidence: try row.number(7) ?? 1, length: event.length, time: event.begin,
        isDoubtful: event.isDoubtful, road: road(try row.number(5)))
      if let concern { night.trips[number].concerns.append(concern) }
    }
  }

  /// What the stops of plans say themselves.
  private static let ofStops: Set<String> = [
    "milestone_arrived", "milestone_reached", "milestone_left", "milestone_missed", "destination_reached",
    "off_road_destination_reached", "eta_refreshed",
  ]

  // MARK: Plans

  private mutating func readMilestones() throws(ReplayError) {
    let columns = [
      "type", "name", "lat", "lon", "status", "time", "planned_time", "late_s", "dwell_s", "record_ends_m", "waypoint",
    ]
    let isThere = try tables.forEachRow(of: .milestones, columns) { row throws(ReplayError) in
      guard row[0] == "stopover", let number = trip(of: row, in: .milestones) else { return }
      // The record may end before a stop that the vehicle still reached.
      let state: Night.Stop.State = row[4] == "reached" ? .reached : row[9].isEmpty ? .missed : .open
      try add(
        Night.Stop(
          trip: number, name: row[1].isEmpty ? "stop \(row[10])" : row[1], latitude: row.number(2) ?? 0,
          longitude: row.number(3) ?? 0, planned: row.time(6), arrived: row.time(5), late: row.number(7),
          dwell: row.number(8), state: state))
    }
    night.parts.stops = night.parts.stops || isThere
  }

  private mutating func readJobs() throws(ReplayError) {
    let columns = ["name", "job", "lat", "lon", "state", "arrival", "planned_arrival", "late_s", "service_s"]
    let isThere = try tables.forEachRow(of: .jobs, columns) { row throws(ReplayError) in
      let state: Night.Stop.State =
        switch row[4] {
        case "finished", "arrived": .reached
        case "missed": .missed
        default: .open
        }
      guard let latitude = try row.number(2), let longitude = try row.number(3) else { return }
      try add(
        Night.Stop(
          trip: numberOfTrip[row.trip], name: row[0].isEmpty ? row[1] : row[0], latitude: latitude,
          longitude: longitude, planned: row.time(6), arrived: row.time(5), late: row.number(7), dwell: row.number(8),
          state: state))
    }
    night.parts.stops = night.parts.stops || isThere
  }

  private mutating func add(_ stop: Night.Stop) {
    night.stops.append(stop)
    guard let trip = stop.trip else { return }
    night.trips[trip].stops += 1
    if stop.state == .missed { night.trips[trip].concerns.append(Concern(.missedStop, time: stop.planned)) }
  }

  private mutating func readDeviations() throws(ReplayError) {
    let columns = ["cause", "extra_length_m", "extra_duration_s", "returned", "length_m", "confidence", "begin_time"]
    night.parts.deviations = try tables.forEachRow(of: .deviations, columns) { row throws(ReplayError) in
      guard let number = trip(of: row, in: .deviations) else { return }
      let deviation = Night.Deviation(
        trip: number, cause: row[0], extraLength: try row.number(1), extraDuration: try row.number(2),
        hasReturned: row.flag(3))
      night.deviations.append(deviation)
      if !deviation.hasReturned {
        night.trips[number].concerns.append(
          Concern(
            .notRejoined, confidence: try row.number(5) ?? 1, length: try row.number(4), time: try row.time(6)))
      }
    }
  }

  // MARK: The run

  private mutating func readRefusals() throws(ReplayError) {
    var counts: [Night.Refusal: Int] = [:]
    night.parts.refusals = try tables.forEachRow(of: .rejects, ["reason", "file"]) { row throws(ReplayError) in
      counts[Night.Refusal(reason: row[0], file: row[1]), default: 0] += 1
    }
    night.refusals = counts.map { ($0.key, $0.value) }.sorted {
      ($1.count, $0.refusal.reason, $0.refusal.file) < ($0.count, $1.refusal.reason, $1.refusal.file)
    }
  }

  private mutating func readDoubts() throws(ReplayError) {
    let columns = ["type", "way", "road", "detail", "lat", "lon", "kept", "broken"]
    night.parts.doubts = try tables.forEachRow(of: .doubts, columns) { row throws(ReplayError) in
      night.doubts.append(
        Night.Doubt(
          type: row[0], way: row[1], road: row[2], detail: row[3], latitude: try row.number(4) ?? 0,
          longitude: try row.number(5) ?? 0, kept: try row.count(6), broken: try row.count(7)))
    }
    night.doubts.sort { ($1.broken, $0.type, $0.way) < ($0.broken, $1.type, $1.way) }
  }
}
