internal import GeoPackages

/// The tables of one kind of report. Raw values are the names in options and file names.
package protocol ReportTable: CaseIterable, RawRepresentable<String>, Hashable, Sendable where AllCases == [Self] {
  associatedtype Subject: Report where Subject.Table == Self

  /// The forms of all tables, computed once.
  static var forms: [Self: TableForm<Subject>] { get }
  /// The name in `tracemill schema`.
  var schemaName: String { get }

  /// The name of its files.
  var name: String { get }
  /// The tables that can be chosen by name.
  static var choices: [Self] { get }
  /// The rows are of the whole run, and follow at its end.
  var isOfRun: Bool { get }
  /// Rows have flags that are known only when the run has ended.
  var hasLateFlags: Bool { get }
  /// Its rows may be too many to be in memory together; they are rendered some at a time.
  var isLong: Bool { get }

  /// Calls a visitor with the type of the table's rows.
  func visit<Visitor: TableVisitor & ~Copyable>(_ visitor: inout Visitor) -> Visitor.Result
  where Visitor.Subject == Subject
}

/// Is called with the type of the rows of a table.
package protocol TableVisitor<Subject>: ~Copyable {
  associatedtype Subject: Report
  associatedtype Result
  mutating func visit<Row: ReportRow<Subject>>(_ row: Row.Type) -> Result
}

extension ReportTable {
  package var schemaName: String { rawValue }
  package var name: String { rawValue }
  package static var choices: [Self] { allCases }
  package var isOfRun: Bool { false }
  package var hasLateFlags: Bool { false }
  package var isLong: Bool { false }
  package var schema: TableSchema { form.schema }
  package func schema(with added: AddedColumns) -> TableSchema {
    added.isEmpty ? schema : form(with: added).schema
  }

  var form: TableForm<Subject> { Self.forms[self] ?? form(with: AddedColumns()) }

  static func makeForms() -> [Self: TableForm<Subject>] {
    Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.form(with: AddedColumns())) })
  }

  func form(with added: AddedColumns) -> TableForm<Subject> {
    var maker = FormMaker<Subject>(name: name, schemaName: schemaName, added: added)
    return visit(&maker)
  }
}

/// A table's schema, the number of its rows, and the fixed text around its values in JSON.
package final class TableForm<Subject: Report>: Sendable {
  let schema: TableSchema
  /// The table in a GeoPackage.
  let layer: LayerSchema
  /// Rows begin with the columns of the report's identity.
  let hasIdentity: Bool
  /// What the geometries of the rows are; `nil` if rows have none.
  let shape: GeometryShape?
  /// The identity at the beginning of a row.
  let identity: JSONFrame
  /// Rows outside documents, after the identity if they have one.
  let rows: JSONFrame
  /// Rows within a document.
  let documentRows: JSONFrame
  /// The beginning of a feature's properties.
  let table: String
  /// The identity in a feature's properties, after the name of the table.
  let featureIdentity: JSONFrame
  /// The other properties of a feature.
  let properties: JSONFrame
  let rowCount: @Sendable (Subject) -> Int
  /// About the number of rows that are in memory at a time.
  let expectedCount: @Sendable (Subject) -> Int

  init<Row: ReportRow<Subject>>(_: Row.Type, name: String, schemaName: String, added: AddedColumns) {
    let identity = Row.standsAlone ? [] : SchemaCollector.columns(of: Subject.Identity.self)
    let own = SchemaCollector.columns(of: Row.self, with: added)
    schema = TableSchema(schemaName, Row.meaning, identity: identity, own)
    layer = LayerSchema(name, Row.meaning, shape: Row.shape?.ofLayer, (identity + own).map(\.ofLayer))
    hasIdentity = !Row.standsAlone
    shape = Row.shape
    self.identity = JSONFrame(identity, closing: "")
    rows = JSONFrame(own, opening: Row.standsAlone ? "{" : ",")
    documentRows = JSONFrame(own)
    table = "{\"table\":\"\(name)\""
    featureIdentity = JSONFrame(identity, opening: ",", closing: "")
    properties = JSONFrame(own, opening: ",")
    rowCount = { Row.count(in: $0) }
    expectedCount = { Row.expectedCount(in: $0) }
  }
}

private struct FormMaker<Subject: Report>: TableVisitor {
  let name: String
  let schemaName: String
  let added: AddedColumns

  func visit<Row: ReportRow<Subject>>(_ row: Row.Type) -> TableForm<Subject> {
    TableForm(row, name: name, schemaName: schemaName, added: added)
  }
}
