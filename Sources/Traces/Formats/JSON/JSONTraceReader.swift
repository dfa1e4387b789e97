internal import Moments
internal import Records
internal import Storage

/// Reads the traces of one file of JSON: objects with one fix each, or GeoJSON.
///
/// Objects with one fix are the rows of a table; their traces may be mixed. Lines of GeoJSON are traces of their own.
///
/// Memory: the largest object, and what ``RowGatherer`` takes.
final class JSONTraceReader: TraceDocument {
  let kind: JSONKind
  private let settings: TraceReadingSettings
  /// How the times of lines are read; times of rows have a layout.
  private let times: TimeReading
  private let source: String
  private lazy var ownID = settings.ownID(of: source)
  private var stream: JSONStream
  private var items: ReadItems
  private var gatherer: RowGatherer
  private var table: JSONTable?
  /// The first rows, until there are enough of them to recognise what their members mean.
  private var pending: [JSONRow] = []
  private var names: JSONNames
  /// A row as CSV.
  private var line: [UInt8] = []
  private var features = 0
  private var elements = 0
  /// Where the path to the fixes broke off first.
  private var pathBreak: JSONPathBreak?
  private var itemCount = 0
  private var state = State.reading
  private var streamError: StorageError?

  private enum State { case reading, handingOut, done }

  /// The number of rows that decide what the members mean.
  private static let decisiveRows = 500

  /// - Throws: ``CSVLayoutError`` for JSON that has no fixes.
  init(_ stream: ByteStream, sample: [UInt8], isWhole: Bool, settings: TraceReadingSettings) throws(CSVLayoutError) {
    let layout =
      settings.items.isEmpty
      ? try JSONLayout(of: sample, isWhole: isWhole) : JSONLayout(of: sample, path: settings.items)
    kind = layout.kind
    self.settings = settings
    times = settings.timeReading(clock: settings.clockOfTimes)
    names = JSONNames(settings: settings)
    source = stream.path
    let buffer = RecordBuffer(stream, skipping: layout.offset, line: layout.line)
    self.stream = JSONStream(buffer, arrangement: layout.arrangement)
    items = ReadItems(file: stream.path, refusalLimit: settings.refusalsPerTrace)
    gatherer = RowGatherer(source: stream.path, settings: settings)
  }

  var format: TraceFileFormat {
    var format = TraceFileFormat(kind.rawValue.lowercased(), kind.rawValue)
    format.layout = layout
    return format
  }
  var refusedByReason: [String: Int] { items.refusedByReason }
  /// What the members of rows mean; `nil` if there are no rows.
  var layout: CSVLayout? { table?.layout }

  func next() -> TraceItem? {
    while items.isEmpty && state != .done {
      do throws(StorageError) {
        try advance()
      } catch {
        items.note(streamError: error)
        state = .done
      }
    }
    return items.pop()
  }

  private func advance() throws(StorageError) {
    switch state {
    case .reading: try readElement()
    case .handingOut: if try !gatherer.finishNext(&items) { finish() }
    case .done: break
    }
  }

  private func finish() {
    state = .done
    if let streamError { items.note(streamError: streamError) }
    if noteBrokenPath() { return }
    if elements == 0 && streamError == nil { items.note(.noRows, "this is \(kind.rawValue) without any object.") }
    guard stream.hasMoreBehindList else { return }
    items.refuse(.badRecord, line: 1, "behind the list of fixes stand further lists or objects. They were skipped.")
  }

  /// Says that the path to the fixes led nowhere in the whole file.
  private func noteBrokenPath() -> Bool {
    guard itemCount == 0, streamError == nil, let pathBreak = stream.pathBreak ?? pathBreak else { return false }
    items.note(.itemsUnknown, line: 1, pathBreak.message(path: settings.items, preset: settings.presetOfItems))
    return true
  }

  /// If the stream breaks, the objects before are still good.
  private func readElement() throws(StorageError) {
    var element: JSONStream.Element?
    do throws(StorageError) {
      element = try stream.next()
    } catch {
      streamError = error
    }
    guard let element else {
      try endReading()
      return
    }
    elements += 1
    if let value = element.value { return try takeItems(of: value, line: element.line) }
    items.refuse(.badRecord, line: element.line, "\(element.fault ?? ""). The record was skipped.")
  }

  private func endReading() throws(StorageError) {
    try takePending()
    gatherer.mayBeSeveral = table?.layout.columns[.trace] == nil && settings.columns.byColumn[.trace] == nil
    if state == .reading { state = .handingOut }
  }

  // MARK: Objects

  private func takeItems(of element: JSONValue, line: Int) throws(StorageError) {
    guard !settings.items.isEmpty else { return try take(element, line: line) }
    let items = JSONItems(in: element, path: settings.items, followed: stream.followedNames)
    if pathBreak == nil { pathBreak = items.pathBreak }
    itemCount += items.found.count
    for item in items.found { try take(item.value, around: item.around, line: line) }
  }

  private func take(_ value: JSONValue, around: [JSONValue] = [], line: Int) throws(StorageError) {
    if value["type"]?.text == "FeatureCollection", let features = value["features"]?.list {
      for feature in features { try take(feature, around: around, line: line) }
      return
    }
    guard value.fields != nil else {
      return items.refuse(.badRecord, line: line, "this is no object. The record was skipped.")
    }
    do throws(JSONLine.Flaw) {
      if let lines = try JSONLine(value, line: line, times: times) {
        return take(lines, of: value, line)
      }
    } catch {
      return items.refuse(.badRecord, line: line, "\(error.clause). The record was skipped.")
    }
    var row = JSONRow(value, line: line, naming: settings.preset == nil ? .short : .whole)
    for object in around { row.take(object) }
    try take(row)
  }

