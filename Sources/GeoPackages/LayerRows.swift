internal import Glibc
internal import SQLite
package import Storage

/// Calls `body` with each row of a table of a GeoPackage, in order: the texts of some columns by name, without nulls. A
/// column or a table that does not exist has no values.
package func forEachLayerRow(
  of table: String, _ columns: [String], at path: String, _ body: ([String: String]) -> Void
) throws(StorageError) {
  do {
    let database = try Database(path: path, for: .reading)
    try database.transaction(for: .reading) {
      let all = try database.rows(columnsOfTable, [table]).compactMap { String($0[0]) }
      guard !all.isEmpty else { return }
      let known = all.filter(columns.contains)
      let names = (known + ["fid"]).map { "\"\($0)\"" }.joined(separator: ", ")
      let row = try database.statement("SELECT \(names) FROM \"\(table)\" ORDER BY fid")
      while try row.step() {
        let values = known.enumerated().compactMap { column, name in layerText(row.value(at: column)).map { (name, $0) }
        }
        body(Dictionary(values) { first, _ in first })
      }
    }
  } catch {
    throw .system(path: path, call: "read the database", code: EIO)
  }
}

/// No rows if the name belongs to a view.
let columnsOfTable = """
  SELECT c.name FROM sqlite_schema AS t, pragma_table_xinfo(t.name) AS c
  WHERE t.type = 'table' AND t.name = ? COLLATE NOCASE AND c.hidden <> 1 ORDER BY c.cid
  """

func layerText(_ value: StoredValue) -> String? {
  switch value {
  case .null, .blob: nil
  case .integer(let number): "\(number)"
  case .real(let number): "\(number)"
  case .text(let text): text
  }
}
