private import Geodesy
internal import Moments
internal import Records
internal import Storage

/// Recognises the layout of a CSV file from its first bytes.
struct CSVSniffer {
  let settings: TraceReadingSettings
  /// From the header or the first row on.
  private let table: [UInt8]
  private(set) var sample: CSVSample
  var layout: CSVLayout

  /// The number of bytes at the start of the file that decide.
  static let sampleSize = 1 << 16

  /// Lines before a header that may be titles.
  private static let mostTitles = 20

  /// - Throws: ``CSVLayoutError`` with what is missing and how to specify it.
  static func layout(
    of sample: [UInt8], isWhole: Bool, settings: TraceReadingSettings
  ) throws(CSVLayoutError) -> CSVLayout {
    try recognised(sample, isWhole: isWhole, settings: settings).keeping(settings.keep)
  }

  private static func recognised(
    _ sample: [UInt8], isWhole: Bool, settings: TraceReadingSettings
  ) throws(CSVLayoutError) -> CSVLayout {
    // Only the first line is examined: loggers that lost power leave zeros further down, which cost a record and not
    // the file.
    if sample.prefix(while: { $0 != 0x0A && $0 != 0x0D }).contains(0) {
      let cure =
        [[0xFF, 0xFE], [0xFE, 0xFF]].contains(Array(sample.prefix(2))) ? "; convert UTF-16 text to UTF-8" : ""
      throw CSVLayoutError(
        reason: .unknownFormat, message: "the file is neither GPX nor a table of fixes\(cure). The file was skipped.")
    }
    if let skip = settings.skip {
      return try layout(of: sample, afterSkipping: skip, isWhole: isWhole, settings: settings)
    }
    if let layout = commentedLayout(of: sample, isWhole: isWhole, settings: settings) { return layout }
    do throws(CSVLayoutError) {
      return try layout(of: sample, afterTitles: 0, isWhole: isWhole, settings: settings)
    } catch {
      var cause = error
      for titles in 1...mostTitles {
        guard let start = CSVDialect.offset(ofLine: titles, in: sample) else { break }
        do throws(CSVLayoutError) {
          let rest = try layout(of: sample, afterTitles: titles, isWhole: isWhole, settings: settings)
          if rest.header != nil, start.offset < sample.count { return rest }
        } catch {
          // The error of a table whose columns are known best describes what is wrong with the file.
          if [.timesUnknown, .coordinatesUnknown].contains(error.reason) { cause = error }
        }
      }
      throw cause
    }
  }

  /// The layout of a table whose header is a comment: `# lat, lon, time` above rows of as many fields.
  private static func commentedLayout(
    of sample: [UInt8], isWhole: Bool, settings: TraceReadingSettings
  ) -> CSVLayout? {
    guard let start = CSVDialect.lastComment(of: sample) else { return nil }
    var sniffer = CSVSniffer(sample, from: start, afterTitles: 0, isWhole: isWhole, settings: settings)
    let records = sniffer.sample.records
    guard records.count > 1, records[0].count == records[1].count, !sniffer.looksLikeHeader(records[1]) else {
      return nil
    }
    guard (try? sniffer.recogniseColumns()) != nil, sniffer.layout.header != nil else { return nil }
    return try? sniffer.decided(by: sample, isWhole: isWhole)
  }

  /// The layout of a table after as many lines as the user says.
  private static func layout(
    of sample: [UInt8], afterSkipping lines: Int, isWhole: Bool, settings: TraceReadingSettings
  ) throws(CSVLayoutError) -> CSVLayout {
    guard lines == 0 || CSVDialect.offset(ofLine: lines, in: sample) != nil else {
      throw CSVLayoutError(
        reason: .noRows,
        message:
          "no table follows the \(lines) lines that --csv skip\(settings.preset.map { " or the preset \($0.name)" } ?? "") "
          + "passes over. The file was skipped.")
    }
    var layout = try layout(of: sample, afterTitles: lines, isWhole: isWhole, settings: settings)
    layout.titleLines = 0  // no note: the user knows
    return layout
  }

  private static func layout(
    of sample: [UInt8], afterTitles titles: Int, isWhole: Bool, settings: TraceReadingSettings
  ) throws(CSVLayoutError) -> CSVLayout {
    let preamble = CSVDialect.preambleEnd(of: sample)
    let start = titles == 0 ? preamble : CSVDialect.offset(ofLine: titles, in: sample) ?? preamble
    var sniffer = CSVSniffer(sample, from: start, afterTitles: titles, isWhole: isWhole, settings: settings)
    try sniffer.recogniseColumns()
    return try sniffer.decided(by: sample, isWhole: isWhole)
  }

