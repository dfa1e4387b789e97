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
  /// - Parameter hasRejects: one more layer, after the tables, takes inputs refused before they became a report.
  case layers([Table], hasRejects: Bool)
}

extension Report {
  package func rowCount(of table: Table) -> Int { table.form.rowCount(self) }

  package func chunk(
    of content: ReportContent<Table>, _ chosen: ChosenColumns<Table>, _ scratch: inout RenderingScratch
  ) -> RenderedChunk {
    scratch.cells.begin(identity, clock: clock, timeStep: timeStep)
    return switch content {
    case .table(let table, let style):
      objects(of: table, style, chosen, &scratch) ?? rows(of: table, style, chosen, from: nil, &scratch.cells)
    case .documents(let style): document(style, &scratch)
    case .features(let tables): features(of: tables, chosen, &scratch.cells)
    case .gpx: gpx()
    case .rejects, .page, .index: .empty
    case .layers(let tables, _): layers(tables, chosen, &scratch.cells)
    }
  }

  /// The rows of a table on their way into a format.
  ///
  func rows(of table: Table, _ chosen: ChosenColumns<Table> = ChosenColumns()) -> TableRows {
    let form = form(of: table)
    return TableRows(
      columns: form.columns, selection: chosen[table], expectedCount: form.expectedCount(self),
      fill: { form.fill(self, $0, $1, &$2, $3) })
  }

  /// Cells for rows of the report.
  var cells: Cells {
    var cells = Cells()
    cells.begin(identity, clock: clock, timeStep: timeStep)
    return cells
  }

  /// The rows of a table as JSON, written without cells; `nil` where these are needed.
  private func objects(
    of table: Table, _ style: RowStyle, _ chosen: ChosenColumns<Table>, _ scratch: inout RenderingScratch
  ) -> RenderedChunk? {
    guard style.isJSON, chosen[table] == nil else { return nil }
    let form = form(of: table)
    guard let write = form.writeJSON else { return nil }
    var bytes = ByteWriter(capacity: 512 + 440 * form.expectedCount(self))
    let (separator, terminator) = style.aroundObjects
    let identity = form.columns.jsonIdentity(&scratch.cells)
    swap(&bytes, &scratch.sink.bytes)
    scratch.sink.beginTable(
      form.columns.rows, identity: identity, separator: separator, terminator: terminator, clock: clock,
      timeStep: timeStep)
    write(self, &scratch.sink)
    swap(&bytes, &scratch.sink.bytes)
    return RenderedChunk(bytes, rowCount: scratch.sink.rowCount)
  }

  /// - Parameter place: the place of the first row; `nil` for the start of the table.
  private func rows(
    of table: Table, _ style: RowStyle, _ chosen: ChosenColumns<Table>, from place: RowPlace?, _ cells: inout Cells
  ) -> RenderedChunk {
    let rows = rows(of: table, chosen).written(style, from: place, &cells)
    let (count, next) = (rows.count, rows.next)
    return RenderedChunk(
      rows.bytes, rowCount: count,
      rest: next.map { next in
        { @Sendable in
          var cells = self.cells
          return self.rows(of: table, style, chosen, from: next, &cells)
        }
      })
  }
}

// MARK: - Documents

extension Report {
  private func document(_ style: RowStyle, _ scratch: inout RenderingScratch) -> RenderedChunk {
    let shape = documentShape
    var rows = JSONRows(shape.head, separator: .comma, bytes: ByteWriter(capacity: expectedDocumentSize))
    write(shape, to: &rows, &scratch)
    rows.bytes.text(style == .ndjson ? "}\n" : "}")
    return RenderedChunk(rows.bytes, rowCount: 1)
  }

  /// The document without its end, on one line: the main row in groups, the rows of the other tables, and the geometry
  /// if it has one.
  private func write(_ shape: DocumentShape<Table>, to rows: inout JSONRows, _ scratch: inout RenderingScratch) {
    writeAll(of: form(of: shape.main), to: &rows, &scratch.cells)
    for member in shape.members where isInDocument(member.table) { write(member, to: &rows, &scratch) }
    guard shape.geometry != nil else { return }
    rows.bytes.text(",\"geometry\":")
    writeGeometry(to: &rows.bytes, &scratch)
  }

  private func write(
    _ member: DocumentShape<Table>.Member, to rows: inout JSONRows, _ scratch: inout RenderingScratch
  ) {
    rows.bytes.text(",\"")
    rows.bytes.text(member.name)
    rows.bytes.text(member.isObject ? "\":" : "\":[")
    let form = form(of: written(member.table))
    if let write = form.writeJSON {
      swap(&rows.bytes, &scratch.sink.bytes)
      scratch.sink.beginTable(form.columns.documentRows, separator: .comma, clock: clock, timeStep: timeStep)
      write(self, &scratch.sink)
      swap(&rows.bytes, &scratch.sink.bytes)
    } else {
      rows.beginTable(form.columns.documentRows)
      writeAll(of: form, to: &rows, &scratch.cells)
    }
    if !member.isObject { rows.bytes.text("]") }
  }

  private func writeAll(of form: TableForm<Self>, to rows: inout JSONRows, _ cells: inout Cells) {
    var next: RowPlace?
    repeat { next = form.fill(self, next, .ignored, &cells) { cells, _ in rows.write(&cells) } } while next != nil
  }
}

// MARK: - Features and tracks

extension Report {
  private func features(
    of tables: [Table], _ chosen: ChosenColumns<Table>, _ cells: inout Cells
  ) -> RenderedChunk {
    var rows = JSONRows(.none, bytes: ByteWriter(capacity: 4096))
    var count = 0
    for table in tables { self.rows(of: table, chosen).writeFeatures(to: &rows, count: &count, &cells) }
    return RenderedChunk(rows.bytes, rowCount: count)
  }

  private func gpx() -> RenderedChunk {
    var bytes = ByteWriter(capacity: 4096)
    writeGPX(to: &bytes)
    return RenderedChunk(bytes, rowCount: 1)
  }
}
