internal import Records
internal import Trips

/// The value of the first field of every trip document.
package let documentSchemaName = "tracemill/trip/1"

extension JSONFrame {
  static let document = JSONFrame(document: TableSchema.trips.columns, schema: documentSchemaName)

  /// The rows of each table as they stand within the trip document.
  static let documentRows = Dictionary(
    uniqueKeysWithValues: (ReportTable.ofDocument + ReportTable.ofDocumentOnRequest).map {
      ($0, JSONFrame($0.schema.ownColumns))
    })
}

extension TripReport {
  /// The trip document on one line: the row of `trips` in groups, then the rows of the other tables, those of
  /// `alternatives` where they were asked for.
  func writeDocument(to bytes: inout ByteWriter) {
    bytes.withRows(.document, separator: "") { writeTrip(to: &$0) }
    for table in ReportTable.ofDocument + (trip.alternatives == nil ? [] : [.alternatives]) {
      guard let frame = JSONFrame.documentRows[table] else { continue }
      bytes.text(",\"\(table.rawValue)\":[")
      bytes.withRows(frame, separator: ",") { write(table, to: &$0) }
      bytes.text("]")
    }
    bytes.text("}")
  }
}

extension ByteWriter {
  /// Lends the bytes to a writer of rows.
  mutating func withRows(
    _ frame: JSONFrame, identity: [UInt8] = [], separator: String, _ write: (inout JSONRows) -> Void
  ) {
    var rows = JSONRows(frame, identity: identity, separator: separator, bytes: consume self)
    write(&rows)
    self = rows.bytes
  }
}
