internal import Geodesy
package import Moments
package import RoadGraph
internal import RoadRules

/// Roads that were driven differently from some day on, from many drives.
///
/// Each edge is followed day by day, and only what was known on a day decides what is found on it: drives up to any day
/// give the same rows for breaks that were detected by then. Only ``RoadBreak/Kind/congestion`` is about the last day
/// alone.
///
/// Memory grows with the vehicles and their days and with the edges, not with the passages, which are sorted by edge in
/// batches; the drives are read once more for each.
package struct BreakFold: Sendable {
  /// Ascending by the day of detection, then by edge.
  package private(set) var breaks: [RoadBreak] = []
  private let source: any DriveSource
  private let graph: RoadGraph
  private let mode: TravelMode
  private let clock: LocalClock
  private let settings: ChangeSettings
  private let times: ExpectedTimes
  private let fleet: FleetActivity
  private let vehicles: [String: UInt32]
  /// Passages by edge.
  private let counts: [UInt32]

  /// - Parameter clock: the clocks of the place, for days and parts of the day.
  package init(
    of source: some DriveSource, on graph: RoadGraph, mode: TravelMode = .car, clock: LocalClock = .utc,
    settings: ChangeSettings = ChangeSettings()
  ) throws {
    self.source = source
    self.graph = graph
    self.mode = mode
    self.clock = clock
    self.settings = settings
    times = ExpectedTimes(graph: graph, mode: mode)
    var census = Census(edges: graph.edgeCount)
    var reader = EdgePassageReader(graph, mode, clock)
    try Self.forEachPassage(of: source, &reader) { drive, edge, time, _ in census.count(drive, edge, time) }
    (counts, vehicles) = (census.counts, census.vehicles)
    fleet = FleetActivity(census.vehicleDays, vehicles: vehicles.count, settings)
    guard fleet.dayCount > 0, fleet.dayCount < Int(UInt16.max) else { return }
    var lastDays: [RoadBreak] = []
    try forEachEdge(where: { counts[$0.index] > 5 }) { edge, passages in
      follow(edge, passages, &lastDays)
    }
    let limit = Tails.limit(lastDays.map(\.pValue), share: settings.falseCongestion)
    breaks += lastDays.filter { $0.pValue <= limit && $0.after <= $0.before * (1 - settings.leastCongestion) }
    try findDetours()
    breaks.sort {
      ($0.detected, $0.edge, $0.kind.rawValue) < ($1.detected, $1.edge, $1.kind.rawValue)
    }
  }

  private mutating func follow(
    _ edge: EdgeID, _ passages: ArraySlice<EdgePassage>, _ lastDays: inout [RoadBreak]
  ) {
    var use = UseWatch(edge, passages, fleet, settings)
    use.run()
    var speed = SpeedWatch(edge, profileSpeed: 3.6 * times.speed(on: edge), fleet, settings)
    speed.run(passages)
    breaks += use.breaks + speed.breaks.filter { !follows($0, use.breaks) }
    if let last = speed.lastDay, !follows(last, use.breaks) { lastDays.append(last) }
  }

  /// Whether a road is driven at another speed because it was closed or opened: its passages are those of other roads
  /// then, mistaken for its own.
  private func follows(_ speed: RoadBreak, _ uses: [RoadBreak]) -> Bool {
    uses.contains { use in
      use.detected <= speed.detected
        && abs(speed.day.daysSince1970 - use.day.daysSince1970) <= settings.longestWindow / 2
    }
  }

  // MARK: Detours

  private mutating func findDetours() throws {
    let causes = breaks.filter { $0.kind == .closed || $0.kind == .opened }
    guard !causes.isEmpty else { return }
    let driven = (0..<graph.edgeCount).map { EdgeID($0) }.filter { counts[$0.index] >= 20 }
    let near = causes.map { DetourSearch.near($0.edge, among: driven, in: graph, reach: settings.detourReach) }
    var isWanted = [Bool](repeating: false, count: graph.edgeCount)
    for edge in near.joined() { isWanted[edge.index] = true }
    for cause in causes { isWanted[cause.edge.index] = false }
    var uses: [EdgeID: [Int]] = [:]
    try forEachEdge(where: { isWanted[$0.index] }) { edge, passages in
      var seen = [Int](repeating: 0, count: fleet.dayCount)
      for passage in passages { seen[Int(passage.day)] += 1 }
      uses[edge] = seen
    }
    let search = DetourSearch(fleet, settings)
    let found = zip(causes, near).flatMap { cause, edges in
      search.detours(
        of: cause, among: edges.compactMap { edge in uses[edge].map { DetourSearch.Use(edge: edge, seen: $0) } })
    }
    breaks += Self.firstCauses(found)
  }

  /// One row for each edge and day; of several causes the one that was found first and explains it best.
  private static func firstCauses(_ detours: [RoadBreak]) -> [RoadBreak] {
    let order = detours.sorted {
      ($0.edge, $0.detected, $0.pValue, $0.cause?.rawValue ?? 0)
        < ($1.edge, $1.detected, $1.pValue, $1.cause?.rawValue ?? 0)
    }
    return order.enumerated().filter { number, detour in
      !order[..<number].contains { $0.edge == detour.edge && abs($0.day.daysSince1970 - detour.day.daysSince1970) < 8 }
    }.map(\.element)
  }

  // MARK: Passages by edge

  private func forEachEdge(
    where isWanted: (EdgeID) -> Bool, _ body: (EdgeID, ArraySlice<EdgePassage>) throws -> Void
  ) throws {
    var first = 0
    while first < graph.edgeCount {
      var (end, count) = (first, 0)
      while end < graph.edgeCount, count <= settings.passagesPerBatch {
        if isWanted(EdgeID(end)) { count += Int(counts[end]) }
        end += 1
      }
      let batch = count > 0 ? try passages(of: first..<end, where: isWanted) : []
      var next = 0
      while next < batch.count {
        let edge = batch[next].edge
        let last = batch[next...].firstIndex { $0.edge != edge } ?? batch.count
        try body(EdgeID(edge), batch[next..<last])
        next = last
      }
      first = end
    }
  }

  private func passages(of edges: Range<Int>, where isWanted: (EdgeID) -> Bool) throws -> [EdgePassage] {
    var passages: [EdgePassage] = []
    var reader = EdgePassageReader(graph, mode, clock)
    try Self.forEachPassage(of: source, &reader) { drive, edge, time, slowness in
      guard edges ~= edge.index, isWanted(edge), let vehicle = vehicles[drive.vehicle] else { return }
      passages.append(
        EdgePassage(
          edge: edge.rawValue, vehicle: vehicle, day: UInt16(time.day - fleet.firstDay), part: Self.part(time),
          slowness: slowness))
    }
    passages.sort {
      ($0.edge, $0.day, $0.vehicle, $0.part, $0.slowness.bitPattern)
        < ($1.edge, $1.day, $1.vehicle, $1.part, $1.slowness.bitPattern)
    }
    return passages
  }

  /// The part of the day, as in ``EdgePassage/part``.
  private static func part(_ time: ZonedTime) -> UInt8 {
    switch time.minuteOfDay / 60 {
    case 6..<10: 1
    case 10..<15: 2
    case 15..<20: 3
    default: 0
    }
  }

  private static func forEachPassage(
    of source: any DriveSource, _ reader: inout EdgePassageReader,
    _ body: (DriveRecord, EdgeID, ZonedTime, Float) throws -> Void
  ) throws {
    for chunk in 0..<source.chunkCount {
      try source.forEachDrive(in: chunk) { drive in
        for path in drive.paths {
          try reader.forEachPassage(of: path, stands: drive.stands) { try body(drive, $0, $1, $2) }
        }
      }
    }
  }
}

/// Counts passages by edge, and by vehicle and day.
private struct Census {
  private(set) var counts: [UInt32]
  private(set) var vehicles: [String: UInt32] = [:]
  private var days: [Key: Int] = [:]

  private struct Key: Hashable {
    var vehicle: UInt32
    var day: Int
  }

  init(edges: Int) { counts = [UInt32](repeating: 0, count: edges) }

  mutating func count(_ drive: DriveRecord, _ edge: EdgeID, _ time: ZonedTime) {
    let next = UInt32(vehicles.count)
    let vehicle = vehicles[drive.vehicle] ?? next
    if vehicle == next { vehicles[drive.vehicle] = next }
    counts[edge.index] += 1
    days[Key(vehicle: vehicle, day: time.day), default: 0] += 1
  }

  var vehicleDays: [(vehicle: Int, day: Int, count: Int)] {
    days.map { (Int($0.key.vehicle), $0.key.day, $0.value) }
  }
}
