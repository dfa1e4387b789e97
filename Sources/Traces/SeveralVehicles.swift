internal import Geodesy
internal import Moments
internal import Records

/// What distinguishes the vehicles of a table that names no traces.
enum VehicleSeparator: Equatable, Sendable {
  /// A column without which the places leap and with which they do not; as `--columns` names it.
  case column(String)
  /// The first rows do not decide; columns that are not read.
  case undecided([String])
}

extension Trace {
  /// Whether its places leap to and fro, as they do if several vehicles are mixed.
  ///
  /// They do if, in order of time, more than one step in five is faster than 150 m/s.
  var leapsAsSeveralVehicles: Bool {
    let timed = fixes.filter { $0.refusal == nil && $0.place != nil && $0.time != nil }
    guard timed.count >= 10 else { return false }
    return Leaps(of: timed.sorted { $0.storedMilliseconds < $1.storedMilliseconds }).areMany
  }

  /// Whether it is a drive once its jumps are refused: most of its fixes stay, and hardly any of their steps leaps.
  fileprivate var isDriveWithJumps: Bool {
    var begin = self
    begin.fixes = Array(fixes.prefix(20_000)).sorted { $0.storedMilliseconds < $1.storedMilliseconds }
    let usable = begin.fixes.count { $0.refusal == nil }
    let rest = TraceCleaner().clean(begin).fixes.filter { $0.refusal == nil }
    return 2 * rest.count > usable && Leaps(of: rest).areHardlyAny
  }

  /// Without times, only a column that distinguishes the vehicles shows that there are several.
  fileprivate var isWithoutTimes: Bool { !fixes.contains { $0.refusal == nil && $0.time != nil } }
}

/// The steps between successive fixes that no vehicle can make.
private struct Leaps {
  private(set) var steps = 0
  private(set) var leaps = 0

  private static let fastest: MetresPerSecond = 150
  /// A shorter step may be an error of the place.
  private static let leastLeap: Metres = 300
  /// Of fixes without times.
  private static let leastTimelessLeap: Metres = 2000

  init() {}

  init(of fixes: [Fix]) { for (from, to) in zip(fixes, fixes.dropFirst()) { take(from, to) } }

  mutating func take(_ from: Fix, _ to: Fix) {
    steps += 1
    let distance = groundDistance(from.storedPlace, to.storedPlace)
    guard let begin = from.time, let end = to.time else {
      if distance > Self.leastTimelessLeap { leaps += 1 }
      return
    }
    if distance > Self.leastLeap, distance > Self.fastest * max(1, end.seconds(since: begin)) { leaps += 1 }
  }

  var areMany: Bool { 5 * leaps > steps }
  var areHardlyAny: Bool { 100 * leaps < steps }
}

extension CSVLayout {
  /// The layout of a table without a column of traces, with what distinguishes its vehicles.
  ///
  /// - Parameter table: from the header or the first row on.
  func findingSeparator(in table: [UInt8], _ settings: TraceReadingSettings) -> CSVLayout {
    guard columns[.trace] == nil, settings.columns.byColumn[.trace] == nil else { return self }
    var layout = self
    layout.separator = separator(rows(of: table, settings))
    return layout
  }

  /// Refuses a table in which several vehicles have trips of the same id, if an unused column tells them apart.
  func refuseSharedTrips(in table: [UInt8], _ settings: TraceReadingSettings) throws(CSVLayoutError) {
    guard let trace = columns[.trace], settings.columns.byColumn[.trace] == nil, !vehiclesSeparateTraces,
      settings.columns.byColumn[.vehicle] == nil
    else { return }
    let used = usedColumns
    let others = (0..<columnCount).filter { $0 == columns[.vehicle] || !used.contains($0) && !ignored.contains($0) }
    guard !others.isEmpty, leapsWithinTraces(of: table, settings).areMany else { return }
    let rows = rows(of: table, settings).sorted { $0.fix.storedMilliseconds < $1.fix.storedMilliseconds }
    guard rows.count >= 10 else { return }
    let fit = others.compactMap { column -> (column: Int, count: Int)? in
      let (leaps, count) = leaps(rows, by: [trace, column])
      return 2 * leaps.steps >= rows.count && leaps.areHardlyAny ? (column, count) : nil
    }
    guard let best = fit.min(by: { ($0.count, $0.column) < ($1.count, $1.column) }) else { return }
    let column = choice(of: best.column)
    throw CSVLayoutError(
      reason: .severalVehicles,
      message:
        "several vehicles have trips of the same \(quoted(name(of: .trace).utf8)): their positions leap, but not where "
        + "\(quoted(column.utf8)) separates them. --columns \(shellWord("vehicle=" + column)) gives each its trips. The file "
        + "was skipped.")
  }

  /// The steps within the groups into which columns split the rows, and the number of groups.
  private func leaps(_ rows: [Row], by columns: [Int]) -> (leaps: Leaps, groups: Int) {
    var last: [[String]: Fix] = [:]
    var leaps = Leaps()
    for row in rows where columns.allSatisfy({ row.texts.indices.contains($0) }) {
      let key = columns.map { row.texts[$0] }
      if let before = last[key] { leaps.take(before, row.fix) }
      last[key] = row.fix
    }
    return (leaps, last.count)
  }

