internal import Records
internal import Storage

/// The part of each report that one output contains.
package enum ReportContent<Table: ReportTable>: Sendable {
  case table(Table, RowStyle)
  case documents(RowStyle)
  case features([Table])
  /// Tracks or routes.
  case gpx
  /// Inputs refused before they became a report.
  case rejects(RowStyle)
}

extension Report {
  package func rowCount(of table: Table) -> Int {
    var counter = RowCounter(report: self)
    return table.visit(&counter)
  }

  package func chunk(of content: ReportContent<Table>, _ scratch: inout RenderingScratch) -> RenderedChunk {
    switch content {
    case .table(let table, .csv): csvRows(of: table)
    case .table(let table, let style): jsonRows(of: table, style)
    case .documents(let style): document(style, &scratch)
    case .features(let tables): features(of: tables)
    case .gpx: gpx()
    case .rejects: .empty
    }
  }
}

/// Counts the rows of a table.
private struct RowCounter<Subject: Report>: TableVisitor {
  let report: Subject

  func visit<Row: ReportRow<Subject>>(_ row: Row.Type) -> Int { Row.count(in: report) }
}

// MARK: - Tables

extension Report {
  private func csvRows(of table: Table) -> RenderedChunk {
    let rows = CSVRows(
      identity: table.form.hasIdentity ? self.identity.csv : [], capacity: 256 + 160 * rowCount(of: table))
    var visitor = RowsOfReport(report: self, rows: rows)
    table.visit(&visitor)
    let count = visitor.rows.rowCount
    return RenderedChunk(visitor.rows.bytes, rowCount: count)
  }

  private func jsonRows(of table: Table, _ style: RowStyle) -> RenderedChunk {
    let form = table.form
    let rows = JSONRows(
      form.rows, identity: form.hasIdentity ? self.identity.json(form.identity) : [], style,
      bytes: ByteWriter(capacity: 512 + 440 * rowCount(of: table)))
    var visitor = RowsOfReport(report: self, rows: rows)
    table.visit(&visitor)
    let count = visitor.rows.rowCount
    return RenderedChunk(visitor.rows.bytes, rowCount: count)
  }
}

extension Columned {
  /// The columns as the beginning of a CSV row.
  var csv: [UInt8] {
    var rows = CSVRows()
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

extension JSONRows {
  /// Rows outside documents.
  init(_ frame: JSONFrame, identity: [UInt8], _ style: RowStyle, bytes: consuming ByteWriter) {
    self.init(
      frame, identity: identity, separator: style == .json ? ",\n" : "", terminator: style == .json ? "" : "\n",
      bytes: bytes)
  }
}

// MARK: - Documents

extension Report {
  private func document(_ style: RowStyle, _ scratch: inout RenderingScratch) -> RenderedChunk {
    var bytes = ByteWriter(capacity: expectedDocumentSize)
    writeDocument(to: &bytes, &scratch)
    if style == .ndjson { bytes.text("\n") }
    return RenderedChunk(bytes, rowCount: 1)
  }

  /// The document on one line: the main row in groups, the rows of the other tables, and the geometry if it has one.
  private func writeDocument(to bytes: inout ByteWriter, _ scratch: inout RenderingScratch) {
    let shape = Self.document
    write(shape.main, shape.head, to: &bytes, &scratch)
    for member in shape.members where isInDocument(member.table) {
      bytes.text(",\"")
      bytes.text(member.name)
      bytes.text(member.isObject ? "\":" : "\":[")
      write(member.table, member.table.form.documentRows, to: &bytes, &scratch)
      if !member.isObject { bytes.text("]") }
    }
    if shape.geometry != nil {
      bytes.text(",\"geometry\":")
      bytes.geometry(geometry)
    }
    bytes.text("}")
  }

  private func write(
    _ table: Table, _ frame: JSONFrame, to bytes: inout ByteWriter, _ scratch: inout RenderingScratch
  ) {
    let rows = JSONRows(frame, separator: ",", bytes: consume bytes, known: scratch.known.take())
    var visitor = RowsOfReport(report: self, rows: rows)
    table.visit(&visitor)
    scratch.known = visitor.rows.known
    bytes = visitor.rows.bytes
  }
}

// MARK: - Features

extension Report {
  private func features(of tables: [Table]) -> RenderedChunk {
    var bytes = ByteWriter(capacity: 4096)
    var count = 0
    for table in tables {
      let form = table.form
      let identity = Array(form.table.utf8) + (form.hasIdentity ? self.identity.json(form.featureIdentity) : [])
      let rows = JSONRows(form.properties, identity: identity, bytes: consume bytes)
      var visitor = FeaturesOfReport(report: self, count: count, rows: rows)
      table.visit(&visitor)
      count = visitor.count
      bytes = visitor.rows.bytes
    }
    return RenderedChunk(bytes, rowCount: count)
  }

  private func gpx() -> RenderedChunk {
    var bytes = ByteWriter(capacity: 4096)
    writeGPX(to: &bytes)
    return RenderedChunk(bytes, rowCount: 1)
  }
}

/// Writes the rows of a table as features, separated by commas; the columns are their properties.
private struct FeaturesOfReport<Subject: Report>: TableVisitor, ~Copyable {
  let report: Subject
  /// The number of features of this and of earlier tables.
  var count: Int
  var rows: JSONRows

  mutating func visit<Row: ReportRow<Subject>>(_ row: Row.Type) {
    Row.forEach(in: report) { row in
      if count > 0 { rows.bytes.text(",\n") }
      count += 1
      rows.bytes.text("{\"type\":\"Feature\",\"geometry\":")
      rows.bytes.geometry(row.geometry)
      rows.bytes.text(",\"properties\":")
      rows.write(row)
      rows.bytes.text("}")
    }
  }
}
