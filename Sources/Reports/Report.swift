package import Records

/// Everything there is to write about one input: a trip, or the answer to a request.
///
/// A report looks up and formats, and computes nothing. The functions with a default are requirements all the same: so they
/// are compiled for each kind of report, and not once for all at the price of a detour in every cell.
package protocol Report: Sendable {
  associatedtype Table: ReportTable where Table.Subject == Self
  /// The columns that every row of the report begins with.
  associatedtype Identity: Columned

  /// What JSON writes of a report where no table is asked for.
  static var document: DocumentShape<Table> { get }
  /// What is written where no table is asked for.
  static var defaults: ReportDefaults<Table> { get }

  var identity: Identity { get }
  /// Some tables stand only in the documents of some reports.
  func isInDocument(_ table: Table) -> Bool
  /// Bytes of the document, roughly.
  var expectedDocumentSize: Int { get }
  /// The report as a whole.
  var geometry: Geometry { get }
  /// A track or a route of GPX.
  func writeGPX(to bytes: inout ByteWriter)

  func rowCount(of table: Table) -> Int
  /// What the report adds to one file.
  func chunk(of content: ReportContent<Table>, _ scratch: inout RenderingScratch) -> RenderedChunk
}

/// The document of a report: its main row in groups, then the rows of other tables.
package struct DocumentShape<Table: ReportTable>: Sendable {
  /// One table in the document.
  struct Member: Sendable {
    let table: Table
    let name: String
    /// A table of one row at most: an object in place of an array.
    var isObject = false
    /// Only in the documents of some reports.
    var isOptional = false
  }

  /// The value of the first field.
  package let name: String
  let title: String
  let main: Table
  let members: [Member]
  /// What the geometry at the document's end is; `nil` where there is none.
  let geometry: String?
  /// What stands around the values of the main row.
  let head: JSONFrame

  init(_ name: String, title: String, main: Table, _ members: [Member], geometry: String? = nil) {
    self.name = name
    self.title = title
    self.main = main
    self.members = members
    self.geometry = geometry
    head = JSONFrame(document: main.schema.columns, schema: name)
  }
}

/// What the formats write of reports where no table is asked for.
package struct ReportDefaults<Table: ReportTable>: Sendable {
  /// Tables of CSV in a directory.
  let inDirectory: [Table]
  /// Tables of CSV in a single file or stream; more than one are refused.
  let inStream: [Table]
  /// GeoJSON has all tables in one file, and not one file for each.
  let sharesFeatureFile: Bool
  /// The table of refused records, where it can be asked for.
  let rejects: Table?
}

/// What a worker keeps from report to report.
package struct RenderingScratch: ~Copyable, Sendable {
  var known: RecurringTexts? = RecurringTexts()

  package init() {}
}
