internal import ArgumentParser
internal import Glibc
internal import Guidance
internal import Replay
internal import Settings
internal import Storage
internal import Work

/// How maneuvers are put into words.
struct GuidanceOptions: ParsableArguments {
  static let keys = KeyedOption(
    "guidance",
    "How maneuvers are told, and how far ahead a voice speaks on each kind of road, in the table notifications: the range, "
      + "the reminder and the distance in metres, and the action in seconds; 0 for none.",
    [
      OptionKey(
        "language", .text("code|file.json"), usual: "en",
        "the language of instructions, and of pages: \(Language.builtIn.map(\.code).joined(separator: ", ")), or a file of your own; see "
          + "the command language"),
      OptionKey(
        "units", .word(UnitSystem.allCases.map(\.rawValue)), usual: "metric",
        "units of spoken distances; imperial for feet and miles"),
      OptionKey(flag: "new-names", "announce a new name of the road also where there is no other way to go"),
    ]
      + RoadSetting.allCases.map {
        OptionKey($0.rawValue, .text("m/m/m/s"), usual: usual($0), "on roads of this kind")
      })

  @Option(name: .customLong("guidance"), help: keys.argumentHelp, completion: keys.completion)
  var given: [String] = []

  private var values: KeyValues { Self.keys.checked(given) }

  private var language: String? { values["language"] }

  /// The keys that were given.
  var text: String { values.text }

  /// How far ahead notifications are spoken, by the kind of road, as it was given.
  private var thresholds: [String] {
    let values = values
    return RoadSetting.allCases.compactMap { road in values[road.rawValue].map { "\(road.rawValue)=\($0)" } }
  }

  func validate() throws {
    _ = try Self.keys.values(given)
    _ = try settings()
  }

  /// - Parameter tables: the tables chosen by name.
  func check(_ tables: [String]) throws {
    guard thresholds.isEmpty || finds(tables) else {
      throw ValidationError(
        "--guidance \(thresholds[0]) is for the table notifications; add --table +notifications, or choose the table.")
    }
  }

  /// The files that the options may name.
  var files: [String?] { [isFile ? language : nil] }

  /// - Parameter tables: the tables chosen by name.
  func finds(_ tables: [String]) -> Bool { tables.contains("notifications") }

  func settings() throws -> GuidanceSettings {
    var settings = GuidanceSettings()
    let keys = values
    settings.tellsEveryNewName = keys.has("new-names")
    if let language = keys["language"] { settings.language = try read(language) }
    if let units = keys["units"].flatMap(UnitSystem.init(rawValue:)) { settings.units = units }
    for road in RoadSetting.allCases {
      if let text = keys[road.rawValue] { settings.notifications[road] = try parsed(text, on: road) }
    }
    return settings
  }

  /// The words of pages in the language of the instructions; English where pages do not have it.
  func words() throws -> PageWords { PageWords.of(try settings().language.code) ?? .english }

  private var isFile: Bool { language.map { Language.builtIn(named: $0) == nil } ?? false }

  private func read(_ language: String) throws -> Language {
    if let known = Language.builtIn(named: language) { return known }
    guard FileKind(at: language) != .missing else {
      let codes = Language.builtIn.map(\.code).joined(separator: ", ")
      throw ValidationError("language of --guidance is one of \(codes), or a file; there is no file \(language).")
    }
    do {
      return try Language(parsing: try wholeFile(language, atMost: .settings), file: language)
    } catch let error as LanguageError {
      throw ValidationError(error.description)
    } catch let error as StorageError {
      throw ValidationError(error.description)
    }
  }

  private func parsed(_ text: String, on road: RoadSetting) throws -> NotificationSettings.Thresholds {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
    guard numbers.count == 4, numbers.allSatisfy({ (0...100_000).contains($0) }) else {
      throw ValidationError(
        """
        \(road.rawValue) of --guidance is three distances in metres and a time in seconds, such as \(Self.usual(road)), \
        and not \(text).
        """)
    }
    let distances = numbers.prefix(3).filter { $0 > 0 }
    guard distances == distances.sorted(by: >), Set(distances).count == distances.count else {
      throw ValidationError(
        "\(road.rawValue)=\(text) of --guidance: the range is farther than the reminder, and that than the distance.")
    }
    return .init(range: numbers[0], reminder: numbers[1], distance: numbers[2], action: numbers[3])
  }

  /// The defaults of one kind of road, as the option is written.
  private static func usual(_ road: RoadSetting) -> String {
    let usual = NotificationSettings()[road]
    let numbers = [usual.range, usual.reminder, usual.distance, usual.action].map { String(Int($0)) }
    return numbers.joined(separator: "/")
  }

  /// The options that were given, for the manifest.
  var options: [String: String] {
    var options: [String: String] = [:]
    options["language"] = language
    options["units"] = values["units"]
    options["new_names"] = values.has("new-names") ? "true" : nil
    options["notify_at"] = thresholds.isEmpty ? nil : thresholds.joined(separator: " ")
    return options
  }
}
