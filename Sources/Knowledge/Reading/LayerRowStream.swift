internal import GeoPackages
internal import Storage

/// The rows of a layer of a GeoPackage.
final class LayerRowStream: RowStream {
  private let rows: LayerCursor

  init(reading table: ReportTable, path: String) throws(ReportReadingError) {
    let rows: LayerCursor
    do throws(StorageError) {
      rows = try LayerCursor(of: table.rawValue, at: path)
    } catch { throw .unreadable(error) }
    self.rows = rows
    guard !rows.columns.isEmpty else { throw .missingTable(name: table.rawValue, beside: path) }
    let missing = table.columns.filter { !rows.columns.contains($0) }
    guard missing.isEmpty else { throw .missingColumns(missing, path: path, table: table.rawValue) }
    super.init(table, path: path)
    do throws(StorageError) { try rows.choose(table.columns) } catch { throw .unreadable(error) }
  }

  override func advance() throws(ReportReadingError) -> Bool {
    do throws(StorageError) {
      guard try rows.next() else { return false }
    } catch { throw .unreadable(error) }
    line += 1
    cells.removeAll()
    for column in table.columns.indices { cells.append(rows.text(at: column)) }
    return true
  }
}