  /// A usable record and all its texts.
  private typealias Row = (fix: Fix, texts: [String])

  private static let mostRows = 2000

  private func rows(of table: [UInt8], _ settings: TraceReadingSettings) -> [Row] {
    let whole = CSVSplitter(dialect, columnCount: 0)
    var rows: [Row] = []
    forEachRow(of: table, settings) { fix, _, range in
      rows.append((fix, whole.texts(of: Array(table[range])).texts))
    }
    return rows
  }

  /// The leaps of the first rows within each trace, in the order of time. Most tables have none, so no text is made here.
  private func leapsWithinTraces(of table: [UInt8], _ settings: TraceReadingSettings) -> Leaps {
    var rows: [(fix: Fix, trace: [UInt8])] = []
    forEachRow(of: table, settings) { fix, trace, _ in rows.append((fix, trace)) }
    var last: [[UInt8]: Fix] = [:]
    var leaps = Leaps()
    for row in rows.sorted(by: { $0.fix.storedMilliseconds < $1.fix.storedMilliseconds }) {
      if let before = last.updateValue(row.fix, forKey: row.trace) { leaps.take(before, row.fix) }
    }
    return leaps
  }

  /// Lends the first rows with a place: the fix, the trace as it is written, and the bytes in the table.
  private func forEachRow(
    of table: [UInt8], _ settings: TraceReadingSettings, _ body: (Fix, [UInt8], Range<Int>) -> Void
  ) {
    let parser = CSVRowParser(self, settings: settings)
    var record = TraceRecord(WantedFields(self))
    var (offset, line) = (0, 0)
    while line < Self.mostRows, splitter.take(table.span, from: offset, isLast: false, into: &record) {
      defer { offset = record.end }
      line += 1
      if line == 1 && header != nil || record.end <= offset { continue }
      let fix = parser.fix(of: record, in: table.span, line: line)
      guard fix.refusal == nil, fix.place != nil else { continue }
      body(fix, record.fields[0].text(in: table.span), offset..<record.end)
    }
  }

  /// The unused column with the fewest values that makes the leaps of the first rows disappear.
  private func separator(_ rows: [Row]) -> VehicleSeparator {
    let used = Set(columns.values).union(ignored)
    let unused = (0..<columnCount).filter { !used.contains($0) }
    let sorted = rows.sorted { $0.fix.storedMilliseconds < $1.fix.storedMilliseconds }
    guard rows.count >= 10, Leaps(of: sorted.map(\.fix)).areMany else { return .undecided(unused.map(choice)) }
    let fit = unused.compactMap { column in groups(sorted, by: column).map { (column: column, count: $0) } }
    guard let best = fit.min(by: { ($0.count, $0.column) < ($1.count, $1.column) }) else {
      return .undecided(unused.map(choice))
    }
    return .column(choice(of: best.column))
  }

  /// The number of groups into which a column splits the rows, if hardly any step within them leaps; groups of one row
  /// each would show nothing.
  private func groups(_ rows: [Row], by column: Int) -> Int? {
    var last: [String: Fix] = [:]
    var leaps = Leaps()
    for row in rows where row.texts.indices.contains(column) && !row.texts[column].isEmpty {
      if let before = last[row.texts[column]] { leaps.take(before, row.fix) }
      last[row.texts[column]] = row.fix
    }
    return last.count > 1 && 2 * leaps.steps >= rows.count && leaps.areHardlyAny ? last.count : nil
  }
}

extension ReadItems {
  /// Whether the only trace of a file that names no traces is one; notes if it is not.
  mutating func isOneVehicle(_ trace: Trace, _ separator: VehicleSeparator) -> Bool {
    if case .column(let column) = separator, trace.isWithoutTimes || trace.leapsAsSeveralVehicles {
      note(
        .severalVehicles,
        "no column is known as the vehicle or the trip, and the positions leap as those of several vehicles do, but not "
          + "where \(quoted(column.utf8)) separates them: --columns \(shellWord("trace=" + column)) reads each as a trace "
          + "of its own. The file was skipped.")
      return false
    }
    guard trace.leapsAsSeveralVehicles, !trace.isDriveWithJumps else { return true }
    note(
      .severalVehicles,
      "no column is known as the vehicle or the trip, and the positions leap as those of several vehicles do; "
        + "\(cure(separator)). The file was skipped.")
    return false
  }

  private func cure(_ separator: VehicleSeparator) -> String {
    guard case .undecided(let columns) = separator, !columns.isEmpty else {
      return "export the vehicle with each position; --columns trace=none reads the file as one trace all the same"
    }
    let names = columns.prefix(12).map { quoted($0.utf8) }.joined(separator: ", ")
    return
      "if one of \(names)\(columns.count > 12 ? ", …" : "") names it, say so with --columns trace=NAME; if none does, "
      + "export the vehicle with each position"
  }
}
