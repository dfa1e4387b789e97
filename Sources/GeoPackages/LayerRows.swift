internal import Foundation
internal import GRDB
package import Storage

/// Calls `body` with each row of a table of a GeoPackage, in order: the texts of some columns by name, without nulls. A
/// column or a table that does not exist has no values.
package func forEachLayerRow(
  of table: String, _ columns: [String], at path: String, _ body: ([String: String]) -> Void
) throws(StorageError) {
  do {
    var configuration = Configuration()
    configuration.readonly = true
    try DatabaseQueue(path: path, configuration: configuration).read { database in
      guard try database.tableExists(table) else { return }
      let known = try database.columns(in: table).map(\.name).filter(columns.contains)
      let names = (known + ["fid"]).map { "\"\($0)\"" }.joined(separator: ", ")
      let rows = try Row.fetchCursor(database, sql: "SELECT \(names) FROM \"\(table)\" ORDER BY fid")
      while let row = try rows.next() {
        let values = known.compactMap { name in text(row[name]).map { (name, $0) } }
        body(Dictionary(values) { first, _ in first })
      }
    }
  } catch {
    throw .system(path: path, call: "read the database", code: EIO)
  }
}

private func text(_ value: DatabaseValue) -> String? {
  switch value.storage {
  case .null, .blob: nil
  case .int64(let number): "\(number)"
  case .double(let number): "\(number)"
  case .string(let text): text
  }
}
