internal import ArgumentParser
internal import Settings

/// The settings that no option sets: a file of settings has them, and a variable sets one for one run.
enum RareSettings {
  /// The settings given for this run, by their names.
  @TaskLocal static var given: [String: Setting] = [:]

  static let all: [RareSetting] = [.memory, .lockWait, .verify, .timeLimit, .visitAfter, .passThrough]

  /// The settings of a command.
  static func of(_ path: [String]) -> [RareSetting] {
    all.filter { setting in path.first.map(setting.commands.contains) ?? false }
  }
}

extension RareSetting {
  static let memory = RareSetting(
    "memory", .value("size"), usual: "64M", of: ["match", "inspect", "maps"],
    """
    At most this much memory for rows of CSV files whose traces are not complete, such as 256M or 2G; beyond it they wait \
    in a temporary file. The map, the workers and the longest trace come on top.
    """)

  static let lockWait = RareSetting(
    "lock-wait", .value("seconds|forever"), usual: "0",
    of: ["match", "route", "view", "simulate", "map", "maps"],
    """
    Wait this long if another run is writing the same files, or changing the same library of maps. Without it, the run \
    ends at once with exit code 5.
    """)

  static let verify = RareSetting(
    "verify", .flag, usual: "true", of: ["match", "live", "route", "view", "simulate", "compare", "map"],
    "Verify a map before it is first used, and note that it was, so that later starts need not read it.")

  static let timeLimit = RareSetting(
    "time-limit", .value("seconds"), usual: "none", of: ["match"],
    "Give up on a trace after this many seconds; its status is then timeout.")

  static let visitAfter = RareSetting(
    "visit-after", .value("time"), usual: "2min", of: ["match", "live"],
    "Whoever is at a place of --places for less has passed through.")

  static let passThrough = RareSetting(
    "pass-through", .flag, usual: "false", of: ["match", "live"],
    "Report pass-through points of the plan as milestones, as stopovers are.")

  /// As a file or a variable gives it; `nil` if neither does.
  var text: String? { RareSettings.given[name]?.text }

  /// Whether it is on; `nil` if neither a file nor a variable says so.
  var isOn: Bool? { RareSettings.given[name]?.isOn }

  /// A number in a range; `nil` if none is given.
  func number(in range: ClosedRange<Double>, _ rule: String) throws -> Double? {
    guard let text else { return nil }
    guard let number = Double(text), range.contains(number) else { throw refusal(rule) }
    return number
  }

  /// What is wrong with the value, and where it was given.
  func refusal(_ rule: String) -> ValidationError {
    let place = RareSettings.given[name].map { "\($0.origin): " } ?? ""
    return ValidationError("\(place)\(name) is \(rule), not \(text ?? "that").")
  }
}
