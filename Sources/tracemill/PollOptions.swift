internal import ArgumentParser
internal import Plans
internal import Reports

/// When another route counts as better than the rest of the plan.
struct PollOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      With --plan and --traffic: how often a better route is looked for, in seconds of the drive. (default: 600)
      """, valueName: "s"))
  var pollInterval: Double?

  @Option(
    help: ArgumentHelp(
      """
      A route is better if it arrives this much earlier, in seconds, or earlier by the share below; the smaller \
      difference is enough. 0 of either reports none. (default: 60)
      """, valueName: "s"))
  var minTimeDifference: Double?

  @Option(
    help: ArgumentHelp("The share, in percent of the time that the route takes. (default: 10)", valueName: "%"))
  var minTimeDifferencePercentage: Double?

  private var isEmpty: Bool { pollInterval == nil && minTimeDifference == nil && minTimeDifferencePercentage == nil }

  func validate() throws {
    if let pollInterval, !(1...86_400).contains(pollInterval) {
      throw ValidationError("--poll-interval is 1 to 86400 s.")
    }
    if let minTimeDifference, !(0...86_400).contains(minTimeDifference) {
      throw ValidationError("--min-time-difference is 0 to 86400 s.")
    }
    if let minTimeDifferencePercentage, !(0...100).contains(minTimeDifferencePercentage) {
      throw ValidationError("--min-time-difference-percentage is 0 to 100.")
    }
  }

  /// Better routes need a plan and traffic.
  func check(_ tables: [String], hasPlans: Bool, hasTraffic: Bool) throws {
    if hasPlans, hasTraffic { return }
    if tables.contains(TripTable.betterRoutes.rawValue) {
      throw ValidationError("--table better_routes goes with --plan and --traffic.")
    }
    if !isEmpty { throw ValidationError("--poll-interval and --min-time-difference go with --plan and --traffic.") }
  }

  func apply(to settings: inout PollSettings) {
    if let pollInterval { settings.interval = pollInterval }
    if let minTimeDifference { settings.leastDifference = minTimeDifference }
    if let minTimeDifferencePercentage { settings.leastDifferenceShare = minTimeDifferencePercentage / 100 }
  }

  /// The options that were given, for the manifest.
  var options: [String: String] {
    var options: [String: String] = [:]
    options["poll_interval"] = pollInterval.map { "\($0)" }
    options["min_time_difference"] = minTimeDifference.map { "\($0)" }
    options["min_time_difference_percentage"] = minTimeDifferencePercentage.map { "\($0)" }
    return options
  }
}
