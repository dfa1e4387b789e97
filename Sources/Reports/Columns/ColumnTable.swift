package import Geodesy

/// The rows of one table as columns.
package struct ColumnTable: Sendable {
  package let name: String
  package private(set) var rowCount: Int
  package private(set) var columns: [CellColumn]
  /// The line of each row; `nil` if rows have none.
  package private(set) var lines: [[Place]]?

  /// - Precondition: all columns are equally long, and so are the lines.
  package init(_ name: String, _ columns: [CellColumn], rowCount: Int, lines: [[Place]]? = nil) {
    self.name = name
    self.rowCount = rowCount
    self.columns = columns
    self.lines = lines
  }

  package subscript(name: String) -> CellColumn? { columns.first { $0.name == name } }

  /// The same table with some of its rows.
  package func keeping(_ rows: [Int]) -> ColumnTable {
    ColumnTable(
      name, columns.map { $0.keeping(rows) }, rowCount: rows.count,
      lines: lines.map { lines in rows.map { lines[$0] } })
  }

  /// The same table with a number in every row before its columns.
  package func beginning(with name: String, _ number: Int) -> ColumnTable {
    var column = CellColumn(name, .numbers(places: 0))
    for _ in 0..<rowCount { column.append(Int64(number)) }
    return ColumnTable(self.name, [column] + columns, rowCount: rowCount, lines: lines)
  }

  /// The rows of some tables one after another.
  ///
  /// - Parameter tables: at least one; all with the same columns.
  package init(joining tables: [ColumnTable]) {
    self = tables[0]
    for table in tables.dropFirst() {
      for index in columns.indices { columns[index].append(contentsOf: table.columns[index]) }
      if let more = table.lines { lines?.append(contentsOf: more) }
      rowCount += table.rowCount
    }
  }
}
