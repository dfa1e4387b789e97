package import Matching
internal import Records
package import RoadGraph

/// Writes rows of `points` to standard output one by one, as CSV or as NDJSON, for traces that are still being recorded.
package final class PointStream {
  private let graph: RoadGraph
  private let style: RowStyle
  private let file = OutputFile.standardOutput

  /// The ids at the begin of the rows of one trace.
  package struct Identity: Sendable {
    fileprivate let bytes: [UInt8]
  }

  /// - Throws: ``ReportError`` when the header cannot be written.
  package init(_ style: RowStyle, on graph: RoadGraph) throws(ReportError) {
    self.graph = graph
    self.style = style
    if style == .csv { try file.write(Array(TripTable.points.schema.csvHeader.utf8)) }
    try file.flush()
  }

  package func identity(tripID: String, traceID: String) -> Identity {
    let identity = TripIdentity(tripID: tripID, traceID: traceID)
    return Identity(bytes: style == .csv ? identity.csv : identity.json(TripTable.points.form.identity))
  }

  package func append(_ decided: [DecidedFix], of trace: Identity) throws(ReportError) {
    guard !decided.isEmpty else { return }
    switch style {
    case .csv:
      var rows = CSVRows(identity: trace.bytes, capacity: 256 * decided.count)
      for fix in decided { rows.write(PointRow(fix, on: graph)) }
      try file.write(rows.bytes.array)
    case .json, .ndjson:
      var rows = JSONRows(TripTable.points.form.rows, identity: trace.bytes, terminator: "\n")
      for fix in decided { rows.write(PointRow(fix, on: graph)) }
      try file.write(rows.bytes.array)
    }
  }

  /// Hands all rows to whoever reads them.
  ///
  /// - Throws: ``ReportError/brokenPipe`` when nobody does.
  package func flush() throws(ReportError) { try file.flush() }
}

extension PointRow {
  fileprivate init(_ decided: DecidedFix, on graph: RoadGraph) {
    self.init(number: decided.number, fix: decided.fix, matched: decided.matched, graph: graph)
  }
}