  /// The layout with its times, and then with the units that only times and places together show.
  private func decided(by bytes: [UInt8], isWhole: Bool) throws(CSVLayoutError) -> CSVLayout {
    let timed = try layout.decidingTimes(by: bytes, isWhole: isWhole, settings: settings)
    try timed.refuseHurry(in: table, settings)
    try timed.refuseSharedTrips(in: table, settings)
    return timed.decidingMotion(by: table, settings).notingDoubtfulColumns(in: table, settings)
      .findingSeparator(in: table, settings)
  }

  /// - Parameter start: where the header or the first row begins.
  private init(
    _ bytes: [UInt8], from start: (offset: Int, line: Int), afterTitles titles: Int, isWhole: Bool,
    settings: TraceReadingSettings
  ) {
    self.settings = settings
    table = Array(bytes[start.offset...])
    let stated = titles == 0 ? CSVDialect.statedDelimiter(of: bytes) : nil
    layout = CSVLayout(dialect: CSVDialect(of: table, isWhole: isWhole, delimiter: settings.delimiter ?? stated))
    layout.firstRow = start
    layout.titleLines = titles
    let lines = table.split(separator: layout.dialect.lineEnd, maxSplits: 40, omittingEmptySubsequences: true)
    let complete = isWhole || lines.count == 1 ? lines : lines.dropLast()
    let splitter = CSVSplitter(layout.dialect, columnCount: 0)
    let records = complete.prefix(20).map { splitter.texts(of: Array($0)).texts }
    sample = CSVSample(dialect: layout.dialect, timeFormat: settings.statedTimeFormat, records: records)
    layout.columnCount = records.first?.count ?? 0
  }

  private mutating func recogniseColumns() throws(CSVLayoutError) {
    guard let first = sample.records.first, layout.columnCount > 1 else { throw unknownFormat }
    try takeNumberedChoices()
    takeIgnored()
    let isHeader = looksLikeHeader(first)
    if isHeader {
      layout.header = first
      try takeNamedChoices(first)
      takeIgnored()
      let names = layout.readableNames
      try refuseSplitAngles(names)
      recogniseNames(names)
      try refuseHemispheres(names)
      try refuseAbridgedIDs(first)
    } else if let name = CSVColumn.allCases.flatMap(settings.choices).compactMap(\.asName).min() {
      throw columnsUnknown("no column is named \(quoted(name.utf8)): the file has no header; name columns by number")
    } else if settings.preset == nil, layout.columns[.latitude] == nil || layout.columns[.longitude] == nil {
      try recogniseByValues()
    }
    if !isHeader {
      takeUnits(speeds: nil, headings: nil)
      if layout.columns[.valid] != nil { takeFlags(first.map { _ in "" }) }
    }
    try checkPosition(first)
    try recogniseCoordinates()
    try refuseForeignTimes()
    try takePresetRows(first)
  }

  /// A column that is named as well is read.
  private mutating func takeIgnored() {
    layout.ignored = settings.columns.ignoredColumns(of: layout.header, count: layout.columnCount)
      .subtracting(layout.columns.values)
  }

  private var unknownFormat: CSVLayoutError {
    CSVLayoutError(
      reason: .unknownFormat,
      message: "the file is neither GPX nor a table of fixes with a latitude and a longitude. The file was skipped.")
  }

  func columnsUnknown(_ what: String) -> CSVLayoutError {
    CSVLayoutError(
      reason: .columnsUnknown, message: "\(what), as in --columns lat=NAME,lon=NAME. The file was skipped.")
  }

  // MARK: With a header

  /// Whether no field of the first record is a coordinate or time in a column where rows have one.
  private func looksLikeHeader(_ first: [String]) -> Bool {
    if let latitude = layout.columns[.latitude], latitude < first.count { return sample.number(first[latitude]) == nil }
    return first.allSatisfy { sample.number($0) == nil && !sample.isTime($0) }
  }

