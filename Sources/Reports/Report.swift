internal import Moments
package import Records

/// The content to be written about one input: a trip, or the answer to a request.
///
/// A report looks up and formats, and computes nothing. Functions with a default implementation are requirements
/// nevertheless: they are then compiled for each kind of report, instead of once for all with an indirection in every
/// cell.
package protocol Report: Sendable {
  associatedtype Table: ReportTable where Table.Subject == Self
  /// The columns at the beginning of every row of the report.
  associatedtype Identity: Columned

  /// The JSON of a report if no table is chosen.
  static var document: DocumentShape<Table> { get }
  /// What is written if no table is chosen.
  static var defaults: ReportDefaults<Table> { get }

  var identity: Identity { get }
  /// Some tables occur only in the documents of some reports.
  func isInDocument(_ table: Table) -> Bool
  /// The table whose rows are written where a document has another one.
  func written(_ table: Table) -> Table
  /// The approximate size of the document, in bytes.
  var expectedDocumentSize: Int { get }
  /// The geometry of the whole report.
  var geometry: Geometry { get }
  /// Writes the geometry as GeoJSON.
  func writeGeometry(to bytes: inout ByteWriter, _ scratch: inout RenderingScratch)
  /// Writes a track or a route of GPX.
  func writeGPX(to bytes: inout ByteWriter)

  func rowCount(of table: Table) -> Int
  /// What this run adds to the columns of tables.
  var added: AddedColumns { get }
  /// Times are multiples of it, in milliseconds; `nil` if they are as recorded.
  var timeStep: Int64? { get }
  /// The columns of a table, and the document, in this run.
  func form(of table: Table) -> TableForm<Self>
  var documentShape: DocumentShape<Table> { get }
  /// What the report contributes to one file.
  func chunk(
    of content: ReportContent<Table>, _ chosen: ChosenColumns<Table>, _ scratch: inout RenderingScratch
  ) -> RenderedChunk
}

extension Report {
  package func written(_ table: Table) -> Table { table }
  package var added: AddedColumns { AddedColumns() }
  package var timeStep: Int64? { nil }
  package func writeGeometry(to bytes: inout ByteWriter, _ scratch: inout RenderingScratch) { bytes.geometry(geometry) }
  package func form(of table: Table) -> TableForm<Self> { table.form }
  package var documentShape: DocumentShape<Table> { Self.document }
}

extension Report {
  var clock: LocalClock? { added.clock }
}

/// The document of a report: its main row in groups, then the rows of other tables.
package struct DocumentShape<Table: ReportTable>: Sendable {
  /// One table in the document.
  struct Member: Sendable {
    let table: Table
    let name: String
    /// A table of at most one row: an object instead of an array.
    var isObject = false
    /// Only in the documents of some reports.
    var isOptional = false
  }

  /// The value of the first field.
  package let name: String
  let title: String
  let main: Table
  let members: [Member]
  /// The meaning of the geometry at the end of the document; `nil` without geometry.
  let geometry: String?
  /// The main row.
  private(set) var head: JSONForm

  init(_ name: String, title: String, main: Table, _ members: [Member], geometry: String? = nil) {
    self.name = name
    self.title = title
    self.main = main
    self.members = members
    self.geometry = geometry
    head = JSONForm(document: main.schema.columns, main.form.columns.own, schema: name)
  }

  /// The same with further columns.
  func adding(_ columns: AddedColumns) -> DocumentShape {
    var shape = self
    let form = main.form(with: columns)
    shape.head = JSONForm(document: form.schema.columns, form.columns.own, schema: name)
    return shape
  }
}

/// What each format writes of reports if no table is chosen.
package struct ReportDefaults<Table: ReportTable>: Sendable {
  /// The tables of CSV in a directory.
  let inDirectory: [Table]
  /// The tables of CSV in a single file or stream; more than one are refused.
  let inStream: [Table]
  /// GeoJSON has all tables in one file, instead of one file for each.
  let sharesFeatureFile: Bool
  /// The table of refused records, if it can be chosen.
  let rejects: Table?
}

/// The scratch of a worker, kept from report to report.
package struct RenderingScratch: ~Copyable, Sendable {
  var cells = Cells()
  var sink = JSONSink()

  package init() {}
}
