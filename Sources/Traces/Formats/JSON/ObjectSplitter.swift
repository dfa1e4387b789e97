internal import Moments
internal import Records
internal import Storage

/// Reads the objects of a stream of NDJSON as rows, each as soon as its line has ended.
///
/// The first object with a place decides what the members mean. Later members whose names might change what the others
/// mean are reported.
struct ObjectSplitter {
  /// Whether nothing more of the stream is read.
  private(set) var isRefused = false
  /// The members that are not read, though their names might change what the others mean.
  private(set) var telling: [String] = []
  /// `nil` before the first object with a place.
  var maker: RowMaker? { table?.maker }
  private let path: String
  private let settings: TraceReadingSettings
  private var table: (rows: JSONTable, maker: RowMaker)?
  private var isBegun = false
  private var unknown = 0
  private var seen: Set<String> = []
  /// A row as CSV.
  private var text: [UInt8] = []

  /// In bytes. A longer line is refused.
  private static let longest = 1 << 20
  /// Reading stops after this many objects without a known place: no other will have one.
  private static let mostUnknown = 40
  /// At most this many names of later members are examined.
  private static let mostNames = 1000
  private static let lineEnd: UInt8 = 0x0A

  init(_ path: String, _ settings: TraceReadingSettings) {
    self.path = path
    self.settings = settings
  }

  mutating func forEachRow(
    in buffer: inout RecordBuffer, _ take: (StreamedRow) throws -> Void, _ refuse: (Refusal) throws -> Void
  ) throws {
    while !isRefused, !buffer.isEmpty {
      let line = buffer.line
      guard let end = Self.end(of: &buffer) else {
        guard buffer.end - buffer.begin > Self.longest else { return }
        buffer.skipLine(endingIn: Self.lineEnd)
        buffer.line += 1
        try refuse(refusal(line, "the line is longer than \(Self.longest) bytes. The object was skipped."))
        continue
      }
      let object = Self.trimmed(buffer.bytes[buffer.begin..<end])
      buffer.begin = min(end + 1, buffer.end)
      buffer.line += 1
      if !object.isEmpty { try read(Array(object), line, take, refuse) }
    }
  }

  /// The end of the first line; `nil` if it has not arrived.
  private static func end(of buffer: inout RecordBuffer) -> Int? {
    buffer.bytes[buffer.begin..<buffer.end].firstIndex(of: lineEnd) ?? (buffer.isAtEnd ? buffer.end : nil)
  }

  /// Without blanks, record separators and a byte order mark.
  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.drop { $0 <= 0x20 || byteOrderMark.contains($0) }
  }

  private func refusal(_ line: Int, _ message: String, _ reason: ReadingReason? = nil) -> Refusal {
    Refusal(
      file: path, line: line, traceID: nil, reason: reason?.rawValue ?? FixReason.badRecord.rawValue, message: message)
  }

  private mutating func read(
    _ object: [UInt8], _ line: Int, _ take: (StreamedRow) throws -> Void, _ refuse: (Refusal) throws -> Void
  ) throws {
    do throws(CSVLayoutError) {
      if !isBegun { try check(object) }
      isBegun = true
    } catch {
      isRefused = true
      return try refuse(refusal(line, error.message, error.reason))
    }
    let value: JSONValue
    do throws(JSONError) { value = try JSONValue(parsing: object) } catch {
      return try refuse(refusal(line, "not JSON: column \(error.column): \(error.fault). The object was skipped."))
    }
    guard value.fields != nil else { return try refuse(refusal(line, "this is no object. The line was skipped.")) }
    let items = settings.items.isEmpty ? nil : JSONItems(in: value, path: settings.items, followed: 0)
    if let pathBreak = items?.pathBreak, items?.found.isEmpty == true {
      let message = pathBreak.message(path: settings.items, preset: settings.presetOfItems)
      return try refuse(refusal(line, message, .itemsUnknown))
    }
    for (object, around) in items?.found.map({ ($0.value, $0.around) }) ?? [(value, [])] {
      var row = JSONRow(object, line: line, naming: settings.preset == nil ? .short : .whole)
      for outer in around { row.take(outer) }
      if try isRecognised(by: row, refuse) { try add(row, take) }
    }
  }

  /// Refuses documents: the first line shows whether there are lines of objects.
  private func check(_ first: [UInt8]) throws(CSVLayoutError) {
    guard let value = try? JSONValue(parsing: first) else { throw LiveFormat.document("JSON of several lines") }
    if !settings.items.isEmpty { return }
    guard try JSONLayout(of: first, isWhole: true).arrangement != .list else {
      throw LiveFormat.document("a document of JSON")
    }
    let times = settings.timeReading(clock: settings.clockOfTimes)
    if (try? JSONLine(value, line: 1, times: times)) != nil { throw LiveFormat.document("GeoJSON of whole lines") }
  }

  /// Whether the meaning of members is known, perhaps since this object; refuses it if it is not.
  private mutating func isRecognised(by row: JSONRow, _ refuse: (Refusal) throws -> Void) throws -> Bool {
    if table != nil { return true }
    do throws(CSVLayoutError) { try recognise(row) } catch {
      unknown += 1
      isRefused = unknown >= Self.mostUnknown
      let fate = isRefused ? "Nothing was read." : "The object was skipped."
      let message = error.message.replacing("The file was skipped.", with: fate)
      try refuse(refusal(row.line, message, error.reason))
      return false
    }
    for note in table?.rows.layout.notes ?? [] { try refuse(refusal(row.line, note.message, note.reason)) }
    return true
  }

  private mutating func recognise(_ row: JSONRow) throws(CSVLayoutError) {
    var row = row
    // The columns that the user names need not be in the first object, but its place and time show how these are
    // written.
    for column in [CSVColumn.trace, .vehicle, .speed, .heading, .accuracy, .hdop, .valid] {
      if case .name(let name) = settings.columns.byColumn[column] { row.put("", [name]) }
    }
    let rows = try JSONTable([row], kind: .ndjson, settings: settings)
    table = (rows, RowMaker(rows.layout, rows.parser, path))
    telling = rows.layout.namesOfTellingColumns
    seen = Set(rows.layout.header ?? [])
  }

  private func isIgnored(_ name: String) -> Bool {
    settings.columns.ignored.contains { $0.asName?.lowercased() == name.lowercased() }
  }

  private mutating func add(_ row: JSONRow, _ take: (StreamedRow) throws -> Void) throws {
    guard let table else { return }
    for field in row.fields where seen.count < Self.mostNames && seen.insert(field.name).inserted {
      if table.rows.layout.mightMatter(field.name), !isIgnored(field.name) { telling.append(field.name) }
    }
    var text: [UInt8] = []
    swap(&text, &self.text)
    defer { swap(&text, &self.text) }
    table.rows.write(row, to: &text)
    var record = TraceRecord(WantedFields(table.rows.layout))
    guard table.rows.layout.splitter.take(text.span, from: 0, isLast: true, into: &record) else { return }
    if table.maker.parser.passesOver(record, in: text.span) { return }
    try take(table.maker.row(of: record, in: text.span, line: row.line))
  }
}
