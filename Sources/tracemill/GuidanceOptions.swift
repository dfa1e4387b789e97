internal import ArgumentParser
internal import Foundation
internal import Guidance
internal import Storage
internal import Work

/// How maneuvers are put into words.
struct GuidanceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The language of instructions: \(Language.builtIn.map(\.code).joined(separator: ", ")), or a file of your own; see \
      the command language. (default: en)
      """, valueName: "code|file.json"), completion: .file(extensions: ["json"]))
  var language: String?

  @Option(
    help: ArgumentHelp(
      "The units of spoken distances: metric, or imperial for feet and miles. (default: metric)",
      valueName: UnitSystem.allCases.map(\.rawValue).joined(separator: "|")),
    completion: .list(UnitSystem.allCases.map(\.rawValue)))
  var units: String?

  @Flag(
    name: .customLong("new-names"),
    help: "Announce a new name of the road also where there is no other way to go.")
  var newNames = false

  @Flag(help: "List what a voice would have said, when and where: the table notifications.")
  var notifications = false

  @Option(
    name: .customLong("notify-at"),
    help: ArgumentHelp(
      """
      How far ahead notifications are spoken on one kind of road (\(RoadSetting.allCases.map(\.rawValue).joined(separator: ", "))): the range, the reminder and the distance in metres, and the action in seconds; 0 for none. May be repeated. \
      By default \(RoadSetting.allCases.map { Self.usual($0) }.joined(separator: " and ")).
      """, valueName: "road=m,m,m,s"))
  var thresholds: [String] = []

  func validate() throws {
    _ = try settings()
  }

  /// - Parameter tables: those chosen by name.
  func check(_ tables: [String]) throws {
    guard thresholds.isEmpty || finds(tables) else {
      throw ValidationError("--notify-at goes with --notifications.")
    }
  }

  /// The files that the options may name.
  var files: [String?] { [isFile ? language : nil] }

  /// - Parameter tables: those chosen by name.
  func finds(_ tables: [String]) -> Bool { notifications || tables.contains("notifications") }

  func settings() throws -> GuidanceSettings {
    var settings = GuidanceSettings()
    settings.tellsEveryNewName = newNames
    if let language { settings.language = try read(language) }
    if let units { settings.units = try choice(units, "--units") }
    for text in thresholds {
      let (road, thresholds) = try parsed(text)
      settings.notifications[road] = thresholds
    }
    return settings
  }

  private var isFile: Bool { language.map { Language.builtIn(named: $0) == nil } ?? false }

  private func read(_ language: String) throws -> Language {
    if let known = Language.builtIn(named: language) { return known }
    guard FileKind(at: language) != .missing else {
      let codes = Language.builtIn.map(\.code).joined(separator: ", ")
      throw ValidationError("--language is one of \(codes), or a file; there is no file \(language).")
    }
    do {
      return try Language(parsing: try wholeFile(language, atMost: .settings), file: language)
    } catch let error as LanguageError {
      throw ValidationError(error.description)
    } catch let error as StorageError {
      throw ValidationError(error.description)
    }
  }

  private func parsed(_ text: String) throws -> (RoadSetting, NotificationSettings.Thresholds) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let road: RoadSetting = try choice(String(parts[0]), "The road of --notify-at")
    let numbers = (parts.count == 2 ? parts[1] : "").split(separator: ",", omittingEmptySubsequences: false)
      .compactMap { Double($0) }
    guard numbers.count == 4, numbers.allSatisfy({ (0...100_000).contains($0) }) else {
      throw ValidationError(
        """
        --notify-at is a road, three distances in metres and a time in seconds, such as \(Self.usual(.urban)), and not \
        \(text).
        """)
    }
    let distances = numbers.prefix(3).filter { $0 > 0 }
    guard distances == distances.sorted(by: >), Set(distances).count == distances.count else {
      throw ValidationError("--notify-at \(text): the range is farther than the reminder, and that than the distance.")
    }
    return (road, .init(range: numbers[0], reminder: numbers[1], distance: numbers[2], action: numbers[3]))
  }

  /// The defaults of one kind of road, as the option is written.
  private static func usual(_ road: RoadSetting) -> String {
    let usual = NotificationSettings()[road]
    let numbers = [usual.range, usual.reminder, usual.distance, usual.action].map { String(Int($0)) }
    return "\(road.rawValue)=" + numbers.joined(separator: ",")
  }

  /// The options that were given, for the manifest.
  var options: [String: String] {
    var options: [String: String] = [:]
    options["language"] = language
    options["units"] = units
    options["new_names"] = newNames ? "true" : nil
    options["notifications"] = notifications ? "true" : nil
    options["notify_at"] = thresholds.isEmpty ? nil : thresholds.joined(separator: " ")
    return options
  }
}
