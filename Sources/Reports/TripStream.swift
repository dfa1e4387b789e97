package import Detection
package import Guidance
package import Matching
internal import Records
package import RoadGraph
internal import Traces
package import Trips

/// The rows of a trip in progress that have become certain.
package struct TripRows: Sendable {
  package var points: [DecidedFix] = []
  package var edges = Numbered<TripEdge>([])
  package var maneuvers = Numbered<Maneuver>([])
  package var events = Numbered<Event>([])

  package init() {}

  /// All rows of a trip.
  package init(of report: TripReport) {
    let matched = report.trip.matched
    points = matched.fixes.indices.map {
      DecidedFix(number: $0, fix: matched.trace.fixes[$0], matched: matched.fixes[$0])
    }
    edges = Numbered(report.trip.edges)
    maneuvers = Numbered(report.itinerary.maneuvers)
    events = Numbered(report.events)
  }
}

/// Writes rows of trips to standard output as they become certain, as CSV or as NDJSON.
///
/// Rows of several tables are NDJSON and begin with a field `table`.
package final class TripStream {
  /// The tables that can be streamed.
  package static let allTables: [TripTable] = [.points, .edges, .maneuvers, .events]

  package let tables: [TripTable]
  private let graph: RoadGraph
  private let style: RowStyle
  private let file = OutputFile.standardOutput

  /// The ids at the start of the rows of one trip, for each table.
  package struct Identity: Sendable {
    fileprivate let bytes: [[UInt8]]
  }

  /// - Parameter tables: some of ``allTables``; one for CSV.
  /// - Throws: ``ReportError`` if the header cannot be written.
  package init(_ tables: [TripTable], _ style: RowStyle, on graph: RoadGraph) throws(ReportError) {
    self.tables = Self.allTables.filter(tables.contains)
    self.graph = graph
    self.style = style
    if style == .csv, let table = self.tables.first { try file.write(Array(table.schema.csvHeader.utf8)) }
    try file.flush()
  }

  package func identity(tripID: String, traceID: String) -> Identity {
    let identity = TripIdentity(tripID: tripID, traceID: traceID)
    return Identity(
      bytes: tables.map { table in
        if style == .csv { return identity.csv }
        if tables.count == 1 { return identity.json(table.form.identity) }
        return Array(table.form.table.utf8) + identity.json(table.form.featureIdentity)
      })
  }

  package func append(_ rows: TripRows, of trip: Identity) throws(ReportError) {
    for (table, identity) in zip(tables, trip.bytes) {
      switch table {
      case .points:
        try append(rows.points.count, of: table, identity) {
          let fix = rows.points[$0]
          return PointRow(number: fix.number, fix: fix.fix, matched: fix.matched, graph: graph)
        }
      case .edges:
        let first = rows.edges.startIndex
        try append(rows.edges.count, of: table, identity) {
          EdgeRow(seq: first + $0, edge: rows.edges[first + $0], graph: graph)
        }
      case .maneuvers:
        let first = rows.maneuvers.startIndex
        try append(rows.maneuvers.count, of: table, identity) {
          ManeuverRow(seq: first + $0, maneuver: rows.maneuvers[first + $0])
        }
      case .events:
        let first = rows.events.startIndex
        try append(rows.events.count, of: table, identity) {
          let event = rows.events[first + $0]
          return EventRow(seq: first + $0, event: event, edge: event.road, graph: graph)
        }
      default: break
      }
    }
  }

  private func append<Row: TableRow>(
    _ count: Int, of table: TripTable, _ identity: [UInt8], _ row: (Int) -> Row
  ) throws(ReportError) {
    guard count > 0 else { return }
    switch style {
    case .csv:
      var rows = CSVRows(identity: identity, capacity: 256 * count)
      for i in 0..<count { rows.write(row(i)) }
      try file.write(rows.bytes.array)
    case .json, .ndjson:
      var rows = JSONRows(table.form.rows, identity: identity, terminator: "\n")
      for i in 0..<count { rows.write(row(i)) }
      try file.write(rows.bytes.array)
    }
  }

  /// Hands all rows to the reader.
  ///
  /// - Throws: ``ReportError/brokenPipe`` if there is none any more.
  package func flush() throws(ReportError) { try file.flush() }
}
