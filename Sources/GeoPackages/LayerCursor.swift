internal import Glibc
internal import SQLite
package import Storage

/// The rows of a table of a GeoPackage, in order and one at a time, so that several tables can be read side by side.
package final class LayerCursor {
  /// Empty if there is no such table.
  package let columns: [String]
  private let database: Database
  private let table: String
  private let path: String
  private var rows: Statement?

  package init(of table: String, at path: String) throws(StorageError) {
    (self.table, self.path) = (table, path)
    do {
      database = try Database(path: path, for: .reading)
      columns = try database.rows(columnsOfTable, [table]).compactMap { String($0[0]) }
    } catch { throw Self.failure(path) }
  }

  /// Begins to read these columns, all of which exist.
  package func choose(_ chosen: [String]) throws(StorageError) {
    let names = chosen.map { "\"\($0)\"" }.joined(separator: ", ")
    do { rows = try database.statement("SELECT \(names) FROM \"\(table)\" ORDER BY fid") } catch {
      throw Self.failure(path)
    }
  }

  /// Moves to the next row; `false` at the end.
  package func next() throws(StorageError) -> Bool {
    do { return try rows?.step() ?? false } catch { throw Self.failure(path) }
  }

  /// The text of a chosen column of the current row; `nil` for null.
  package func text(at column: Int) -> String? { rows.flatMap { layerText($0.value(at: column)) } }

  private static func failure(_ path: String) -> StorageError {
    .system(path: path, call: "read the database", code: EIO)
  }
}