  private mutating func takeNumberedChoices() throws(CSVLayoutError) {
    for column in CSVColumn.allCases {
      guard let number = settings.choices(of: column).first?.asNumber else { continue }
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
    if let preset = settings.preset { try takeColumns(of: preset, header) }
  }

  private mutating func recogniseNames(_ header: [String]) {
    let (table, begun) = (table, layout)
    let chosen = layout.columns
    let recogniser = HeaderRecogniser(header, sample, chosen: chosen) {
      TableValues(table, begun).texts(at: $0)
    }
    layout.columns = recogniser.columns.filter { settings.columns.byColumn[$0.key] != .absent }
    if settings.preset != nil { layout.columns = chosen }
    layout.rowNumberColumn = settings.preset == nil ? recogniser.rowNumberColumn : nil
    layout.tracesAreVehicles = recogniser.tracesAreVehicles && layout.columns[.trace] != nil
    let isChosen = settings.isChosen(.vehicle)
    layout.vehiclesSeparateTraces = (isChosen || recogniser.isVehicleCertain) && layout.columns[.vehicle] != nil
    takeFlags(header)
    if let exponent = recogniser.exponent { layout.coordinates = .scaled(exponent) }
    takeUnits(speeds: recogniser.speedUnit, headings: recogniser.headings)
  }

  /// Takes the units that the user, the preset or the names of the columns state.
  private mutating func takeUnits(speeds named: SpeedUnit?, headings: HeadingForm?) {
    layout.headings = settings.preset?.headings ?? headings ?? .degrees
    layout.headingsAreStated = settings.preset?.headings != nil
    takeSpeedUnit(named: named)
  }

  private mutating func takeSpeedUnit(named: SpeedUnit?) {
    let known: [(SpeedUnit?, SpeedUnitSource)] = [
      (settings.speedUnit, .option), (settings.preset?.speedUnit, .preset), (named, .header),
    ]
    guard let (unit, source) = known.first(where: { $0.0 != nil }), let unit else { return }
    layout.speedUnit = unit
    if layout.columns[.speed] != nil { layout.speedUnitSource = source }
  }

  /// Degrees, minutes and seconds in columns of their own would be read as whole degrees.
  private func refuseSplitAngles(_ header: [String]) throws(CSVLayoutError) {
    guard !settings.isChosen(.latitude), !settings.isChosen(.position) else { return }
    let parts = header.filter { name in
      let words = HeaderName.words(of: name)
      guard words.count == 2, ["lat", "latitude"].contains(words[0]) else { return false }
      return ["min", "mins", "minute", "minutes", "sec", "secs", "second", "seconds"].contains(words[1])
    }
    guard let part = parts.first else { return }
    throw CSVLayoutError(
      reason: .columnsUnknown,
      message: "the latitudes are split: \(quoted(part.utf8)) has parts of degrees. Join the parts into one column "
        + "'lat', as in 47 06 12.5, and those of the longitudes into 'lon'. The file was skipped.")
  }

  /// A column that says south or west and is not read would put the drive on the other side of the earth.
  private func refuseHemispheres(_ header: [String]) throws(CSVLayoutError) {
    let read = Set(layout.columns.values)
    for index in header.indices where !read.contains(index) && HemisphereColumn.isName(header[index]) {
      let texts = sample.values(of: index, afterHeader: true).texts
      guard texts.allSatisfy(HemisphereColumn.isSide), let side = texts.first(where: HemisphereColumn.isSouthOrWest)
      else {
        continue
      }
      throw CSVLayoutError(
        reason: .coordinatesUnknown,
        message:
          "the column \(quoted(header[index].utf8)) says \(quoted(side.utf8)), which is not read as a hemisphere: write "
          + "N, S, E and W, and name the columns as in --columns lat_hemisphere=NAME,lon_hemisphere=NAME, or "
          + "--columns \(shellWord(layout.choice(of: index)))=ignore says that the coordinates have their signs. The file "
          + "was skipped.")
    }
  }

  /// Ids such as `3.56E+14` no longer identify one vehicle.
  private func refuseAbridgedIDs(_ header: [String]) throws(CSVLayoutError) {
    for column in [CSVColumn.trace, .vehicle] where settings.columns.byColumn[column] == nil {
      guard let index = layout.columns[column], let id = sample.values(of: index, afterHeader: true).abridged else {
        continue
      }
      throw CSVLayoutError(
        reason: .columnsUnknown,
        message:
          "ids of \(quoted(header[index].utf8)) such as \(id) have lost digits in a spreadsheet, so that several "
          + "vehicles may share one; export them as text, or say --columns trace=\(index + 1) to take them as they are. "
          + "The file was skipped.")
    }
  }

  /// The user may name one flag, or say that the file has none.
  private mutating func takeFlags(_ header: [String]) {
    if let named = layout.columns.removeValue(forKey: .valid) {
      let words = settings.columns.byColumn[.valid] == nil ? settings.preset?.validity ?? RowWords() : RowWords()
      return layout.flags = [
        words.isEmpty ? FixFlagRecogniser(header).flag(named) : FixFlag(column: named, kind: .words(words))
      ]
    }
    guard settings.columns.byColumn[.valid] != .absent, settings.preset == nil else { return }
    // The first records of a drive may all be good or all bad, so the whole sample is used.
    let (table, layout) = (table, layout)
    self.layout.flags = FixFlagRecogniser(header).flags(leavingOut: Set(layout.columns.values)) {
      TableValues(table, layout)
    }
  }

  private func checkPosition(_ first: [String]) throws(CSVLayoutError) {
    let missing = [CSVColumn.latitude, .longitude].filter { layout.columns[$0] == nil }
    guard !missing.isEmpty, layout.columns[.position] == nil else { return }
    let what = missing.map { $0 == .latitude ? "latitude" : "longitude" }.joined(separator: " and ")
    if layout.header != nil,
      let sentence = ForeignPlaces.sentence(first, { sample.values(of: $0, afterHeader: true).texts.first })
    {
      throw CSVLayoutError(reason: .columnsUnknown, message: sentence)
    }
    throw columnsUnknown("no column is known as \(what) among \(list(first)); name it")
  }

  func list(_ names: [String]) -> String {
    let shown = names.prefix(12).map { quoted($0.utf8) }.joined(separator: ", ")
    return names.count > 12 ? shown + ", …" : shown
  }

  // MARK: Coordinates

  private mutating func recogniseCoordinates() throws(CSVLayoutError) {
    guard let latitude = layout.columns[.latitude], let longitude = layout.columns[.longitude] else { return }
    let hasHeader = layout.header != nil
    let pair = CoordinateValues(
      latitudes: sample.values(of: latitude, afterHeader: hasHeader),
      longitudes: sample.values(of: longitude, afterHeader: hasHeader),
      hasHemispheres: layout.columns[.latitudeHemisphere] != nil)
    if let stated = settings.coordinates { return layout.coordinates = stated }
    if case .scaled = layout.coordinates { return }
    try refuseForeignNumbers(latitude, pair.form)
    let names = [latitude, longitude].map { column in
      layout.header.map { quoted($0[column].utf8) } ?? "column \(column + 1)"
    }
    if let complaint = pair.complaintOnDegrees(
      names, hasFurtherColumns: layout.usedColumns.count < layout.columnCount)
    {
      throw CSVLayoutError(reason: .coordinatesUnknown, message: complaint)
    }
    switch pair.form {
    case .some(let form):
      layout.coordinates = form
      if form == .degrees, let note = pair.noteOnDecimals(names) {
        layout.notes.append(LayoutNote(reason: .coarseCoordinates, message: note))
      }
      if case .scaled(let exponent) = form, settings.preset == nil {
        layout.notes.append(
          LayoutNote(
            reason: .scaledCoordinates,
            message: "the coordinates of \(names[0]) and \(names[1]) are whole numbers, and were read as degrees times "
              + "10\(superscript(-exponent)); --csv coordinates=e\(-exponent) says that this is right, and semicircles that "
              + "they are those of FIT."))
      }
    case nil: throw CSVLayoutError(reason: .coordinatesUnknown, message: pair.complaint)
    }
    layout.areSwapped = layout.coordinates == .degrees && pair.areSwapped
  }

  private func superscript(_ digit: Int) -> String { ["5": "⁵", "6": "⁶", "7": "⁷"]["\(digit)"] ?? "\(digit)" }

  // MARK: Without a header

  /// Recognises the columns by their values if these leave no choice.
  private mutating func recogniseByValues() throws(CSVLayoutError) {
    let all = (0..<layout.columnCount).filter { !layout.ignored.contains($0) }
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
    if settings.columns.byColumn[.trace] != .absent { layout.columns[.trace] = rest.first }
  }

  /// Whether all values are degrees with at least three decimals; fewer decimals would not be a GPS position.
  private func isCoordinate(column: Int, limit: Degrees) -> Bool {
    sample.records.allSatisfy { record in
      guard record.indices.contains(column), let number = sample.number(record[column]) else { return false }
      return number.exponent <= -3 && abs(number.value) <= limit
    }
  }

  /// Whether all values are plausible times.
  private func isTime(column: Int) -> Bool {
    sample.records.allSatisfy { record in
      guard record.indices.contains(column) else { return false }
      return sample.isPlausibleTime(record[column])
    }
  }
}
