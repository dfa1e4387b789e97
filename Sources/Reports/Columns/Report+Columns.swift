internal import Geodesy

extension Report {
  /// The rows of one table as columns, without those that identify the report.
  package func columns(of table: Table, lines: LinesOfRows = .none) -> ColumnTable {
    var visitor = ColumnsOfReport(
      report: self, cells: CellCollector(form(of: table).schema.ownColumns, clock: clock),
      lines: lines == .all ? [] : nil)
    table.visit(&visitor)
    return ColumnTable(table.name, visitor.cells.columns, rowCount: visitor.cells.rowCount, lines: visitor.lines)
  }
}

/// Whether a table in columns has the lines of its rows.
package enum LinesOfRows: Sendable { case none, all }

private struct ColumnsOfReport<Subject: Report>: TableVisitor {
  let report: Subject
  var cells: CellCollector
  var lines: [[Place]]?

  mutating func visit<Row: ReportRow<Subject>>(_ row: Row.Type) {
    var place: RowPlace?
    repeat {
      place = Row.forEach(in: report, from: place) { row in
        cells.write(row)
        if lines != nil { lines?.append(row.geometry.places) }
      }
    } while place != nil
  }
}

extension Geometry {
  /// All its places, in order.
  fileprivate var places: [Place] {
    switch self {
    case .point(let place): place.map { [$0] } ?? []
    case .lines(let lines): lines.flatMap(\.self)
    }
  }
}
