internal import ArgumentParser
internal import Foundation
internal import Moments
internal import Presets
internal import Records
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
    help: ArgumentHelp("So many lines stand before the header or the first row of CSV.", valueName: "lines"))
  var skip: Int?

  @Option(
    help: ArgumentHelp(
      "Where the fixes stand in a document of JSON: the names that lead to them, such as data.positions.",
      valueName: "path"))
  var items: String?

  @Option(
    help: ArgumentHelp("The character between CSV fields, or tab; recognised by default.", valueName: "character"))
  var delimiter: String?

  @Option(
    help: ArgumentHelp(
      """
      How CSV coordinates are written: degrees, e7, e6 or e5 for whole numbers, nmea for 4708.205, or semicircles; told \
      by default.
      """,
      valueName: "form"))
  var coordinates: String?

  @Option(help: "The unit of speeds: \(SpeedUnit.allCases.map(\.rawValue).joined(separator: ", ")).")
  var speedUnit: String?

  @Option(
    help: ArgumentHelp(
      """
      Format of CSV times: \(TimeFormat.names.joined(separator: ", ")), a pattern such as '%d.%m.%Y %H:%M:%S', or \
      a count such as 's since 1989-12-31'. By \
      default the times of a file decide; those before 1980 are read only with this option.
      """, valueName: "name|pattern"))
  var timeFormat: String?

  @OptionGroup var clock: ClockOptions

  @Option(
    help: "Order of the rows of several traces: \(RowArrangement.allCases.map(\.rawValue).joined(separator: ", ")).")
  var rows: String?

  @Option(
    help: ArgumentHelp(
      "The time between the points of a polyline that stands in one row of CSV, such as 15s.", valueName: "seconds"))
  var interval: String?

  @Option(
    help: ArgumentHelp(
      """
      At most this much memory for rows of CSV files whose traces are not complete, such as 256M or 2G (default: 64M); \
      beyond it they wait in a temporary file. The map, the workers and the longest trace come on top.
      """, valueName: "size"))
  var memory: String?

  /// The options that were given, for the manifest.
  var options: [String: String] {
    let given = [
      "columns": columns, "preset": preset, "skip": skip.map { "\($0)" }, "items": items, "coordinates": coordinates,
      "delimiter": delimiter, "speed_unit": speedUnit,
      "time_format": timeFormat, "rows": rows, "interval": interval,
    ]
    return given.compactMapValues(\.self).merging(clock.options) { $1 }
  }

  private static var columnNames: String { CSVColumn.allCases.map(\.rawValue).joined(separator: ", ") }

  func validate() throws { _ = try settings() }

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
    if let coordinates {
      guard let form = CoordinateForm(coordinates) else {
        throw ValidationError(
          "--coordinates is one of \(CoordinateForm.names.joined(separator: ", ")), not \(coordinates).")
      }
      settings.coordinates = form
    }
    if let delimiter { settings.delimiter = try byte(delimiter) }
    settings.speedUnit = try speedUnit.map { try choice($0, "--speed-unit") }
    settings.timeFormat = try format()
    settings.interval = try interval.map(seconds)
    settings.clock = try clock.clock()
    if let memory { settings.bufferSize = try size(memory) }
    settings.rows = try rows.map { try choice($0, "--rows") } ?? .automatic
    try applyPlace(to: &settings)
    try chosenPreset()?.apply(to: &settings)
    return settings
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

  /// Where in a file the fixes stand.
  private func applyPlace(to settings: inout TraceReadingSettings) throws {
    if let skip {
      guard skip >= 0, skip <= 10_000 else { throw ValidationError("--skip is 0 to 10000 lines, not \(skip).") }
      settings.skip = skip
    }
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
      $0.prefix { $0 != "=" }.trimmingCharacters(in: .whitespaces)
    }
    guard let unknown = given.first(where: { !names.contains($0) }) else { return "" }
    let meant = didYouMean(unknown, among: names)
    return " There is no column \(unknown).\(meant.isEmpty ? " There are \(names.joined(separator: ", "))." : meant)"
  }

  /// A bound that the machine can hold, and with which there is something to hold.
  private func size(_ text: String) throws -> Int {
    guard let bytes = parseSize(text) else {
      throw ValidationError("--memory is a size such as 256M or 2G, not \(text).")
    }
    let most = Int(clamping: ProcessInfo.processInfo.physicalMemory)
    guard (1 << 20...most).contains(bytes) else {
      throw ValidationError("--memory is 1M to the \(most >> 20)M that this machine has, not \(text).")
    }
    return bytes
  }

  private func format() throws -> TimeFormat {
    guard let timeFormat else { return .automatic }
    do throws(TimePatternError) {
      return try TimeFormat(timeFormat)
    } catch {
      throw ValidationError("--time-format: \(error).")
    }
  }

  private func seconds(_ text: String) throws -> Double {
    guard let value = Double(text.hasSuffix("s") ? String(text.dropLast()) : text), value > 0, value <= 86_400 else {
      throw ValidationError("--interval is a time such as 15s, above 0 and at most a day, not \(text).")
    }
    return value
  }

  private func byte(_ text: String) throws -> UInt8 {
    if text == "tab" || text == "\\t" { return UInt8(ascii: "\t") }
    guard text.utf8.count == 1, let byte = text.utf8.first else {
      throw ValidationError("--delimiter is one character or tab, not \(text).")
    }
    return byte
  }
}

/// The trace files that arguments stand for, and what was skipped in folders. Warns if there are none, and if reports of
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