  private func take(_ lines: JSONLine, of feature: JSONValue, _ line: Int) {
    features += 1
    guard let kept = keptValues(of: feature, line) else { return }
    let names = self.names.find(in: feature)
    var complaints = lines.complaints[...]
    for (part, fixes) in lines.lines.enumerated() {
      let id = names.trace.map { part == 0 ? $0 : "\($0)#\(part + 1)" } ?? traceID(feature: features, part: part + 1)
      guard !fixes.isEmpty else {
        items.note(.emptySegment, line: line, traceID: id, "the line has no places.")
        continue
      }
      let place = TraceSource(file: source, track: features, segment: part + 1)
      var told = 0
      for fix in fixes {
        guard let refusal = fix.refusal else { continue }
        let complaint = complaints.popFirst() ?? refusal.meaning
        items.refuse(refusal, line: line, traceID: id, told: &told, "\(complaint). The point was skipped.")
      }
      var trace = Trace(id: id, source: place, fixes: fixes, vehicle: names.vehicle)
      trace.keep(kept)
      items.append(trace)
    }
  }

  /// The kept properties of a line; `nil` if the file is refused, since its first line has not all of them.
  private func keptValues(of feature: JSONValue, _ line: Int) -> [(name: String, text: String)]? {
    guard !settings.keep.isEmpty else { return [] }
    let row = JSONRow(feature["properties"] ?? .null, line: line)
    let names = row.fields.map(\.name)
    if features == 1, let missing = settings.keep.first(where: { !names.contains($0) }) {
      items.note(
        .keptColumnUnknown, line: line, CSVLayoutError(keptColumn: missing, of: names, columnCount: 0).message)
      state = .done
      return nil
    }
    return settings.keep.map { ($0, row[$0]) }
  }

  private func traceID(feature: Int, part: Int) -> String {
    let stem = ownID
    return feature == 1 && part == 1 ? stem : "\(stem)#\(feature).\(part)"
  }

  // MARK: Rows

  private func take(_ row: JSONRow) throws(StorageError) {
    if table != nil { return try add(row) }
    pending.append(row)
    if pending.count == Self.decisiveRows { try takePending() }
  }

  private func takePending() throws(StorageError) {
    guard !pending.isEmpty else { return }
    do throws(CSVLayoutError) {
      table = try JSONTable(pending, kind: kind, settings: settings)
    } catch {
      items.note(error.reason, line: pending.first?.line, error.message)
      state = .done
      return
    }
    if let layout { gatherer.take(layout) }
    gatherer.keeper = table.flatMap { ColumnKeeper($0.layout, settings: settings) }
    noteLayout()
    let rows = pending
    pending = []
    for row in rows { try add(row) }
  }

  private func noteLayout() {
    guard let layout = table?.layout else { return }
    let line = pending.first?.line
    for note in layout.notes { items.note(note.reason, line: line, note.message) }
    if layout.areSwapped {
      items.note(
        .swappedCoordinates, line: line,
        "the latitudes are beyond 90 and the longitudes are not: each was read as the other. --columns names them.")
    }
    if let number = layout.rowNumberColumn {
      items.note(
        .idNumbersRows, line: line,
        "\(layout.quotedName(of: number)) differs in every object and was not taken for the trace; --columns trace=\(number) takes it."
      )
    }
  }

  private func add(_ row: JSONRow) throws(StorageError) {
    guard let table else { return }
    var line: [UInt8] = []
    swap(&line, &self.line)
    defer { swap(&line, &self.line) }
    table.write(row, to: &line)
    let bytes = line.span
    var record = TraceRecord(WantedFields(table.layout))
    guard table.layout.splitter.take(bytes, from: 0, isLast: true, into: &record),
      !table.parser.passesOver(record, in: bytes)
    else { return }
    let hasTraces = table.layout.columns[.trace] != nil
    var fix = table.parser.fix(of: record, in: bytes, line: row.line)
    if let keeper = gatherer.keeper { fix.kept = try keeper.keep(bytes, from: 0, isLast: true) }
    if fix.refusal == nil || fix.refusal == .repeatedHour, !(hasTraces && isBlankID(bytes, record.fields[0].range)) {
      let vehicle = record.fields[CSVRowParser.vehicle]
      try gatherer.select(bytes, record.fields[0], of: vehicle, line: row.line, &items)
      gatherer.append(fix)
    } else {
      let refused = RefusedRow(fix: fix, hasTraceColumn: hasTraces)
      try refused.add(record, to: &gatherer, table.parser, bytes, &items)
    }
  }
}

extension TraceFormat {
  static let json = TraceFormat(
    name: "json", endings: [".geojson", ".geojsonl", ".geojsonseq", ".ndjson", ".jsonl"], begins: { $0.isJSON },
    nameOfRecording: nil
  ) { stream, beginning, settings throws(CSVLayoutError) in
    try JSONTraceReader(stream, sample: beginning.bytes, isWhole: beginning.isWhole, settings: settings)
  }
}

extension FileBeginning {
  /// Whether a file begins with an object or a list of JSON, perhaps after a record separator.
  var isJSON: Bool {
    let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0x09, 0x0A, 0x0D, 0x1E, 0x20]
    let start = bytes.drop { marks.contains($0) }
    if start.first == UInt8(ascii: "{") { return true }
    guard start.first == UInt8(ascii: "[") else { return false }
    let next = start.dropFirst().first { !marks.contains($0) }
    return next.map { [UInt8]("{[]\"-0123456789".utf8).contains($0) } ?? true
  }
}
