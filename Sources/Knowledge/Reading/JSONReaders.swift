/// The parts of the document of a trip.
struct DocumentReader {
  private(set) var cells = RowCells()
  /// The columns that what was taken last does not have.
  private(set) var missing: [String] = []
  /// Where the rows of the other tables begin.
  private(set) var lists: [ReportTable: Int] = [:]
  private var text = JSONText(bytes: [])
  private var tripID: Range<Int>?
  private var columns = ReportTable.allCases.map(JSONColumns.init)

  mutating func takeTrip(of text: JSONText) throws(RowFault) {
    self.text = text
    (tripID, lists) = (nil, [:])
    var place = 0
    while let member = try text.nextMember(&place) {
      if text.bytes[member.value.lowerBound] == UInt8(ascii: "[") {
        let name = String(decoding: text.bytes[member.name], as: UTF8.self)
        if let table = ReportTable(rawValue: name) { lists[table] = member.value.lowerBound }
      } else if text.bytes[member.name].elementsEqual("trip_id".utf8) {
        tripID = member.value
      }
    }
    missing = try columns[0].take(text.whole, of: text, into: &cells)
  }

  /// - Returns: `false` after the last row.
  mutating func takeRow(of table: ReportTable, _ place: inout Int) throws(RowFault) -> Bool {
    guard let row = try text.nextElement(&place), let number = ReportTable.allCases.firstIndex(of: table) else {
      return false
    }
    missing = try columns[number].take(row, of: text, tripID: tripID, into: &cells)
    return true
  }
}

/// A feature of GeoJSON that is a row of a table.
struct FeatureReader {
  private(set) var cells = RowCells()
  private(set) var missing: [String] = []
  private var columns = ReportTable.allCases.map(JSONColumns.init)

  /// - Returns: the table of the feature; `nil` if nothing is read of it.
  mutating func take(_ text: JSONText) throws(RowFault) -> ReportTable? {
    guard let row = try text.value(of: "properties") else { throw RowFault(.badRecord) }
    guard let name = try text.value(of: "table", in: row).flatMap(text.text),
      let number = ReportTable.allCases.firstIndex(where: { $0.rawValue == name })
    else { return nil }
    missing = try columns[number].take(row, of: text, into: &cells)
    return ReportTable.allCases[number]
  }
}
