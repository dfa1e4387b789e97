private import Geodesy
internal import Moments
internal import Records
internal import Storage

/// Recognises the layout of a CSV file from its first bytes.
struct CSVSniffer {
  private let settings: TraceReadingSettings
  /// The first records, each as its fields' texts.
  private var records: [[String]] = []
  private var layout: CSVLayout

  /// The number of bytes at the start of the file that decide.
  static let sampleSize = 1 << 16

  /// - Throws: ``CSVLayoutError`` with what is missing and how to specify it.
  static func layout(
    of sample: [UInt8], isWhole: Bool, settings: TraceReadingSettings
  ) throws(CSVLayoutError) -> CSVLayout {
    // Only the first line counts: loggers that lost power leave zeros further down, which cost a record and not the
    // file.
    if sample.prefix(while: { $0 != 0x0A && $0 != 0x0D }).contains(0) {
      let cure =
        [[0xFF, 0xFE], [0xFE, 0xFF]].contains(Array(sample.prefix(2))) ? "; convert UTF-16 text to UTF-8" : ""
      throw CSVLayoutError(
        reason: .unknownFormat, message: "the file is neither GPX nor a table of fixes\(cure). The file was skipped.")
    }
    var sniffer = CSVSniffer(sample, isWhole: isWhole, settings: settings)
    try sniffer.recogniseColumns()
    return try sniffer.layout.decidingTimes(by: sample, isWhole: isWhole, settings: settings)
  }

  private init(_ sample: [UInt8], isWhole: Bool, settings: TraceReadingSettings) {
    self.settings = settings
    let start = CSVDialect.preambleEnd(of: sample)
    let table = Array(sample[start.offset...])
    layout = CSVLayout(dialect: CSVDialect(of: table, isWhole: isWhole, delimiter: settings.delimiter))
    layout.firstRow = start
    let lines = table.split(separator: layout.dialect.lineEnd, maxSplits: 40, omittingEmptySubsequences: true)
    let complete = isWhole || lines.count == 1 ? lines : lines.dropLast()
    let splitter = CSVSplitter(layout.dialect, columnCount: 0)
    records = complete.prefix(20).map { splitter.texts(of: Array($0)).texts }
    layout.columnCount = records.first?.count ?? 0
  }

  private mutating func recogniseColumns() throws(CSVLayoutError) {
    guard let first = records.first, layout.columnCount > 1 else { throw unknownFormat }
    try takeNumberedChoices()
    let isHeader = looksLikeHeader(first)
    if isHeader {
      layout.header = first
      try takeNamedChoices(first)
      takeKnownNames(first)
    } else if let name = settings.columns.byColumn.values.compactMap(\.asName).min() {
      throw columnsUnknown("no column is named \(quoted(name.utf8)): the file has no header; name columns by number")
    } else if layout.columns[.latitude] == nil || layout.columns[.longitude] == nil {
      try recogniseByValues()
    }
    try checkPosition(first)
    leaveOutRowNumbers()
  }

  private var unknownFormat: CSVLayoutError {
    CSVLayoutError(
      reason: .unknownFormat,
      message: "the file is neither GPX nor a table of fixes with a latitude and a longitude. The file was skipped.")
  }

  private func columnsUnknown(_ what: String) -> CSVLayoutError {
    CSVLayoutError(
      reason: .columnsUnknown, message: "\(what), as in --columns lat=NAME,lon=NAME. The file was skipped.")
  }

  // MARK: With a header

  /// Whether no field of the first record is a coordinate or time in a column where rows have one.
  private func looksLikeHeader(_ first: [String]) -> Bool {
    if let latitude = layout.columns[.latitude], latitude < first.count { return number(first[latitude]) == nil }
    return first.allSatisfy { number($0) == nil && !looksLikeTime($0) }
  }

