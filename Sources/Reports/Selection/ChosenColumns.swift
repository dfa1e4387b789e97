internal import GeoPackages

/// The columns that are chosen, by table; the other tables are written whole.
package struct ChosenColumns<Table: ReportTable>: Sendable {
  private let selections: [Table: ColumnSelection]

  init(_ selections: [Table: ColumnSelection] = [:]) { self.selections = selections }

  /// The layer with the chosen columns; `nil` if the table is written whole.
  func layer(of table: Table) -> LayerSchema? {
    self[table].map { selection in
      let whole = table.form.layer
      return LayerSchema(whole.name, whole.meaning, shape: whole.shape, selection.columns.map(\.ofLayer))
    }
  }

  subscript(table: Table) -> ColumnSelection? { selections.isEmpty ? nil : selections[table] }
}
