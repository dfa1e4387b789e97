internal import ArgumentParser
internal import Detection
internal import Matching
internal import Moments
internal import Requests
internal import RoadGraph
internal import RoadRules
internal import Settings
internal import Work

/// The rules that drives are held against, besides the rules of the map for all times and vehicles.
struct DriveRuleOptions: ParsableArguments {
  @OptionGroup var vehicle: VehicleOptions

  @Option(
    help: ArgumentHelp(
      "Rules in addition to those of the map, as for route: driving on a road that they close is an event.",
      valueName: "file.json"), completion: .file(extensions: ["json"]))
  var policy: String?

  @Option(
    help: ArgumentHelp(
      """
      Speeds and events on the roads, as for route: driving on a road while one closes it is an event. With --plan, \
      arrivals are expected in this traffic, and better routes looked for. A folder of knowledge has the usual speeds at \
      each hour of the week. May be repeated.
      """, valueName: "file.csv|folder"),
    completion: .file(extensions: ["csv"]))
  var traffic: [String] = []

  @Flag(
    help: """
      Roads that are closed to the mode may have been driven on as well, if their class is one that the mode uses. Such \
      drives are events. Without it, they are off the road.
      """)
  var closedRoads = false

  @Option(name: .customLong("speeding"), help: Self.speedingKeys.argumentHelp, completion: Self.speedingKeys.completion)
  var speedingGiven: [String] = []

  private static let usualSpeeding = SpeedingSettings()

  static let speedingKeys = KeyedOption(
    "speeding", "Which drives are reported as faster than the speed limits.",
    [
      OptionKey(
        "tolerance", .number(0...1000, unit: "km/h"), usual: "\(usualSpeeding.toleranceInKmh)",
        "a speed is too fast if it exceeds the limit by more than this, in km/h, and by more than the share"),
      OptionKey(
        "share", .number(0...1000, unit: "%"), usual: "\(100 * usualSpeeding.toleranceShare)",
        "the share of the limit by which it may be exceeded, in percent"),
      OptionKey(flag: "defaults", "judge the speed on roads without a tagged limit by the default of their class"),
      OptionKey(flag: "none", "report none"),
    ])

  func validate() throws {
    _ = try asking { () throws(RequestRefusal) in try checkedVehicle(vehicle.vehicle) }
    let speeding = try Self.speedingKeys.values(speedingGiven)
    if speeding.has("none"), speeding.count > 1 {
      throw ValidationError("--speeding none reports no drive as too fast; leave out the other keys.")
    }
  }

  /// The keys of --speeding that were given.
  var speeding: KeyValues { Self.speedingKeys.checked(speedingGiven) }

  /// The files that the options may name.
  var files: [String?] { [policy] + traffic }

  /// Takes the options that need no map.
  func apply(to settings: inout TraceSettings) throws {
    settings.vehicle = vehicle.vehicle
    settings.matching.rules.meetsClosedRoads = closedRoads
    settings.detection.meetsClosedRoads = closedRoads
    apply(speeding, to: &settings.detection.speeding)
  }

  private func apply(_ keys: KeyValues, to settings: inout SpeedingSettings) {
    settings.isWatched = !keys.has("none")
    if let tolerance = keys.number("tolerance") { settings.toleranceInKmh = tolerance }
    if let share = keys.number("share") { settings.toleranceShare = share / 100 }
    settings.usesDefaults = keys.has("defaults")
  }

  /// Adds the rules of the map, the policy and traffic.
  ///
  /// - Parameter clock: by which hours count.
  func addRules(
    of graph: RoadGraph, by clock: ClockOptions, to settings: inout TraceSettings, _ console: Console
  ) throws {
    let rules = ConditionalRules(of: graph)
    if !rules.isEmpty { settings.timetable.rules = rules }
    if settings.clock != nil || !vehicle.vehicle.isEmpty {
      rules.tell(console)
    } else if !rules.isEmpty, rules.dependsOnTime {
      console.inform("rules of the map that depend on time are left out without --time-zone")
    }
    let use = KnowledgeUse(mode: settings.matching.rules.mode, timeZone: clock.timeZone)
    try settings.timetable.add(policy: policy, traffic: traffic, knowing: use, on: graph, console)
    if settings.timetable.learned?.key != nil, settings.plans == nil, settings.jobs == nil {
      console.warn("--traffic: usual speeds make no difference without --plan and --job-list")
    }
  }

  /// The options that were given, for the manifest.
  var options: [String: String] {
    var options: [String: String] = [:]
    options["policy"] = policy
    options["traffic"] = traffic.isEmpty ? nil : traffic.joined(separator: "; ")
    options["closed_roads"] = closedRoads ? "true" : nil
    options["speeding"] = speeding.has("none") ? "false" : nil
    let usual = Self.usualSpeeding
    options["speed_tolerance"] = given("tolerance", usually: usual.toleranceInKmh)
    options["speed_tolerance_share"] = given("share", usually: 100 * usual.toleranceShare)
    options["default_limits"] = speeding.has("defaults") ? "true" : nil
    return options.merging(vehicle.options) { $1 }
  }

  /// A number that is not the default.
  private func given(_ key: String, usually usual: Double) -> String? {
    speeding.number(key).flatMap { $0 == usual ? nil : "\($0)" }
  }
}
