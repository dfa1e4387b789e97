internal import Records
internal import Storage

/// Collects rows into traces, in order of first appearance, within bounded memory.
///
/// - `grouped`: a trace is complete when a row of another trace arrives.
/// - `interleaved`: a trace is complete at the end of the file.
/// - `automatic`: traces are kept until the buffer is full. If no trace has returned by then, the ended ones are handed
///   out and reading continues. If one has, all rows go to a scratch file in runs sorted by trace, and the runs are
///   merged at the end of the file.
///
/// A trace that returns after it was handed out begins another trace with the same id, with a notice.
///
/// Memory: the buffer, one entry per id, and the trace being handed out.
struct RowGatherer {
  private let source: String
  private let settings: TraceReadingSettings
  private let fallbackID: String
  private var isInterleaved: Bool
  /// The file names no traces, and its only one may be the fixes of several vehicles.
  var mayBeSeveral = false
  /// Keeps the values of columns that are carried into reports; `nil` if no columns are.
  var keeper: ColumnKeeper?

  private var numberOfID: [String: Int] = [:]
  /// The traces not yet handed out, numbered from `firstNumber`.
  private var open: [OpenTrace] = []
  private var firstNumber = 0
  /// The place in `open` of the trace of the last row.
  private var current = -1
  private var currentID: [UInt8] = []
  private var currentVehicle: [UInt8] = []
  private var idsAreVehicles = false
  private var separatesVehicles = false
  private var separator = VehicleSeparator.undecided([])
  /// The clock of times without an offset; `nil` if no times lack one, or if they are UTC.
  private var clock: RepeatedHours.Clock?
  private var currentFixes: [Fix] = []
  /// Rows of `open` in memory, without the rows that the current trace received since it became current.
  private var buffered = 0
  /// The rows of the current trace when it became current.
  private var countBefore = 0
  private var runs: RowRuns?
  private var nextOut = 0

  private struct OpenTrace {
    var id: String
    var vehicle: String?
    var fixes: [Fix] = []
    /// Rows in the runs.
    var written = 0
    var told = 0
  }

  init(source: String, settings: TraceReadingSettings) {
    self.source = source
    self.settings = settings
    fallbackID = settings.ownID(of: source)
    isInterleaved = settings.rows == .interleaved
  }

  mutating func take(_ layout: CSVLayout) {
    idsAreVehicles = layout.tracesAreVehicles
    separatesVehicles = layout.vehiclesSeparateTraces
    separator = layout.separator
    clock = layout.isOfUnknownClock ? .unknown : settings.clock.map { .known($0) }
  }

  private var capacity: Int { max(1, settings.bufferSize / MemoryLayout<Fix>.stride) }

  /// Whether a trace of this id has been seen.
  func knows(_ id: [UInt8]) -> Bool { numberOfID[idText(id)] != nil }

  /// Selects the trace named by `id`, a field of `bytes`, as the one that receives rows; an empty field means the
  /// file's only trace. The first row of a trace names its vehicle.
  @inline(__always)
  mutating func select(
    _ bytes: Span<UInt8>, _ id: CSVField, of vehicle: CSVField, line: Int, _ items: inout ReadItems
  ) throws(StorageError) {
    if current >= 0 && isEqual(bytes, id.range, currentID) {
      if !separatesVehicles || vehicle.range.isEmpty || isEqual(bytes, vehicle.range, currentVehicle) { return }
    }
    try change(to: id.text(in: bytes), of: vehicle.text(in: bytes), line: line, &items)
  }

  /// Whether a field equals the id field of the current trace. A field with quotes in it is never equal and is looked
  /// up.
  @inline(__always)
  private func isEqual(_ bytes: Span<UInt8>, _ range: Range<Int>, _ known: [UInt8]) -> Bool {
    guard range.count == known.count else { return false }
    for index in 0..<range.count where bytes[range.lowerBound + index] != known[index] { return false }
    return true
  }

  /// Adds a row to the selected trace.
  @inline(__always)
  mutating func append(_ fix: Fix) {
    currentFixes.append(fix)
  }

  /// Adds a refused row to the selected trace and reports it.
  mutating func append(_ fix: Fix, refusedFor reason: FixReason, _ items: inout ReadItems, _ message: String) {
    currentFixes.append(fix)
    let id = open[current].id
    items.refuse(reason, line: Int(fix.line), traceID: id, told: &open[current].told, message)
  }

  private mutating func change(
    to id: [UInt8], of vehicle: [UInt8], line: Int, _ items: inout ReadItems
  ) throws(StorageError) {
    putBack()
    let written = idText(id)
    let vehicleText = idText(vehicle)
    var text = written.isEmpty ? fallbackID : written
    if separatesVehicles, !vehicleText.isEmpty { takeVehicle(vehicleText, into: &text, line: line, &items) }
    if settings.rows == .automatic && isReturn(text) { isInterleaved = true }
    if settings.rows == .grouped && !open.isEmpty && open.last?.id != text { try handOut(open.count, &items) }
    if buffered >= capacity { try makeRoom(&items) }
    current = place(of: text, line: line, &items)
    if open[current].vehicle == nil, !vehicleText.isEmpty { open[current].vehicle = vehicleText }
    currentID = id
    if separatesVehicles { currentVehicle = vehicle }
    swap(&currentFixes, &open[current].fixes)
    buffered -= currentFixes.count
    countBefore = currentFixes.count
  }

