package import Detection
package import Guidance
package import Matching
internal import Records
package import RoadGraph
package import Trips

/// What has become certain of a trip that is still being driven, as rows.
package struct TripRows: Sendable {
  package var points: [DecidedFix] = []
  package var edges = Numbered<TripEdge>([])
  package var maneuvers = Numbered<Maneuver>([])
  package var events = Numbered<Event>([])

  package init() {}
}

/// Writes rows of trips to standard output as they become certain, as CSV or as NDJSON.
///
/// Of several tables the rows are NDJSON and begin with a field `table`.
package final class TripStream {
  /// The tables that it can have.
  package static let tables: [ReportTable] = [.points, .edges, .maneuvers, .events]

  package let tables: [ReportTable]
  private let graph: RoadGraph
  private let style: RowStyle
  private let file = OutputFile.standardOutput

  /// The ids at the begin of the rows of one trip, for each table.
  package struct Identity: Sendable {
    fileprivate let bytes: [[UInt8]]
  }

  /// - Parameter tables: of ``tables``; one for CSV.
  /// - Throws: ``ReportError`` when the header cannot be written.
  package init(_ tables: [ReportTable], _ style: RowStyle, on graph: RoadGraph) throws(ReportError) {
    self.tables = Self.tables.filter(tables.contains)
    self.graph = graph
    self.style = style
    if style == .csv, let table = self.tables.first { try file.write(Array(table.schema.csvHeader.utf8)) }
    try file.flush()
  }

  package func identity(tripID: String, traceID: String) -> Identity {
    let identity = TripIdentity(tripID: tripID, traceID: traceID)
    return Identity(
      bytes: tables.map { style == .csv ? identity.csv() : identity.json(table: tables.count > 1 ? $0 : nil) })
  }

  package func append(_ rows: TripRows, of trip: Identity) throws(ReportError) {
    for (number, table) in tables.enumerated() {
      try append(rows.count(of: table), of: table, trip.bytes[number]) {
        rows.write(table, on: graph, to: &$0)
      } json: {
        rows.write(table, on: graph, to: &$0)
      }
    }
  }

  /// All of a trip.
  package func append(_ report: TripReport, of trip: Identity) throws(ReportError) {
    for (number, table) in tables.enumerated() {
      try append(report.rowCount(of: table), of: table, trip.bytes[number]) {
        report.write(table, to: &$0)
      } json: {
        report.write(table, to: &$0)
      }
    }
  }

  private func append(
    _ count: Int, of table: ReportTable, _ identity: [UInt8], csv: (inout CSVRows) -> Void,
    json: (inout JSONRows) -> Void
  ) throws(ReportError) {
    guard count > 0 else { return }
    let bytes = renderRows(
      JSONFrame.tableRows[table], style, rowCount: count, identity: (identity, identity), csv: csv, json: json)
    try file.write(bytes.array)
  }

  /// Hands all rows to whoever reads them.
  ///
  /// - Throws: ``ReportError/brokenPipe`` when nobody does.
  package func flush() throws(ReportError) { try file.flush() }
}

extension TripRows {
  fileprivate func count(of table: ReportTable) -> Int {
    switch table {
    case .points: points.count
    case .edges: edges.count
    case .maneuvers: maneuvers.count
    case .events: events.count
    default: 0
    }
  }

  fileprivate func write(_ table: ReportTable, on graph: RoadGraph, to rows: inout some RowWriter & ~Copyable) {
    switch table {
    case .points:
      for fix in points { writePointRow(fix.fix, number: fix.number, fix.matched, on: graph, to: &rows) }
    case .edges: for seq in edges.indices { writeEdgeRow(edges[seq], seq, on: graph, to: &rows) }
    case .maneuvers: for seq in maneuvers.indices { writeManeuverRow(maneuvers[seq], seq, to: &rows) }
    case .events: for seq in events.indices { writeEventRow(events[seq], seq, on: graph, to: &rows) }
    default: break
    }
  }
}
