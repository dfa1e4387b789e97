internal import Moments
internal import Records
internal import Settings
internal import Traces

extension Preset {
  /// - Parameter path: named in messages; its last part without its ending is the name of the preset.
  /// - Throws: ``PresetError`` that names file and line.
  package init(parsing text: String, path: String) throws(PresetError) {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    self.init(name: last.hasSuffix(".toml") ? String(last.dropLast(5)) : last)
    let settings: [Setting]
    do {
      settings = try ConfigurationFile(path: path, text: text).settings
    } catch {
      throw .document("\(error)")
    }
    self.text = text
    for setting in settings { try take(setting) }
    guard !columns.columns.isEmpty || !items.isEmpty || skip != nil else {
      throw .document("\(path): a preset has a table [columns], or items, or skip; see Documentation/Reading.md")
    }
  }

  private mutating func take(_ setting: Setting) throws(PresetError) {
    switch setting.command {
    case []: try takeKey(setting)
    case ["columns"]:
      columns.columns[try column(setting)] = texts(setting).map { CSVColumnChoice($0) }
    case ["unknown"]:
      let column = try column(setting, among: [.speed, .heading, .accuracy, .hdop])
      let numbers = texts(setting).map { Double($0) }
      guard !numbers.contains(nil) else { throw failure(setting, "the values of unknown are numbers") }
      columns.unknown[column] = Set(numbers.compactMap(\.self))
    case ["valid"]: columns.validity = try words(setting, columns.validity)
    case ["only"]: try takeChoice(setting)
    default:
      throw failure(setting, "a preset has the tables columns, unknown, valid and only, not \(setting.command[0])")
    }
  }

  private static let keys = [
    "about", "endings", "items", "skip", "delimiter", "coordinates", "speed-unit", "heading-unit", "time-format",
    "time-zone", "ignore",
  ]

  private mutating func takeKey(_ setting: Setting) throws(PresetError) {
    switch setting.name {
    case "about": about = try text(setting)
    case "endings": endings = texts(setting)
    case "ignore": ignored = texts(setting)
    case "items": items = JSONPath.names(try text(setting))
    case "skip":
      guard let lines = Int(try text(setting)), lines >= 0 else { throw failure(setting, "skip is a number of lines") }
      skip = lines
    case "delimiter":
      let text = try text(setting)
      guard text == "tab" || text.utf8.count == 1 else { throw failure(setting, "delimiter is one character or tab") }
      delimiter = text == "tab" ? UInt8(ascii: "\t") : text.utf8.first
    case "coordinates":
      coordinates = try choice(setting, of: CoordinateForm.names) { CoordinateForm($0) }
    case "speed-unit":
      columns.speedUnit = try choice(setting, of: SpeedUnit.allCases.map(\.rawValue)) { SpeedUnit(rawValue: $0) }
    case "heading-unit":
      columns.headings = try choice(setting, of: HeadingForm.allCases.map(\.rawValue)) { HeadingForm(rawValue: $0) }
    case "time-format": try takeTimeFormat(setting)
    case "time-zone": try takeZone(setting)
    default:
      throw failure(
        setting,
        "a preset has no key \(setting.name).\(didYouMean(setting.name, among: Self.keys)) "
          + "Its keys are \(Self.keys.joined(separator: ", "))")
    }
  }

  private mutating func takeTimeFormat(_ setting: Setting) throws(PresetError) {
    do throws(TimePatternError) {
      columns.timeFormat = try TimeFormat(text(of: setting))
    } catch {
      throw failure(setting, "time-format is \(error)")
    }
  }

  private mutating func takeZone(_ setting: Setting) throws(PresetError) {
    let zone = try text(setting)
    if zone == "UTC" { return columns.timesAreUniversal = true }
    do throws(ZoneError) {
      if let plain = LocalClock(zone) { clock = plain } else { clock = try ZoneFile(of: zone).clock }
    } catch {
      throw failure(setting, "time-zone: \(error)")
    }
  }

  private mutating func takeChoice(_ setting: Setting) throws(PresetError) {
    var choice = columns.rows ?? RowChoice(column: .absent, words: RowWords())
    if setting.name == "column" {
      choice.column = CSVColumnChoice(try text(setting))
    } else {
      choice.words = try words(setting, choice.words)
    }
    columns.rows = choice
  }

  // MARK: Values

  private func words(_ setting: Setting, _ before: RowWords) throws(PresetError) -> RowWords {
    switch setting.name {
    case "good": RowWords(good: Set(texts(setting)), bad: before.bad)
    case "bad": RowWords(good: before.good, bad: Set(texts(setting)))
    default: throw failure(setting, "here are the values that are good or bad, not \(setting.name)")
    }
  }

  private func column(
    _ setting: Setting, among columns: [CSVColumn] = CSVColumn.allCases
  ) throws(PresetError) -> CSVColumn {
    let names = columns.map(\.rawValue)
    guard let column = CSVColumn(rawValue: setting.name), columns.contains(column) else {
      throw failure(
        setting,
        "there is no column \(setting.name).\(didYouMean(setting.name, among: names)) The columns are "
          + names.joined(separator: ", "))
    }
    return column
  }

  private func choice<Value>(
    _ setting: Setting, of names: [String], _ value: (String) -> Value?
  ) throws(PresetError) -> Value {
    let text = try text(setting)
    guard let value = value(text) else {
      throw failure(setting, "\(setting.name) is one of \(names.joined(separator: ", ")), not \(text)")
    }
    return value
  }

  private func text(_ setting: Setting) throws(PresetError) -> String {
    guard case .text(let text) = setting.value else { throw failure(setting, "\(setting.name) is one text or number") }
    return text
  }

  private func texts(_ setting: Setting) -> [String] {
    switch setting.value {
    case .text(let text): [text]
    case .list(let texts): texts
    case .flag(let flag): ["\(flag)"]
    }
  }

  private func text(of setting: Setting) -> String { texts(setting).first ?? "" }

  private func failure(_ setting: Setting, _ sentence: String) -> PresetError {
    .document("\(setting.origin): \(sentence). See Documentation/Reading.md.")
  }
}