  private mutating func takeNumberedChoices() throws(CSVLayoutError) {
    for (column, choice) in settings.columns.byColumn.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      guard case .number(let number) = choice else { continue }
      guard number <= layout.columnCount else {
        throw columnsUnknown("\(column.rawValue) is said to be column \(number) but there are \(layout.columnCount)")
      }
      layout.columns[column] = number - 1
    }
  }

  private mutating func takeNamedChoices(_ header: [String]) throws(CSVLayoutError) {
    for (column, choice) in settings.columns.byColumn.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      guard let name = choice.asName else { continue }
      guard let index = header.firstIndex(where: { $0.lowercased() == name.lowercased() }) else {
        throw columnsUnknown("no column is named \(quoted(name.utf8)); the columns are \(list(header))")
      }
      layout.columns[column] = index
    }
  }

  private mutating func takeKnownNames(_ header: [String]) {
    let names = header.map(HeaderName.init)
    for column in CSVColumn.allCases where layout.columns[column] == nil {
      if column == .vehicle, let trace = layout.columns[.trace], column.names.contains(names[trace].text) { continue }
      let taken = Set(layout.columns.values)
      for name in column.names where layout.columns[column] == nil {
        layout.columns[column] = names.indices.first { names[$0].text == name && !taken.contains($0) }
      }
    }
    let stated = layout.columns[.speed].flatMap { names[$0].speedUnit }
    layout.speedUnit = settings.speedUnit ?? stated ?? .metresPerSecond
  }

  private func checkPosition(_ first: [String]) throws(CSVLayoutError) {
    let missing = [CSVColumn.latitude, .longitude].filter { layout.columns[$0] == nil }
    guard !missing.isEmpty else { return }
    let what = missing.map { $0 == .latitude ? "latitude" : "longitude" }.joined(separator: " and ")
    throw columnsUnknown("no column is known as \(what) among \(list(first)); name it")
  }

  private func list(_ names: [String]) -> String {
    let shown = names.prefix(12).map { quoted($0.utf8) }.joined(separator: ", ")
    return names.count > 12 ? shown + ", …" : shown
  }

  /// Drops a column that is only called `id` if it differs in every sampled row: such a column numbers rows.
  private mutating func leaveOutRowNumbers() {
    guard let index = layout.columns[.trace], settings.columns.byColumn[.trace] == nil else { return }
    guard let header = layout.header, HeaderName(header[index]).text == "id" else { return }
    let values = records.dropFirst().compactMap { $0.indices.contains(index) ? $0[index] : nil }
    guard values.count >= 3, Set(values).count == values.count else { return }
    layout.columns[.trace] = nil
    layout.rowNumberColumn = index + 1
  }

  // MARK: Without a header

  /// Recognises the columns by their values if these leave no choice.
  private mutating func recogniseByValues() throws(CSVLayoutError) {
    let all = Array(0..<layout.columnCount)
    let times = all.filter { isTime(column: $0) }
    let coordinates = all.filter { isCoordinate(column: $0, limit: 180) }
    let latitudes = coordinates.filter { isCoordinate(column: $0, limit: 90) }
    let rest = all.filter { !times.contains($0) && !coordinates.contains($0) }
    guard times.count + coordinates.count > 0 else { throw unknownFormat }
    let isClear = times.count <= 1 && coordinates.count == 2 && latitudes.count == 1 && rest.count <= 1
    guard isClear, let latitude = latitudes.first else {
      throw columnsUnknown("the file has no header and its columns cannot be told apart by their values; number them")
    }
    layout.columns[.latitude] = latitude
    layout.columns[.longitude] = coordinates.first { $0 != latitude }
    layout.columns[.time] = times.first
    layout.columns[.trace] = rest.first
  }

  private func number(_ text: String) -> ScannedDecimal? {
    let bytes = Array(text.utf8)
    var cursor = ByteCursor(bytes.span)
    return cursor.wholeNumber(layout.dialect.numberStyle)
  }

  /// Whether all values are degrees with at least three decimals; fewer decimals would not be a GPS position.
  private func isCoordinate(column: Int, limit: Degrees) -> Bool {
    records.allSatisfy { record in
      guard record.indices.contains(column), let number = number(record[column]) else { return false }
      return number.exponent <= -3 && abs(number.value) <= limit
    }
  }

  /// Whether all values are times of drives.
  private func isTime(column: Int) -> Bool {
    records.allSatisfy { record in
      guard record.indices.contains(column) else { return false }
      guard settings.timeFormat == .automatic else { return looksLikeTime(record[column], as: settings.timeFormat) }
      return looksLikePlausibleTime(record[column])
    }
  }
}

extension CSVColumnChoice {
  fileprivate var asName: String? {
    if case .name(let name) = self { name } else { nil }
  }
}
