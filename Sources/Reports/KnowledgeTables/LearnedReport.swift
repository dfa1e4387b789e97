package import Knowledge
package import Records
package import RoadGraph
package import RoadRules

/// Some rows of the tables of what was learned.
///
/// The rows of all tables together would not fit into memory as text, so they are rendered in parts; see ``forEachPart(of:on:_:)``.
package struct LearnedReport: Sendable {
  let ground: LearnedGround
  private(set) var speeds: [RoadSpeed] = []
  private(set) var delays: [TurnDelay] = []
  private(set) var use: [RoadUse] = []
  private(set) var coverage: [Coverage] = []
  private(set) var flows: [ZoneFlow] = []
  private(set) var stays: [StayPlace] = []
  private(set) var changes: [RoadBreak] = []
  private(set) var doubts: [LearnedDoubt] = []

  private init(on ground: LearnedGround) { self.ground = ground }

  /// Few enough that their text takes some megabytes.
  private static let rowsOfPart = 8192

  /// Reports whose rows, one after the other, are those of the tables.
  ///
  /// - Parameter body: called with one part after the other.
  package static func forEachPart(
    of tables: LearnedTables, on ground: LearnedGround, _ body: (LearnedReport) throws -> Void
  ) throws {
    try forEachSlice(of: tables.speeds, \.speeds, on: ground, body)
    try forEachSlice(of: tables.delays, \.delays, on: ground, body)
    try forEachSlice(of: tables.use, \.use, on: ground, body)
    try forEachSlice(of: tables.coverage, \.coverage, on: ground, body)
    try forEachSlice(of: tables.flows, \.flows, on: ground, body)
    try forEachSlice(of: tables.stays, \.stays, on: ground, body)
    try forEachSlice(of: tables.changes, \.changes, on: ground, body)
    try forEachSlice(of: tables.doubts, \.doubts, on: ground, body)
  }

  private static func forEachSlice<Row>(
    of rows: LearnedRows<Row>?, _ member: WritableKeyPath<LearnedReport, [Row]>, on ground: LearnedGround,
    _ body: (LearnedReport) throws -> Void
  ) throws {
    guard let rows else { return }
    var report = LearnedReport(on: ground)
    try rows.forEach { row in
      report[keyPath: member].append(row)
      guard report[keyPath: member].count == rowsOfPart else { return }
      try body(report)
      report[keyPath: member].removeAll(keepingCapacity: true)
    }
    if !report[keyPath: member].isEmpty { try body(report) }
  }
}

/// What all rows need to name roads and hours.
package final class LearnedGround: Sendable {
  let graph: RoadGraph
  let classes: WeekClasses
  let pieces: PieceNumbers

  package init(_ graph: RoadGraph, _ classes: WeekClasses) {
    self.graph = graph
    self.classes = classes
    pieces = PieceNumbers(of: graph)
  }
}

extension LearnedReport: Report {
  /// Documents are of trips and routes; JSON of what was learned has one table in each file.
  package static let document = DocumentShape<LearnedTable>(
    "tracemill/learned/1", title: "What tracemill learned", main: .speeds, [])

  package static let defaults = ReportDefaults<LearnedTable>(
    inDirectory: LearnedTable.allCases, inStream: [.speeds], sharesFeatureFile: false, rejects: nil)

  package var identity: NoIdentity { NoIdentity() }
  package func isInDocument(_ table: LearnedTable) -> Bool { false }
  package var expectedDocumentSize: Int { 0 }
  package var geometry: Geometry { .none }
  package func writeGPX(to bytes: inout ByteWriter) {}
}

/// Rows that name themselves.
package struct NoIdentity: Columned {
  package static func columns(of row: some RowSource<NoIdentity>, in sink: inout some RowSink & ~Copyable) {}
}
