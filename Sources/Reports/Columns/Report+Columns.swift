internal import Geodesy

extension Report {
  /// The rows of one table as columns, without the columns that identify the report.
  package func columns(of table: Table, lines: LinesOfRows = .none) -> ColumnTable {
    let form = form(of: table)
    var rows = ColumnRows(form.schema.ownColumns, form.columns.own)
    var places: [[Place]]? = lines == .all ? [] : nil
    var cells = cells
    var next: RowPlace?
    repeat {
      next = form.fill(self, next, lines == .all ? .wanted : .ignored, &cells) { cells, geometry in
        rows.write(&cells)
        places?.append(geometry.places)
      }
    } while next != nil
    return ColumnTable(table.name, rows.columns, rowCount: rows.rowCount, lines: places)
  }
}

/// Whether a table in columns has the lines of its rows.
package enum LinesOfRows: Sendable { case none, all }

extension Geometry {
  /// All its places, in order.
  fileprivate var places: [Place] {
    switch self {
    case .point(let place): place.map { [$0] } ?? []
    case .lines(let lines): lines.flatMap(\.self)
    }
  }
}
