internal import Moments
internal import Records
internal import Storage

/// The part of each report that one output contains.
package enum ReportContent<Table: ReportTable>: Sendable {
  case table(Table, RowStyle)
  case documents(RowStyle)
  case features([Table])
  /// Tracks or routes.
  case gpx
  /// A page of HTML, which a replay renders.
  case page, index
  /// Inputs refused before they became a report.
  case rejects(RowStyle)
  /// Rows of several tables for a GeoPackage.
  ///
  /// - Parameter hasRejects: the layer after those of the tables takes inputs refused before they became a report.
  case layers([Table], hasRejects: Bool)
}

extension Report {
  package func rowCount(of table: Table) -> Int { table.form.rowCount(self) }

  package func chunk(
    of content: ReportContent<Table>, _ chosen: ChosenColumns<Table>, _ scratch: inout RenderingScratch
  ) -> RenderedChunk {
    switch content {
    case .table(let table, let style) where chosen[table] != nil:
      chosen[table].map { rows(of: table, style, $0) } ?? .empty
    case .table(let table, .csv(let texts)): csvRows(of: table, texts)
    case .table(let table, let style): jsonRows(of: table, style)
    case .documents(let style): document(style, &scratch)
    case .features(let tables): features(of: tables, chosen)
    case .gpx: gpx()
    case .rejects, .page, .index: .empty
    case .layers(let tables, _): layers(tables, chosen)
    }
  }
}

// MARK: - Tables

extension Report {
  private func csvRows(of table: Table, _ texts: CSVTexts) -> RenderedChunk {
    guard !table.isLong else { return csvRows(ofLong: table, texts, from: nil) }
    var visitor = RowsOfReport(report: self, rows: emptyCSV(of: form(of: table), texts))
    table.visit(&visitor)
    let count = visitor.rows.rowCount
    return RenderedChunk(visitor.rows.bytes, rowCount: count)
  }

  private func jsonRows(of table: Table, _ style: RowStyle) -> RenderedChunk {
    guard !table.isLong else { return jsonRows(ofLong: table, style, from: nil) }
    var visitor = RowsOfReport(report: self, rows: emptyJSON(of: form(of: table), style))
    table.visit(&visitor)
    let count = visitor.rows.rowCount
    return RenderedChunk(visitor.rows.bytes, rowCount: count)
  }

  /// - Parameter place: of the first row; `nil` for that of the table.
  private func csvRows(ofLong table: Table, _ texts: CSVTexts, from place: RowPlace?) -> RenderedChunk {
    var visitor = SomeRowsOfReport(report: self, rows: emptyCSV(of: form(of: table), texts), place: place)
    table.visit(&visitor)
    let (count, next) = (visitor.rows.rowCount, visitor.place)
    let rest = next.map { next in { @Sendable in self.csvRows(ofLong: table, texts, from: next) } }
    return RenderedChunk(visitor.rows.bytes, rowCount: count, rest: rest)
  }

  /// - Parameter place: of the first row; `nil` for that of the table.
  private func jsonRows(ofLong table: Table, _ style: RowStyle, from place: RowPlace?) -> RenderedChunk {
    var visitor = SomeRowsOfReport(report: self, rows: emptyJSON(of: form(of: table), style), place: place)
    table.visit(&visitor)
    let (count, next) = (visitor.rows.rowCount, visitor.place)
    let rest = next.map { next in { @Sendable in self.jsonRows(ofLong: table, style, from: next) } }
    return RenderedChunk(visitor.rows.bytes, rowCount: count, rest: rest)
  }

  private func emptyCSV(of form: TableForm<Self>, _ texts: CSVTexts) -> CSVRows {
    CSVRows(
      texts, identity: form.hasIdentity ? identity.csv(texts) : [], clock: clock,
      capacity: 256 + 160 * form.expectedCount(self))
  }

