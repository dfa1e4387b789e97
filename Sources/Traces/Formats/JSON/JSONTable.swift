internal import Records
internal import Storage

/// Objects as the rows of a table: the names of their members are recognised like the columns of CSV.
struct JSONTable {
  let layout: CSVLayout
  let parser: CSVRowParser
  private let header: [String]
  private let columns: [String: Int]

  /// - Parameter rows: the first ones of the file, which decide.
  /// - Throws: ``CSVLayoutError`` if they have no position.
  init(_ rows: [JSONRow], kind: JSONKind, settings: TraceReadingSettings) throws(CSVLayoutError) {
    var names = rows.flatMap { $0.fields.map(\.name) }.reduce(into: NameList()) { $0.add($1) }
    for name in settings.preset?.optionalNames ?? [] where !rows.isEmpty { names.add(name) }
    var settings = settings
    settings.delimiter = UInt8(ascii: ",")
    settings.skip = nil
    var sample: [UInt8] = []
    Self.write(names.list, to: &sample)
    for row in rows {
      sample.append(0x0A)
      Self.write(names.list.map { row[$0] }, to: &sample)
    }
    sample.append(0x0A)
    do throws(CSVLayoutError) {
      guard names.list.count > 1 else { throw Self.unknown(names.list, kind) }
      layout = try CSVSniffer.layout(of: sample, isWhole: true, settings: settings)
    } catch {
      let isUnnamed = error.reason == .columnsUnknown && settings.columns.byColumn.isEmpty && settings.preset == nil
      throw error.reason == .unknownFormat || isUnnamed ? Self.unknown(names.list, kind) : error
    }
    guard layout.header == names.list else { throw Self.unknown(names.list, kind) }
    header = names.list
    columns = names.places
    parser = CSVRowParser(layout, settings: settings)
  }

  /// Writes the row as a line of CSV.
  func write(_ row: JSONRow, to line: inout [UInt8]) {
    var texts = [String](repeating: "", count: header.count)
    for field in row.fields { if let place = columns[field.name] { texts[place] = field.text } }
    line.removeAll(keepingCapacity: true)
    Self.write(texts, to: &line)
  }

  /// Every field in quotes, without line ends, so that the line is one.
  private static func write(_ texts: [String], to line: inout [UInt8]) {
    for (index, text) in texts.enumerated() {
      if index > 0 { line.append(UInt8(ascii: ",")) }
      line.append(UInt8(ascii: "\""))
      for byte in text.utf8 {
        if byte == UInt8(ascii: "\"") { line.append(byte) }
        line.append(byte == 0x0A || byte == 0x0D ? 0x20 : byte)
      }
      line.append(UInt8(ascii: "\""))
    }
  }

  private static func unknown(_ names: [String], _ kind: JSONKind) -> CSVLayoutError {
    if let sentence = ForeignPlaces.sentence(names, { _ in nil }) {
      return CSVLayoutError(reason: .columnsUnknown, message: sentence)
    }
    let known = names.prefix(12).map { Records.quoted($0.utf8) }.joined(separator: ", ")
    let what = names.isEmpty ? "without members" : "with \(known)\(names.count > 12 ? ", …" : "")"
    return CSVLayoutError(
      reason: .columnsUnknown,
      message: "this is \(kind.rawValue) of objects \(what), of which none is known as latitude and longitude; "
        + "name them, as in --columns lat=NAME,lon=NAME. The file was skipped.")
  }
}

/// Different names, in the order in which they were added.
private struct NameList {
  private(set) var list: [String] = []
  private(set) var places: [String: Int] = [:]

  mutating func add(_ name: String) {
    guard places[name] == nil else { return }
    places[name] = list.count
    list.append(name)
  }
}
