internal import Geodesy
internal import RoadGraph

/// A table of the reports that drives are read from, and what is read of it.
enum ReportTable: String, CaseIterable {
  case trips, edges, points, events

  /// The columns, in the order in which the rows below take them.
  var columns: [String] {
    switch self {
    case .trips: TripCells.columns
    case .edges: EdgeCells.columns
    case .points: PointCells.columns
    case .events: EventCells.columns
    }
  }

  /// The member of documents in which a column lies, if it does not lie in the document itself.
  static let members = [
    "file": ("source", "file"), "map_version": ("map", "version"), "begin_time": ("summary", "begin_time"),
    "end_time": ("summary", "end_time"), "fixes": ("summary", "fixes"), "edges": ("summary", "edges"),
    "events": ("summary", "events"),
  ]
}

/// What is read of a row of `trips`.
struct TripCells {
  static let columns = [
    "trip_id", "trace_id", "vehicle", "file", "map_version", "mode", "begin_time", "end_time", "fixes", "edges",
    "events",
  ]

  let tripID: String
  /// The vehicle, or else the id of the trace.
  let vehicle: String
  let file: String
  let mapVersion: String
  let mode: String
  /// In milliseconds since 1970; `nil` for a trip without times.
  let begin: Int64?
  let end: Int64?
  /// Whether rows of the trip are in the other tables.
  let has: [ReportTable: Bool]

  init(_ cells: RowCells) throws(RowFault) {
    guard !cells.isEmpty(0) else { throw RowFault(.missingTrip) }
    tripID = cells.text(0)
    vehicle = cells.isEmpty(2) ? cells.text(1) : cells.text(2)
    file = cells.text(3)
    mapVersion = cells.text(4)
    mode = cells.text(5)
    begin = try cells.optionalTime(6)
    end = try cells.optionalTime(7)
    has = [
      .points: !cells.text(8, is: "0"), .edges: !cells.text(9, is: "0"), .events: !cells.text(10, is: "0"),
    ]
  }
}

/// What is read of a row of `edges`.
struct EdgeCells {
  static let columns = [
    "trip_id", "edge", "begin_offset_m", "end_offset_m", "enter_time", "exit_time", "evidence", "confidence",
    "wrong_way", "leg",
  ]

  let step: DrivenStep
  /// In milliseconds since 1970.
  let enter: Int64?
  let exit: Int64?
  let leg: Int64

  init(_ cells: RowCells, on graph: RoadGraph) throws(RowFault) {
    let edge = try cells.edge(1, on: graph)
    guard let begin = cells.scaled(2, places: 2), let end = cells.scaled(3, places: 2), 0 <= begin, begin <= end,
      Int(end) <= Int(graph.lengthInMillimetres(of: edge.segment)) / 10 + 1
    else { throw RowFault(.badOffset) }
    guard let leg = cells.integer(9) else { throw RowFault(.badLeg) }
    step = DrivenStep(edge: edge, begin: begin, end: end, doubts: try Self.doubts(cells))
    enter = try cells.optionalTime(4)
    exit = try cells.optionalTime(5)
    self.leg = leg
  }

  private static func doubts(_ cells: RowCells) throws(RowFault) -> StepDoubts {
    var doubts = try evidence(cells)
    if try cells.isDoubtful(7) { doubts.insert(.unlikely) }
    guard let isWrongWay = cells.flag(8) else { throw RowFault(.badFlag) }
    if isWrongWay { doubts.insert(.wrongWay) }
    return doubts
  }

  private static func evidence(_ cells: RowCells) throws(RowFault) -> StepDoubts {
    if cells.text(6, is: "observed") { return [] }
    if cells.text(6, is: "inferred") { return .inferred }
    if cells.text(6, is: "detour") { return [.inferred, .detour] }
    throw RowFault(.badEvidence)
  }
}

/// What is read of a row of `points` whose fix is matched and has a time.
struct PointCells {
  static let columns = ["trip_id", "status", "edge", "offset_m", "time", "confidence"]

  let edge: EdgeID
  /// In centimetres.
  let offset: Int32
  /// In milliseconds since 1970.
  let time: Int64
  let isDoubtful: Bool

  /// - Returns: `nil` if the fix is not matched or has no time.
  init?(_ cells: RowCells, on graph: RoadGraph) throws(RowFault) {
    guard cells.text(1, is: "matched") else { return nil }
    edge = try cells.edge(2, on: graph)
    guard let offset = cells.scaled(3, places: 2), offset >= 0 else { throw RowFault(.badOffset) }
    self.offset = offset
    guard let time = try cells.optionalTime(4) else { return nil }
    self.time = time
    isDoubtful = try cells.isDoubtful(5)
  }
}

/// What is read of a row of `events` that is a stop with times.
struct EventCells {
  static let columns = ["trip_id", "type", "begin_time", "end_time", "lat", "lon"]

  let stand: Stand

  /// - Returns: `nil` if it is no stop, or has no times.
  init?(_ cells: RowCells) throws(RowFault) {
    guard cells.text(1, is: "stop"), let begin = try cells.optionalTime(2), let end = try cells.optionalTime(3) else {
      return nil
    }
    guard let latitude = cells.scaled(4, places: 7), let longitude = cells.scaled(5, places: 7),
      abs(latitude) <= 900_000_000, abs(Int64(longitude)) <= 1_800_000_000
    else { throw RowFault(.badPlace) }
    stand = Stand(begin: begin, end: end, place: Place(latitudeE7: latitude, longitudeE7: longitude))
  }
}

extension RowCells {
  /// `nil` for an empty text.
  fileprivate func optionalTime(_ column: Int) throws(RowFault) -> Int64? {
    if isEmpty(column) { return nil }
    guard let time = time(column) else { throw RowFault(.badTime) }
    return time
  }

  fileprivate func edge(_ column: Int, on graph: RoadGraph) throws(RowFault) -> EdgeID {
    guard let number = integer(column), (0..<Int64(graph.edgeCount)).contains(number) else { throw RowFault(.badEdge) }
    return EdgeID(Int(number))
  }

  /// Whether a confidence, as printed with four decimals, is less than is believed.
  fileprivate func isDoubtful(_ column: Int) throws(RowFault) -> Bool {
    guard let confidence = scaled(column, places: 4), (0...10_000).contains(confidence) else {
      throw RowFault(.badConfidence)
    }
    return Double(confidence) < StepDoubts.leastConfidence * 10_000
  }
}
