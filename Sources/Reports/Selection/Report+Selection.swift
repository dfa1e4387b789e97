internal import GeoPackages
internal import Records

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

extension Report {
  /// Rows of a table with chosen columns.
  ///
  /// - Parameter place: of the first row; `nil` for that of the table.
  func rows(
    of table: Table, _ style: RowStyle, _ selection: ColumnSelection, from place: RowPlace? = nil
  ) -> RenderedChunk {
    switch style {
    case .csv(let texts):
      return rows(of: table, SelectingRows(.csv(selection), cells: CSVRows(texts, clock: clock)), from: place) {
        self.rows(of: table, style, selection, from: $0)
      }
    case .json, .ndjson:
      let cells = JSONRows(JSONFrame([]), clock: clock)
      return rows(of: table, SelectingRows(.json(selection, style), cells: cells), from: place) {
        self.rows(of: table, style, selection, from: $0)
      }
    }
  }

  private func rows<Cells: TextRowWriter & ~Copyable>(
    of table: Table, _ rows: consuming SelectingRows<Cells>, from place: RowPlace?,
    then rest: @escaping @Sendable (RowPlace) -> RenderedChunk
  ) -> RenderedChunk {
    var visitor = SelectedRowsOfReport(report: self, rows: rows, place: place)
    table.visit(&visitor)
    let (count, next) = (visitor.rows.rowCount, visitor.place)
    return RenderedChunk(
      visitor.rows.bytes, rowCount: count, rest: next.map { next in { @Sendable in rest(next) } })
  }
}

extension SelectedForm {
  static func json(_ selection: ColumnSelection, _ style: RowStyle) -> SelectedForm {
    var form = json(selection, closing: style == .json ? "}" : "}\n")
    if style == .json { form.separator = ",\n" }
    return form
  }
}

/// Writes the chosen columns of the rows of a table; of a long one, some rows.
private struct SelectedRowsOfReport<Subject: Report, Cells: TextRowWriter & ~Copyable>: TableVisitor, ~Copyable {
  let report: Subject
  var rows: SelectingRows<Cells>
  /// The place of the next row.
  var place: RowPlace?

  mutating func visit<Row: ReportRow<Subject>>(_ row: Row.Type) {
    let identity = Row.standsAlone ? nil : report.identity
    place = Row.forEach(in: report, from: place) { rows.write($0, identity) }
  }
}

extension RenderedChunk {
  /// Rows that stand alone.
  init<Row: ReportRow>(_ rows: [Row], _ style: RowStyle, _ selection: ColumnSelection) {
    switch style {
    case .csv(let texts): self.init(rows, SelectingRows(.csv(selection), cells: CSVRows(texts)))
    case .json, .ndjson: self.init(rows, SelectingRows(.json(selection, style), cells: JSONRows(JSONFrame([]))))
    }
  }

  private init<Row: ReportRow, Cells: TextRowWriter & ~Copyable>(
    _ rows: [Row], _ selected: consuming SelectingRows<Cells>
  ) {
    var selected = selected
    for row in rows { selected.write(row, Row.Subject.Identity?.none) }
    let count = selected.rowCount
    self.init(selected.bytes, rowCount: count)
  }
}
