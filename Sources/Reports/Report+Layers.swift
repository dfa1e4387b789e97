internal import Records
internal import Storage

extension Report {
  /// The rows of several tables for a GeoPackage. Long tables come last, some rows at a time.
  func layers(_ tables: [Table], _ chosen: ChosenColumns<Table>) -> RenderedChunk {
    let numbered = Array(tables.enumerated())
    var layers = LayersOfReport(
      report: self, chosen: chosen,
      rows: PackedRows(clock: clock, capacity: numbered.reduce(256) { $0 + 240 * $1.element.form.expectedCount(self) }))
    for (number, table) in numbered where !table.isLong { layers.take(table, layer: number) }
    return finished(layers, then: numbered.filter(\.element.isLong).map { ($0.offset, $0.element) }, from: nil)
  }

  /// The next rows of the first of some long tables.
  private func layers(
    long: [(layer: Int, table: Table)], _ chosen: ChosenColumns<Table>, from place: RowPlace?
  ) -> RenderedChunk {
    let rows = PackedRows(clock: clock, capacity: 4096)
    return finished(LayersOfReport(report: self, chosen: chosen, rows: rows), then: long, from: place)
  }

  private func finished(
    _ layers: consuming LayersOfReport<Self>, then long: [(layer: Int, table: Table)], from place: RowPlace?
  ) -> RenderedChunk {
    guard let next = long.first else {
      let count = layers.rows.rowCount
      return RenderedChunk(layers.rows.bytes, rowCount: count)
    }
    let end = layers.take(next.table, layer: next.layer, from: place)
    let rest = end == nil ? Array(long.dropFirst()) : long
    let (count, chosen) = (layers.rows.rowCount, layers.chosen)
    return RenderedChunk(
      layers.rows.bytes, rowCount: count,
      rest: rest.isEmpty ? nil : { @Sendable in self.layers(long: rest, chosen, from: end) })
  }
}

/// Packs the rows of tables.
private struct LayersOfReport<Subject: Report>: TableVisitor, ~Copyable {
  let report: Subject
  let chosen: ChosenColumns<Subject.Table>
  var rows: PackedRows
  /// The chosen columns of the table being written; `nil` if all are written.
  private var selection: ColumnSelection?
  /// The place of the next row of a long table.
  private var place: RowPlace?
  private var isLong = false

  init(report: Subject, chosen: ChosenColumns<Subject.Table>, rows: consuming PackedRows) {
    self.report = report
    self.chosen = chosen
    self.rows = rows
  }

  mutating func take(_ table: Subject.Table, layer: Int) {
    isLong = false
    begin(table, layer)
    table.visit(&self)
  }

  private mutating func begin(_ table: Subject.Table, _ layer: Int) {
    selection = chosen[table]
    let hasIdentity = table.form.hasIdentity && selection == nil
    rows.beginTable(layer: layer, identity: hasIdentity ? report.identity.packed : [])
  }

  /// Takes some rows of a long table.
  ///
  /// - Returns: the place of the next row; `nil` if there is none.
  mutating func take(_ table: Subject.Table, layer: Int, from begin: RowPlace?) -> RowPlace? {
    (isLong, place) = (true, begin)
    self.begin(table, layer)
    table.visit(&self)
    return place
  }

  mutating func visit<Row: ReportRow<Subject>>(_ row: Row.Type) {
    if let selection { return visit(row, selection) }
    if isLong {
      place = Row.forEach(in: report, from: place) { rows.write(layered: $0) }
    } else {
      Row.forEach(in: report) { rows.write(layered: $0) }
    }
  }

  private mutating func visit<Row: ReportRow<Subject>>(_ row: Row.Type, _ selection: ColumnSelection) {
    var selected = SelectingRows(.packed(selection), cells: PackedRows(clock: report.clock))
    let identity = Row.standsAlone ? nil : report.identity
    let layer = rows.layer
    if isLong {
      place = Row.forEach(in: report, from: place) { selected.write(layered: $0, identity, layer) }
    } else {
      Row.forEach(in: report) { selected.write(layered: $0, identity, layer) }
    }
    rows.append(selected.bytes, rowCount: selected.rowCount)
  }
}

extension SelectingRows where Cells == PackedRows {
  fileprivate mutating func write<Row: ReportRow>(layered row: Row, _ identity: (some Columned)?, _ layer: Int) {
    bytes.beginPackedRow(row, layer: layer)
    write(row, identity)
  }
}

extension Columned {
  /// The columns as the first cells of a packed row.
  fileprivate var packed: [UInt8] {
    var rows = PackedRows()
    Self.columns(of: GivenRow(self), in: &rows)
    return rows.bytes.array
  }
}

extension RenderedChunk {
  /// Rows that stand alone.
  init<Row: ReportRow>(packed rows: [Row], layer: Int, _ selection: ColumnSelection?) {
    if let selection {
      var selected = SelectingRows(.packed(selection), cells: PackedRows())
      for row in rows { selected.write(layered: row, Row.Subject.Identity?.none, layer) }
      self.init(selected.bytes, rowCount: rows.count)
      return
    }
    var packed = PackedRows(capacity: 256 + 160 * rows.count)
    packed.beginTable(layer: layer, identity: [])
    for row in rows { packed.write(layered: row) }
    self.init(packed.bytes, rowCount: rows.count)
  }
}
