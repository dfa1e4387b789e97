package import GeoPackages
internal import Records
internal import Storage

/// The tables of one kind of report. Raw values are the names in options and file names.
package protocol ReportTable: CaseIterable, RawRepresentable<String>, Hashable, Sendable where AllCases == [Self] {
  associatedtype Subject: Report where Subject.Table == Self

  /// The forms of all tables, by their numbers.
  static var forms: MadeOnce<TableForm<Subject>> { get }
  /// The name in `tracemill schema`.
  var schemaName: String { get }

  /// The name of its files.
  var name: String { get }
  /// The tables that can be chosen by name.
  static var choices: [Self] { get }
  /// Whether the rows belong to the whole run, and follow at its end.
  var isOfRun: Bool { get }
  /// Rows have flags that are known only when the run has ended.
  var hasLateFlags: Bool { get }
  /// Its rows may be too many to be in memory together; they are rendered some at a time.
  var isLong: Bool { get }
  /// How QGIS draws its layer.
  var style: LayerStyle? { get }

  /// The table with the columns that this run adds.
  func form(with added: AddedColumns) -> TableForm<Subject>
}

extension ReportTable {
  package var schemaName: String { rawValue }
  package var name: String { rawValue }
  package static var choices: [Self] { allCases }
  package var isOfRun: Bool { false }
  package var hasLateFlags: Bool { false }
  package var isLong: Bool { false }
  package var style: LayerStyle? { nil }
  package var schema: TableSchema { form.schema }
  package func schema(with added: AddedColumns) -> TableSchema {
    added.isEmpty ? schema : form(with: added).schema
  }

  var form: TableForm<Subject> { Self.forms.value(caseNumber(of: self)) { form(with: AddedColumns()) } }
}

/// A table of one kind of report: its columns, and the function that fills rows from a report.
package final class TableForm<Subject: Report>: Sendable {
  let columns: TableColumns
  let rowCount: @Sendable (Subject) -> Int
  /// About the number of rows that are in memory at a time.
  let expectedCount: @Sendable (Subject) -> Int
  /// Fills the cells of rows, one after another, from a place of the table on.
  ///
  /// - Returns: the place of the next row if the table is too long to be in memory; `nil` at its end.
  let fill: @Sendable (Subject, RowPlace?, RowGeometries, inout Cells, RowBody) -> RowPlace?
  /// Writes all rows as JSON without cells; `nil` for tables of few rows.
  let writeJSON: (@Sendable (Subject, inout JSONSink) -> Void)?

  var schema: TableSchema { columns.schema }
  var layer: LayerSchema { columns.layer }
  var shape: GeometryShape? { columns.shape }

  convenience init<Row: ReportRow<Subject>>(_: Row.Type, of table: Subject.Table, with added: AddedColumns) {
    self.init(Row.self, of: table, with: added, writeJSON: nil)
  }

  convenience init<Row: FrequentRow<Subject>>(_: Row.Type, of table: Subject.Table, with added: AddedColumns) {
    self.init(Row.self, of: table, with: added) { report, sink in Row.forEach(in: report) { sink.write($0) } }
  }

  private init<Row: ReportRow<Subject>>(
    _: Row.Type, of table: Subject.Table, with added: AddedColumns,
    writeJSON: (@Sendable (Subject, inout JSONSink) -> Void)?
  ) {
    self.writeJSON = writeJSON
    let identity = Row.standsAlone ? [] : SchemaCollector.columns(of: Subject.Identity.self)
    columns = TableColumns(
      table.name,
      TableSchema(
        table.schemaName, Row.meaning, identity: identity, SchemaCollector.columns(of: Row.self, with: added)),
      shape: Row.shape, style: table.style)
    rowCount = { Row.count(in: $0) }
    expectedCount = { Row.expectedCount(in: $0) }
    let columnCount = columns.own.columns.count
    fill = { report, place, geometries, cells, body in
      cells.beginTable(columnCount)
      return Row.forEach(in: report, from: place) { $0.fill(&cells, geometries, $0.geometry(in: report), body) }
    }
  }
}

