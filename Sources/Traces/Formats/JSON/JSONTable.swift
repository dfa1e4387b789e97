internal import Records
internal import Storage

/// Objects as the rows of a table: what the names of their members mean is recognised as with the columns of CSV.
struct JSONTable {
  let layout: CSVLayout
  let parser: CSVRowParser
  private let header: [String]
  private let columns: [String: Int]

  /// - Parameter rows: the first ones of the file, which decide.
  /// - Throws: ``CSVLayoutError`` if they have no position.
  init(_ rows: [JSONRow], kind: JSONKind, settings: TraceReadingSettings) throws(CSVLayoutError) {
    let names = rows.flatMap { $0.fields.map(\.name) }.reduce(into: NameList()) { $0.add($1) }
    var settings = settings
    settings.delimiter = UInt8(ascii: ",")
    let texts = [names.list.map(Self.quoted).joined(separator: ",")] + rows.map { Self.text($0, names.list) }
    do throws(CSVLayoutError) {
      guard names.list.count > 1 else { throw Self.unknown(names.list, kind) }
      let sample = Array((texts.joined(separator: "\n") + "\n").utf8)
      layout = try CSVSniffer.layout(of: sample, isWhole: true, settings: settings)
    } catch {
      let isUnnamed = error.reason == .columnsUnknown && settings.columns.byColumn.isEmpty
      throw error.reason == .unknownFormat || isUnnamed ? Self.unknown(names.list, kind) : error
    }
    guard layout.header == names.list else { throw Self.unknown(names.list, kind) }
    header = names.list
    columns = names.places
    parser = CSVRowParser(layout, settings: settings)
  }

  /// The row as a line of CSV.
  func line(of row: JSONRow) -> [UInt8] {
    var texts = [String](repeating: "", count: header.count)
    for field in row.fields { if let place = columns[field.name] { texts[place] = field.text } }
    return Array(texts.map(Self.quoted).joined(separator: ",").utf8)
  }

  private static func text(_ row: JSONRow, _ names: [String]) -> String {
    names.map { quoted(row[$0]) }.joined(separator: ",")
  }

  private static func quoted(_ text: String) -> String { "\"" + text.replacing("\"", with: "\"\"") + "\"" }

  private static func unknown(_ names: [String], _ kind: JSONKind) -> CSVLayoutError {
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