  private func emptyJSON(of form: TableForm<Self>, _ style: RowStyle) -> JSONRows {
    JSONRows(
      form.rows, identity: form.hasIdentity ? identity.json(form.identity) : [], style, clock: clock,
      bytes: ByteWriter(capacity: 512 + 440 * form.expectedCount(self)))
  }
}

extension Columned {
  /// The columns as the beginning of a CSV row.
  func csv(_ texts: CSVTexts) -> [UInt8] {
    var rows = CSVRows(texts)
    Self.columns(of: GivenRow(self), in: &rows)
    return rows.bytes.array
  }

  /// The columns as the beginning of an object.
  func json(_ frame: JSONFrame) -> [UInt8] {
    var rows = JSONRows(frame)
    rows.beginRow()
    Self.columns(of: GivenRow(self), in: &rows)
    rows.endRow()
    return rows.bytes.array
  }
}

/// Writes the rows of a table.
private struct RowsOfReport<Subject: Report, Rows: RowWriter & ~Copyable>: TableVisitor, ~Copyable {
  let report: Subject
  var rows: Rows

  mutating func visit<Row: ReportRow<Subject>>(_ row: Row.Type) {
    Row.forEach(in: report) { rows.write($0) }
  }
}

/// Writes some rows of a table that is too long to be in memory.
private struct SomeRowsOfReport<Subject: Report, Rows: RowWriter & ~Copyable>: TableVisitor, ~Copyable {
  let report: Subject
  var rows: Rows
  /// The place of the next row.
  var place: RowPlace?

  mutating func visit<Row: ReportRow<Subject>>(_ row: Row.Type) {
    place = Row.forEach(in: report, from: place) { rows.write($0) }
  }
}

extension JSONRows {
  /// Rows outside documents.
  init(
    _ frame: JSONFrame, identity: [UInt8], _ style: RowStyle, clock: LocalClock? = nil, bytes: consuming ByteWriter
  ) {
    self.init(
      frame, identity: identity, separator: style == .json ? ",\n" : "", terminator: style == .json ? "" : "\n",
      clock: clock, bytes: bytes)
  }
}

// MARK: - Documents

extension Report {
  private func document(_ style: RowStyle, _ scratch: inout RenderingScratch) -> RenderedChunk {
    let shape = documentShape
    let rows = JSONRows(
      shape.head, separator: ",", clock: clock, bytes: ByteWriter(capacity: expectedDocumentSize),
      known: scratch.known.take())
    var document = RowsOfReport(report: self, rows: rows)
    document.write(shape)
    document.rows.bytes.text(style == .ndjson ? "}\n" : "}")
    scratch.known = document.rows.known
    return RenderedChunk(document.rows.bytes, rowCount: 1)
  }
}

extension RowsOfReport where Rows == JSONRows {
  /// The document without its end, on one line: the main row in groups, the rows of the other tables, and the geometry
  /// if it has one.
  fileprivate mutating func write(_ shape: DocumentShape<Subject.Table>) {
    shape.main.visit(&self)
    for member in shape.members where report.isInDocument(member.table) { write(member) }
    guard shape.geometry != nil else { return }
    rows.bytes.text(",\"geometry\":")
    rows.bytes.geometry(report.geometry)
  }

  private mutating func write(_ member: DocumentShape<Subject.Table>.Member) {
    rows.bytes.text(",\"")
    rows.bytes.text(member.name)
    rows.bytes.text(member.isObject ? "\":" : "\":[")
    let table = report.written(member.table)
    rows.beginTable(report.form(of: table).documentRows)
    table.visit(&self)
    if !member.isObject { rows.bytes.text("]") }
  }
}

// MARK: - Features

extension Report {
  private func features(of tables: [Table], _ chosen: ChosenColumns<Table>) -> RenderedChunk {
    let rows = JSONRows(JSONFrame([]), clock: clock, bytes: ByteWriter(capacity: 4096))
    var features = FeaturesOfReport(report: self, rows: rows)
    for table in tables {
      let form = form(of: table)
      if let selection = chosen[table] {
        features.take(table, SelectedForm.properties(selection, of: form.table))
        continue
      }
      let identity = Array(form.table.utf8) + (form.hasIdentity ? self.identity.json(form.featureIdentity) : [])
      features.rows.beginTable(form.properties, identity: identity)
      features.take(table)
    }
    return RenderedChunk(features.rows.bytes, rowCount: features.count)
  }

