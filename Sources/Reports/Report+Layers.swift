internal import Records
internal import Storage

extension Report {
  /// The rows of several tables for a GeoPackage. Long tables come last, some rows at a time.
  func layers(_ tables: [Table]) -> RenderedChunk {
    let numbered = Array(tables.enumerated())
    var layers = LayersOfReport(
      report: self, rows: PackedRows(capacity: numbered.reduce(256) { $0 + 240 * $1.element.form.expectedCount(self) }))
    for (number, table) in numbered where !table.isLong { layers.take(table, layer: number) }
    return finished(layers, then: numbered.filter(\.element.isLong).map { ($0.offset, $0.element) }, from: nil)
  }

  /// The next rows of the first of some long tables.
  private func layers(long: [(layer: Int, table: Table)], from place: RowPlace?) -> RenderedChunk {
    finished(LayersOfReport(report: self, rows: PackedRows(capacity: 4096)), then: long, from: place)
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
    let count = layers.rows.rowCount
    return RenderedChunk(
      layers.rows.bytes, rowCount: count,
      rest: rest.isEmpty ? nil : { @Sendable in self.layers(long: rest, from: end) })
  }
}

/// Packs the rows of tables.
private struct LayersOfReport<Subject: Report>: TableVisitor, ~Copyable {
  let report: Subject
  var rows: PackedRows
  /// The place of the next row of a long table.
  private var place: RowPlace?
  private var isLong = false

  init(report: Subject, rows: consuming PackedRows) {
    self.report = report
    self.rows = rows
  }

  mutating func take(_ table: Subject.Table, layer: Int) {
    isLong = false
    rows.beginTable(layer: layer, identity: table.form.hasIdentity ? report.identity.packed : [])
    table.visit(&self)
  }

  /// Takes some rows of a long table.
  ///
  /// - Returns: the place of the next row; `nil` if there is none.
  mutating func take(_ table: Subject.Table, layer: Int, from begin: RowPlace?) -> RowPlace? {
    (isLong, place) = (true, begin)
    rows.beginTable(layer: layer, identity: table.form.hasIdentity ? report.identity.packed : [])
    table.visit(&self)
    return place
  }

  mutating func visit<Row: ReportRow<Subject>>(_ row: Row.Type) {
    if isLong {
      place = Row.forEach(in: report, from: place) { rows.write(layered: $0) }
    } else {
      Row.forEach(in: report) { rows.write(layered: $0) }
    }
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
  init<Row: ReportRow>(packed rows: [Row], layer: Int) {
    var packed = PackedRows(capacity: 256 + 160 * rows.count)
    packed.beginTable(layer: layer, identity: [])
    for row in rows { packed.write(layered: row) }
    self.init(packed.bytes, rowCount: rows.count)
  }
}
