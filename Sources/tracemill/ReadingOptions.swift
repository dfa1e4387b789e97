internal import ArgumentParser
internal import FoundationEssentials
internal import Moments
internal import Presets
internal import Records
internal import Settings
internal import Storage
internal import Traces
internal import Work

/// How trace files are read. Every command that reads traces has these options.
struct ReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Names or numbers of CSV columns: lat=Breite,lon=Laenge,time=3,trace=none. Columns: \(columnNames). A column of the \
      file that is not to be looked at: status=ignore.
      """, valueName: "column=name,…"))
  var columns: String?

  @Option(
    help: ArgumentHelp(
      """
      How the files of an exporter are read: one of \(Preset.shipped.map(\.name).joined(separator: ", ")), or a file of \
      your own. tracemill preset says what each of them reads. Other options count more.
      """, valueName: "name|file"), completion: .list(Preset.shipped.map(\.name)))
  var preset: String?

  @Option(
    help: ArgumentHelp(
      "Where the fixes stand in a document of JSON: the names that lead to them, such as data.positions.",
      valueName: "path"))
  var items: String?

  static let csvKeys = KeyedOption(
    "csv", "How CSV is written, where a file does not show it by itself.",
    [
      OptionKey("delimiter", .text("character|word"), "the character between fields, or comma, semicolon, tab"),
      OptionKey("skip", .number(0...10_000, unit: "lines"), "so many lines stand before the header or the first row"),
      OptionKey(
        "coordinates", .word(CoordinateForm.names),
        "how coordinates are written; e7, e6 and e5 are whole numbers, nmea is as in 4708.205"),
      OptionKey(
        "speed-unit", .word(SpeedUnit.allCases.map(\.rawValue)), "the unit of speeds, also of other formats than CSV"),
      OptionKey(
        "time-format", .text("name|pattern"),
        "how times are written: \(TimeFormat.names.joined(separator: ", ")), a pattern such as '%d.%m.%Y %H:%M:%S', or a "
          + "count such as 's since 1989-12-31'; times before 1980 are read only with it"),
      OptionKey("rows", .word(RowArrangement.allCases.map(\.rawValue)), usual: "auto", "order of the rows of traces"),
      OptionKey(
        "interval", .text("seconds"), "the time between the points of a polyline that stands in one row, such as 15s"),
    ])

  @Option(name: .customLong("csv"), help: Self.csvKeys.argumentHelp, completion: Self.csvKeys.completion)
  var csvGiven: [String] = []

  /// The keys of --csv that were given.
  var csv: KeyValues { Self.csvKeys.checked(csvGiven) }

  @OptionGroup var clock: ClockOptions

  /// The options that were given, for the manifest.
  var options: [String: String] {
    let csv = csv
    var given = ["columns": columns, "preset": preset, "items": items]
    for key in Self.csvKeys.keys { given[key.name.replacing("-", with: "_")] = csv[key.name] }
    return given.compactMapValues(\.self).merging(clock.options) { $1 }
  }

  private static var columnNames: String { CSVColumn.allCases.map(\.rawValue).joined(separator: ", ") }

  func validate() throws {
    _ = try Self.csvKeys.values(csvGiven)
    _ = try settings()
  }

  /// - Throws: `ValidationError` for an option that cannot be parsed.
  func settings() throws -> TraceReadingSettings {
    var settings = TraceReadingSettings()
    settings.tellsLayouts = Console.isTerminal
    if let columns {
      guard let choices = CSVColumnChoices(columns) else {
        throw ValidationError("--columns is a list such as lat=Breite,time=3, not \(columns).\(hint(on: columns))")
      }
      settings.columns = choices
    }
    try apply(csv, to: &settings)
    settings.clock = try clock.clock()
    if let memory = RareSetting.memory.text { settings.bufferSize = try size(memory) }
    try applyPlace(to: &settings)
    try chosenPreset()?.apply(to: &settings)
    return settings
  }

  private func apply(_ csv: KeyValues, to settings: inout TraceReadingSettings) throws {
    settings.coordinates = csv["coordinates"].flatMap { CoordinateForm($0) }
    settings.delimiter = try csv["delimiter"].map(byte)
    settings.speedUnit = csv["speed-unit"].flatMap(SpeedUnit.init(rawValue:))
    settings.timeFormat = try csv["time-format"].map(format) ?? .automatic
    settings.interval = try csv["interval"].map(seconds)
    settings.rows = csv["rows"].flatMap(RowArrangement.init(rawValue:)) ?? .automatic
    if let lines = csv["skip"] { settings.skip = try count(of: lines) }
  }

  /// The preset that was named; `nil` without one.
  func chosenPreset() throws -> Preset? {
    guard let preset else { return nil }
    do throws(PresetError) {
      return try Preset(named: preset)
    } catch {
      throw ValidationError("--preset: \(error).")
    }
  }

  /// The preset with what it says: rows of an earlier run are kept only if a file of the user's is as it was.
  var presetText: String? {
    guard let preset, let found = try? Preset(named: preset) else { return preset }
    return "\(preset): \(found.text)"
  }

  /// Where in a file the fixes are.
  private func applyPlace(to settings: inout TraceReadingSettings) throws {
    guard let items else { return }
    settings.items = JSONPath.names(items)
    guard !settings.items.isEmpty else {
      throw ValidationError("--items is a path such as data.positions, not '\(items)'.")
    }
  }

  /// The first name that is no column of tracemill, with the one that was probably meant.
  private func hint(on columns: String) -> String {
    let names = CSVColumn.allCases.map(\.rawValue)
    let given = columns.split(separator: ",").filter { !$0.hasSuffix("=ignore") }.map {
      $0.prefix { $0 != "=" }.trimmed
    }
    guard let unknown = given.first(where: { !names.contains($0) }) else { return "" }
    let meant = didYouMean(unknown, among: names)
    return " There is no column \(unknown).\(meant.isEmpty ? " There are \(names.joined(separator: ", "))." : meant)"
  }

  /// A bound of at least 1 MiB that the memory of the machine can hold.
  private func size(_ text: String) throws -> Int {
    guard let bytes = parseSize(text) else {
      throw RareSetting.memory.refusal("a size such as 256M or 2G")
    }
    let most = Int(clamping: ProcessInfo.processInfo.physicalMemory)
    guard (1 << 20...most).contains(bytes) else {
      throw RareSetting.memory.refusal("1M to the \(most >> 20)M that this machine has")
    }
    return bytes
  }

  private func format(_ text: String) throws -> TimeFormat {
    do throws(TimePatternError) {
      return try TimeFormat(text)
    } catch {
      throw ValidationError("time-format of --csv: \(error).")
    }
  }

  private func count(of lines: String) throws -> Int {
    guard let count = Int(lines) else {
      throw ValidationError("skip of --csv is a whole number of lines, not \(lines).")
    }
    return count
  }

  private func seconds(_ text: String) throws -> Double {
    guard let value = Double(text.hasSuffix("s") ? String(text.dropLast()) : text), value > 0, value <= 86_400 else {
      throw ValidationError("interval of --csv is a time such as 15s, above 0 and at most a day, not \(text).")
    }
    return value
  }

  private func byte(_ text: String) throws -> UInt8 {
    if text == "\\t" { return UInt8(ascii: "\t") }
    let words = ["tab": UInt8(ascii: "\t"), "comma": UInt8(ascii: ","), "semicolon": UInt8(ascii: ";")]
    if let byte = words[text] { return byte }
    guard text.utf8.count == 1, let byte = text.utf8.first else {
      throw ValidationError("delimiter of --csv is one character, comma, semicolon or tab, not \(text).")
    }
    return byte
  }
}

/// The trace files that arguments name, and what was skipped in folders. Warns if there are none, and if reports of
/// earlier runs are beside them.
func traceFiles(
  of traces: [String], _ reading: ReadingOptions, _ verbosity: VerbosityOptions
) throws -> TraceFiles {
  let reports = EarlierReports()
  let endings = try reading.chosenPreset()?.endings ?? []
  let found = try failing(.unreadableInput) {
    try TraceFiles(in: traces, alsoEndingIn: endings, leavingOut: reports.contain)
  }
  if let first = reports.found.first {
    let others = reports.found.count > 1 ? " and \(reports.found.count - 1) more" : ""
    Console(verbosity).warn("reports of tracemill are not read as traces unless they are named: \(first)\(others)")
  }
  if found.files.isEmpty {
    let folders = traces.joined(separator: ", ")
    Console(verbosity).warn("no \(traceEndings.joined(separator: ", ")) or archive in \(folders)")
  }
  return found
}

/// The case whose raw value is `text`.
func choice<Choice: RawRepresentable<String> & CaseIterable>(_ text: String, _ option: String) throws -> Choice {
  guard let value = Choice(rawValue: text) else {
    let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    let hint = didYouMean(text, among: Choice.allCases.map(\.rawValue))
    throw ValidationError("\(option) is one of \(names), not \(text).\(hint)")
  }
  return value
}