  private func gpx() -> RenderedChunk {
    var bytes = ByteWriter(capacity: 4096)
    writeGPX(to: &bytes)
    return RenderedChunk(bytes, rowCount: 1)
  }
}

extension RenderedChunk {
  /// Rows that stand alone, as features.
  init<Row: ReportRow>(featuresOf rows: [Row], _ table: Row.Subject.Table, _ selection: ColumnSelection?) {
    let form = table.form
    if let selection {
      var written = SelectingRows(.properties(selection, of: form.table), cells: JSONRows(JSONFrame([])))
      for (number, row) in rows.enumerated() {
        written.write(featureOf: row, Row.Subject.Identity?.none, isFirst: number == 0)
      }
      self.init(written.bytes, rowCount: rows.count)
      return
    }
    var written = JSONRows(JSONFrame([]), bytes: ByteWriter(capacity: 4096))
    written.beginTable(form.properties, identity: Array(form.table.utf8))
    for (number, row) in rows.enumerated() { written.write(featureOf: row, isFirst: number == 0) }
    self.init(written.bytes, rowCount: rows.count)
  }
}

extension JSONRows {
  fileprivate mutating func write<Row: ReportRow>(featureOf row: Row, isFirst: Bool) {
    if !isFirst { bytes.text(",\n") }
    bytes.text("{\"type\":\"Feature\",\"geometry\":")
    bytes.geometry(row.geometry)
    bytes.text(",\"properties\":")
    write(row)
    bytes.text("}")
  }
}

extension SelectingRows where Cells: ~Copyable {
  /// A feature whose properties are the chosen columns.
  fileprivate mutating func write<Row: ReportRow>(featureOf row: Row, _ identity: (some Columned)?, isFirst: Bool) {
    if !isFirst { bytes.text(",\n") }
    bytes.text("{\"type\":\"Feature\",\"geometry\":")
    bytes.geometry(row.geometry)
    bytes.text(",\"properties\":")
    write(row, identity)
    bytes.text("}")
  }
}

extension SelectedForm {
  /// - Parameter table: the beginning of the properties.
  fileprivate static func properties(_ selection: ColumnSelection, of table: String) -> SelectedForm {
    json(selection, opening: table + ",", closing: "}")
  }
}

/// Writes the rows of a table as features, separated by commas; the columns are their properties.
private struct FeaturesOfReport<Subject: Report>: TableVisitor, ~Copyable {
  let report: Subject
  var rows: JSONRows
  /// The number of features of this and of earlier tables.
  private(set) var count = 0

  /// The form of the table being written; `nil` if all its columns are written.
  private var form: SelectedForm?

  init(report: Subject, rows: consuming JSONRows) {
    self.report = report
    self.rows = rows
  }

  mutating func take(_ table: Subject.Table, _ form: SelectedForm? = nil) {
    self.form = form
    table.visit(&self)
  }

  mutating func visit<Row: ReportRow<Subject>>(_ row: Row.Type) {
    if let form { return visit(row, form) }
    Row.forEach(in: report) { row in
      rows.write(featureOf: row, isFirst: count == 0)
      count += 1
    }
  }

  private mutating func visit<Row: ReportRow<Subject>>(_ row: Row.Type, _ form: SelectedForm) {
    var selected = SelectingRows(form, cells: JSONRows(JSONFrame([]), clock: report.clock))
    let identity = Row.standsAlone ? nil : report.identity
    Row.forEach(in: report) { row in
      selected.write(featureOf: row, identity, isFirst: count == 0)
      count += 1
    }
    rows.bytes.buffer.append(selected.bytes.buffer.bytes)
  }
}