  /// Puts the vehicle in front of an id that another vehicle has as well.
  private func takeVehicle(_ vehicle: String, into id: inout String, line: Int, _ items: inout ReadItems) {
    guard let number = numberOfID[id], number >= firstNumber, let other = open[number - firstNumber].vehicle,
      other != vehicle
    else { return }
    let shared = id
    id = "\(vehicle)/\(id)"
    guard numberOfID[id] == nil else { return }
    items.note(
      .sharedTraceID, line: line, traceID: id,
      "trace \(quoted(shared.utf8)) is of \(quoted(other.utf8)) and of \(quoted(vehicle.utf8)); that of the second is "
        + "\(quoted(id.utf8)).")
  }

  /// Whether `id` names an open trace other than the last one that began.
  private func isReturn(_ id: String) -> Bool {
    guard let number = numberOfID[id], number >= firstNumber else { return false }
    return number - firstNumber != open.count - 1
  }

  /// Returns the current trace's rows to its entry.
  private mutating func putBack() {
    guard current >= 0 else { return }
    buffered += currentFixes.count
    ReadMeter.gather(currentFixes.count - countBefore)
    swap(&currentFixes, &open[current].fixes)
    current = -1
  }

  /// The place in `open` of the trace with this id, added if it is new.
  private mutating func place(of id: String, line: Int, _ items: inout ReadItems) -> Int {
    if let number = numberOfID[id] {
      if number >= firstNumber { return number - firstNumber }
      noteReturn(of: id, line: line, &items)
    }
    numberOfID[id] = firstNumber + open.count
    open.append(OpenTrace(id: id))
    return open.count - 1
  }

  private func noteReturn(of id: String, line: Int, _ items: inout ReadItems) {
    items.note(
      .rowsNotContiguous, line: line, traceID: id,
      "trace \(quoted(id.utf8)) comes back after other traces; its rows from here on are a trace of their own. "
        + "--csv rows=interleaved joins them.")
  }

  private mutating func makeRoom(_ items: inout ReadItems) throws(StorageError) {
    guard isInterleaved || runs != nil else { return try handOut(open.count, &items) }
    var runs: RowRuns
    if let begun = self.runs { runs = begun } else { runs = try RowRuns(directory: settings.temporaryDirectory) }
    for place in open.indices where !open[place].fixes.isEmpty { try runs.append(open[place].fixes, of: place) }
    try runs.endRun()
    self.runs = runs
    for place in open.indices {
      open[place].written += open[place].fixes.count
      open[place].fixes = []
    }
    buffered = 0
  }

  /// Hands out the first `count` open traces.
  private mutating func handOut(_ count: Int, _ items: inout ReadItems) throws(StorageError) {
    for place in 0..<count {
      settleRepeatedHours(&open[place], &items)
      ReadMeter.gather(-open[place].fixes.count)
      items.append(try trace(open[place]))
    }
    open.removeFirst(count)
    firstNumber += count
    buffered = 0
  }

  private func settleRepeatedHours(_ entry: inout OpenTrace, _ items: inout ReadItems) {
    var told = entry.told
    RepeatedHours.settle(&entry.fixes, by: clock) { line, complaint in
      items.refuse(
        .repeatedHour, line: line, traceID: entry.id, told: &told, "\(complaint). The row was skipped.")
    }
    entry.told = told
  }

  private func trace(_ entry: OpenTrace) throws(StorageError) -> Trace {
    let vehicle = entry.vehicle ?? (idsAreVehicles && entry.id != fallbackID ? entry.id : nil)
    var trace = Trace(id: entry.id, source: TraceSource(file: source), fixes: entry.fixes, vehicle: vehicle)
    if let keeper { trace.kept = try keeper.values(of: &trace.fixes) }
    return trace
  }

  /// Hands out the next trace after the last row was added, unless it holds the fixes of several vehicles; `false`
  /// after the last.
  mutating func finishNext(_ items: inout ReadItems) throws(StorageError) -> Bool {
    putBack()
    guard nextOut < open.count else { return false }
    var entry = open[nextOut]
    open[nextOut].fixes = []
    if entry.written > 0 {
      var fixes: [Fix] = []
      fixes.reserveCapacity(entry.written + entry.fixes.count)
      try runs?.read(traceAt: nextOut, into: &fixes)
      entry.fixes = fixes + entry.fixes
    }
    ReadMeter.gather(-entry.fixes.count)
    settleRepeatedHours(&entry, &items)
    let whole = try trace(entry)
    if !mayBeSeveral || items.isOneVehicle(whole, separator) { items.append(whole) }
    nextOut += 1
    return true
  }
}
