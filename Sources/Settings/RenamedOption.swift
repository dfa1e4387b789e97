/// An option that is now written in another way, or that no longer exists.
///
/// The old spelling is refused, on the command line, in files and in variables, with the new one.
package struct RenamedOption: Sendable {
  /// How it is written now.
  enum Spelling: Sendable {
    /// Another name.
    case name(String)
    /// A key with a value, of an option.
    case key(String, of: String)
    /// This value of an option.
    case value(String, of: String)
    /// A setting without an option, with the value that meant the same.
    case setting(String, was: String)
    /// It is not needed any more; the text says why.
    case nothing(String)
  }

  /// Where the old spelling was found.
  package enum Place: Sendable { case commandLine, file, variable }

  /// The commands that had it, by their first word.
  let commands: [String]
  package let old: String
  let new: Spelling

  /// The option that had this name in a command.
  ///
  /// - Parameter command: the first word of the command; `nil` for any.
  package static func named(_ old: String, in command: String?) -> RenamedOption? {
    all.first { $0.old == old && (command.map($0.commands.contains) ?? true) }
  }

  /// How an option that is gone is written now; `nil` if none was called so. What had two meanings has a sentence for each.
  ///
  /// - Parameter command: the first word of the command; `nil` for any.
  package static func newSpelling(of old: String, in command: String?, at place: Place) -> String? {
    if let command { return named(old, in: command)?.sentence(in: command, at: place) }
    let found = all.filter { $0.old == old }
    return found.isEmpty ? nil : found.map { $0.sentence(in: $0.commands.first, at: place) }.joined(separator: " ")
  }

  package func sentence(in command: String?, at place: Place) -> String {
    let what = spelled(old, at: place)
    return switch new {
    case .name(let new): "The option --\(old)\(command.map { " of \($0)" } ?? "") is called --\(new) now."
    case .key(let key, let option): "\(what) is written \(spelled(option, "\(key)=…", at: place)) now."
    case .value(let value, let option): "\(what) is written \(spelled(option, value, at: place)) now."
    case .setting(let name, let value):
      "\(what) is no option but a setting now: \(name) = \(value) in tracemill.toml, or TRACEMILL_"
        + "\(Self.variable(name))=\(value) for one run."
    case .nothing(let reason): "\(what) is not needed any more: \(reason)."
    }
  }

  private func spelled(_ name: String, _ value: String? = nil, at place: Place) -> String {
    switch place {
    case .commandLine: "--\(name)\(value.map { $0.contains(" ") ? " '\($0)'" : " \($0)" } ?? "")"
    case .file: "\(name)\(value.map { " = \"\($0)\"" } ?? "")"
    case .variable: "TRACEMILL_\(Self.variable(name))\(value.map { "='\($0)'" } ?? "")"
    }
  }

  private static func variable(_ name: String) -> String { name.uppercased().replacing("-", with: "_") }

  // MARK: The list

  package static let all: [RenamedOption] =
    [
      RenamedOption(commands: ["route"], old: "from", new: .name("position")),
      RenamedOption(commands: ["route"], old: "strict", new: .name("no-violations")),
      RenamedOption(commands: ["simulate"], old: "with", new: .name("record")),
      RenamedOption(commands: ["simulate"], old: "plans", new: .name("make-plans")),
    ] + tables + keys + values + settings

  private static let tables: [RenamedOption] = [
    "explain": "candidates", "crossings": "crossings", "doubts": "doubts", "notifications": "notifications",
  ].map { RenamedOption(commands: ["match", "route"], old: $0, new: .value("+" + $1, of: "table")) }

  /// By the option and the key; commands that had the old ones.
  private static let keysOfOptions: [(option: String, commands: [String], keys: [String: String])] = [
    (
      "vehicle", ["match", "route"],
      [
        "vehicle-height": "height", "vehicle-width": "width", "vehicle-length": "length", "vehicle-weight": "weight",
        "vehicle-axle-load": "axle-load",
      ]
    ),
    ("speeding", ["match"], ["speed-tolerance": "tolerance", "speed-tolerance-share": "share"]),
    ("positions", ["match"], ["interpolate": "rate", "extrapolate": "at", "extrapolate-rate": "estimates"]),
    (
      "better-routes", ["match"],
      ["poll-interval": "every", "min-time-difference": "earlier", "min-time-difference-percentage": "share"]
    ),
    ("when", ["match"], ["from": "from", "to": "to", "day": "day"]),
    ("guidance", ["match", "route"], ["language": "language", "units": "units", "notify-at": "urban"]),
    ("tiles", ["match", "route", "view"], ["tiles-attribution": "attribution"]),
    (
      "csv", ["match", "inspect", "maps"],
      [
        "delimiter": "delimiter", "skip": "skip", "coordinates": "coordinates", "speed-unit": "speed-unit",
        "time-format": "time-format", "rows": "rows", "interval": "interval",
      ]
    ),
    ("log", everyCommand, ["log-format": "format", "progress": "progress"]),
  ]

  private static let keys = keysOfOptions.flatMap { group in
    group.keys.map { RenamedOption(commands: group.commands, old: $0, new: .key($1, of: group.option)) }
  }

  private static let values = [
    RenamedOption(commands: ["match", "route"], old: "hazardous-goods", new: .value("hazardous-goods", of: "vehicle")),
    RenamedOption(commands: ["match"], old: "no-speeding", new: .value("none", of: "speeding")),
    RenamedOption(commands: ["match"], old: "default-limits", new: .value("defaults", of: "speeding")),
    RenamedOption(commands: ["match"], old: "plan-for-all", new: .value("all", of: "plans")),
    RenamedOption(commands: ["match", "compare"], old: "strict", new: .value("any", of: "fail-if")),
    RenamedOption(commands: ["compare"], old: "min-correct", new: .value("correct < 0.99", of: "fail-if")),
    RenamedOption(commands: ["compare"], old: "max-mismatch", new: .value("mismatch > 0.01", of: "fail-if")),
    RenamedOption(
      commands: ["compare"], old: "min-point-accuracy", new: .value("point_accuracy < 0.9", of: "fail-if")),
    RenamedOption(
      commands: ["compare"], old: "max-calibration-error", new: .value("calibration_error > 0.05", of: "fail-if")),
    RenamedOption(commands: ["match", "route"], old: "new-names", new: .value("new-names", of: "guidance")),
    RenamedOption(commands: ["match", "route"], old: "compress", new: .value("csv.gz", of: "format")),
    RenamedOption(commands: ["match"], old: "map-library", new: .value("installed", of: "map")),
  ]

  private static let settings: [RenamedOption] = [
    RenamedOption(commands: everyCommand, old: "lock-wait", new: .setting("lock-wait", was: "600")),
    RenamedOption(commands: everyCommand, old: "no-verify", new: .setting("verify", was: "false")),
    RenamedOption(commands: everyCommand, old: "memory", new: .setting("memory", was: "256M")),
    RenamedOption(commands: ["match"], old: "visit-after", new: .setting("visit-after", was: "2min")),
    RenamedOption(commands: ["match"], old: "time-limit", new: .setting("time-limit", was: "60")),
    RenamedOption(commands: ["match"], old: "pass-through", new: .setting("pass-through", was: "true")),
    RenamedOption(
      commands: ["match", "inspect"], old: "null",
      new: .nothing("a list of files whose names end with a zero byte is recognised")),
  ]

  private static let everyCommand = [
    "match", "route", "map", "maps", "inspect", "report", "view", "compare", "simulate",
  ]
}
