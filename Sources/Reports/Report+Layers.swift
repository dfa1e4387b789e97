internal import Records

extension Report {
  /// The rows of several tables for a GeoPackage. Long tables come last, some rows at a time.
  func layers(_ tables: [Table], _ chosen: ChosenColumns<Table>, _ cells: inout Cells) -> RenderedChunk {
    let numbered = tables.enumerated().map { (layer: $0, table: $1) }
    var rows = PackedRows(capacity: tables.reduce(256) { $0 + 240 * $1.form.expectedCount(self) })
    for (layer, table) in numbered where !table.isLong {
      _ = self.rows(of: table, chosen).writeLayer(layer, to: &rows, &cells)
    }
    return finished(rows, then: numbered.filter(\.table.isLong), chosen, from: nil, &cells)
  }

  /// Appends the next rows of the first of some long tables.
  private func finished(
    _ rows: consuming PackedRows, then long: [(layer: Int, table: Table)], _ chosen: ChosenColumns<Table>,
    from place: RowPlace?, _ cells: inout Cells
  ) -> RenderedChunk {
    guard let (layer, table) = long.first else {
      let count = rows.rowCount
      return RenderedChunk(rows.bytes, rowCount: count)
    }
    let end = self.rows(of: table, chosen).writeLayer(layer, from: place, to: &rows, &cells)
    let others = end == nil ? Array(long.dropFirst()) : long
    let count = rows.rowCount
    let rest: @Sendable () -> RenderedChunk = {
      var cells = self.cells
      return self.finished(PackedRows(capacity: 4096), then: others, chosen, from: end, &cells)
    }
    return RenderedChunk(rows.bytes, rowCount: count, rest: others.isEmpty ? nil : rest)
  }
}