/// Called with the cells of each row and, if wanted, its geometry.
package typealias RowBody = (inout Cells, Geometry) -> Void

/// Whether a format has the geometries of rows.
package enum RowGeometries: Sendable { case wanted, ignored }

extension ReportRow {
  @inline(__always)
  func fill(
    _ cells: inout Cells, _ geometries: RowGeometries, _ geometry: @autoclosure () -> Geometry, _ body: RowBody
  ) {
    cells.fill(self)
    body(&cells, geometries == .wanted && Self.shape != nil ? geometry() : .none)
  }
}

/// The columns of a table, and the fixed text around them in each format.
package final class TableColumns: Sendable {
  let schema: TableSchema
  /// The table in a GeoPackage.
  let layer: LayerSchema
  /// What the geometries of the rows are; `nil` if rows have none.
  let shape: GeometryShape?
  /// The columns of the report's identity, with which rows begin; empty if rows have none.
  let identity: WrittenColumns
  /// The columns after the identity.
  let own: WrittenColumns
  /// The name of the table as the beginning of the properties of a feature.
  let table: String
  /// Most runs need one or two.
  private let forms = MadeOnce<JSONForm>(count: Form.allCases.count)
  private let whole = MadeOnce<WrittenColumns>(count: 1)

  private enum Form: CaseIterable { case beginnings, rows, documentRows, featureBeginnings, properties }

  init(_ name: String, _ schema: TableSchema, shape: GeometryShape?, style: LayerStyle? = nil) {
    self.schema = schema
    self.shape = shape
    layer = LayerSchema(name, schema.meaning, shape: shape?.ofLayer, schema.columns.map(\.ofLayer), style: style)
    let columns = schema.columns.dropLast(schema.ownColumns.count)
    identity = WrittenColumns(Array(columns), in: Array(columns.indices))
    own = WrittenColumns(schema.ownColumns)
    table = "{\"table\":\"\(name)\""
  }

  var all: WrittenColumns { whole.value(0) { WrittenColumns(schema.columns, in: schema.cells) } }

  /// Rows outside documents: their beginning with the identity, and the rest.
  private var beginnings: JSONForm { form(.beginnings) }
  var rows: JSONForm { form(.rows) }
  /// Rows within a document.
  var documentRows: JSONForm { form(.documentRows) }
  /// The properties of a feature: their beginning with the name of the table and the identity, and the rest.
  private var featureBeginnings: JSONForm { form(.featureBeginnings) }
  var properties: JSONForm { form(.properties) }

  private func form(_ form: Form) -> JSONForm {
    forms.value(caseNumber(of: form)) {
      switch form {
      case .beginnings: JSONForm(identityColumns, identity, closing: "")
      case .rows: JSONForm(schema.ownColumns, own, opening: identityColumns.isEmpty ? "{" : ",")
      case .documentRows: JSONForm(schema.ownColumns, own)
      case .featureBeginnings: JSONForm(identityColumns, identity, opening: ",", closing: "")
      case .properties: JSONForm(schema.ownColumns, own, opening: ",")
      }
    }
  }

  private var identityColumns: [ColumnSchema] { Array(schema.columns.dropLast(schema.ownColumns.count)) }

  /// The beginning of every row of CSV.
  func csvIdentity(_ texts: CSVTexts, _ cells: inout Cells) -> [UInt8] {
    var first = CSVRows(identity, texts)
    first.putFields(&cells)
    return first.bytes.array
  }

  /// The beginning of every object outside documents.
  func jsonIdentity(_ cells: inout Cells) -> [UInt8] { beginning(beginnings, &cells) }

  /// The beginning of the properties of every feature.
  func featureIdentity(_ cells: inout Cells) -> [UInt8] { Array(table.utf8) + beginning(featureBeginnings, &cells) }

  private func beginning(_ form: JSONForm, _ cells: inout Cells) -> [UInt8] {
    if identity.columns.isEmpty { return [] }
    var first = JSONRows(form)
    first.putFields(&cells)
    return first.bytes.array
  }
}
