internal import ArgumentParser
internal import Plans
internal import Reports
internal import Settings

/// When another route is better than the rest of the plan.
struct PollOptions: ParsableArguments {
  static let keys = KeyedOption(
    "better-routes",
    "With --plan and --traffic: when a better route than the rest of the plan is looked for, and which is better.",
    [
      OptionKey(
        "every", .number(1...86_400, unit: "s"), usual: "600", "how often one is looked for, in seconds of the drive"),
      OptionKey(
        "earlier", .number(0...86_400, unit: "s"), usual: "60",
        "a route is better if it arrives this much earlier, in seconds, or earlier by the share; the smaller difference is "
          + "enough, and 0 of either reports none"),
      OptionKey(
        "share", .number(0...100, unit: "%"), usual: "10", "the share, in percent of the time that the route takes"),
    ])

  @Option(name: .customLong("better-routes"), help: keys.argumentHelp, completion: keys.completion)
  var given: [String] = []

  private var values: KeyValues { Self.keys.checked(given) }

  /// The keys that were given.
  var text: String { values.text }

  func validate() throws { _ = try Self.keys.values(given) }

  /// Better routes need a plan and traffic.
  func check(_ tables: [String], hasPlans: Bool, hasTraffic: Bool) throws {
    if hasPlans, hasTraffic { return }
    if tables.contains(TripTable.betterRoutes.rawValue) {
      throw ValidationError("--table better_routes goes with --plan and --traffic.")
    }
    if !values.isEmpty { throw ValidationError("--better-routes goes with --plan and --traffic.") }
  }

  func apply(to settings: inout PollSettings) {
    let keys = values
    if let interval = keys.number("every") { settings.interval = interval }
    if let difference = keys.number("earlier") { settings.leastDifference = difference }
    if let share = keys.number("share") { settings.leastDifferenceShare = share / 100 }
  }

  /// The keys that were given, for the manifest.
  var options: [String: String] {
    let keys = values
    var options: [String: String] = [:]
    options["poll_interval"] = keys.number("every").map { "\($0)" }
    options["min_time_difference"] = keys.number("earlier").map { "\($0)" }
    options["min_time_difference_percentage"] = keys.number("share").map { "\($0)" }
    return options
  }
}
