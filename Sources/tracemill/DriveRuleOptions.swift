internal import ArgumentParser
internal import Detection
internal import Matching
internal import Moments
internal import Requests
internal import RoadGraph
internal import RoadRules
internal import Work

/// The rules that drives are held against besides those that the map has for all times and vehicles.
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
      arrivals are expected in this traffic, and better routes looked for.
      """, valueName: "file.csv"),
    completion: .file(extensions: ["csv"]))
  var traffic: String?

  @Flag(
    help: """
      Roads that are closed to the mode may have been driven on as well, if their class is one that the mode uses. Such \
      drives are events. Without it, they are off the road.
      """)
  var closedRoads = false

  @Flag(inversion: .prefixedNo, help: "Report drives faster than the tagged speed limits.")
  var speeding = true

  @Option(
    help: ArgumentHelp(
      "A speed is too fast if it exceeds the limit by more than this, in km/h, and by more than the share.",
      valueName: "km/h"))
  var speedTolerance: Double = SpeedingSettings().toleranceInKmh

  @Option(help: ArgumentHelp("The share of the limit by which it may be exceeded, in percent.", valueName: "%"))
  var speedToleranceShare: Double = 100 * SpeedingSettings().toleranceShare

  @Flag(help: "Judge the speed on roads without a tagged limit by the default of their class.")
  var defaultLimits = false

  @Flag(
    help: """
      Judge over all traces which rules the map has wrong, and which roads it lacks: the table doubts, and the column \
      rule_doubtful of events.
      """)
  var doubts = false

  @Flag(
    help: """
      List the level crossings, toll stops, border posts, cameras, stop signs and signals that were passed, whether \
      the vehicle stopped there, and the zones that it entered and left: the table crossings.
      """)
  var crossings = false

  func validate() throws {
    _ = try asking { () throws(RequestRefusal) in try checkedVehicle(vehicle.vehicle) }
    guard (0...1000).contains(speedTolerance) else { throw ValidationError("--speed-tolerance is 0 to 1000 km/h.") }
    guard (0...1000).contains(speedToleranceShare) else {
      throw ValidationError("--speed-tolerance-share is 0 to 1000 percent.")
    }
  }

  /// The files that the options may name.
  var files: [String?] { [policy, traffic] }

  /// Takes the options that need no map.
  func apply(to settings: inout TraceSettings) throws {
    settings.vehicle = vehicle.vehicle
    settings.matching.rules.meetsClosedRoads = closedRoads
    settings.detection.meetsClosedRoads = closedRoads
    settings.detection.speeding.isWatched = speeding
    settings.detection.speeding.toleranceInKmh = speedTolerance
    settings.detection.speeding.toleranceShare = speedToleranceShare / 100
    settings.detection.speeding.usesDefaults = defaultLimits
  }

  /// Adds the rules of the map, the policy and traffic.
  func addRules(of graph: RoadGraph, to settings: inout TraceSettings, _ console: Console) throws {
    let rules = ConditionalRules(of: graph)
    if !rules.isEmpty { settings.timetable.rules = rules }
    if settings.clock != nil || !vehicle.vehicle.isEmpty {
      rules.tell(console)
    } else if !rules.isEmpty, rules.dependsOnTime {
      console.inform("rules of the map that depend on time are left out without --time-zone")
    }
    try settings.timetable.add(policy: policy, traffic: traffic, on: graph, console)
  }

  /// The options that were given, for the manifest.
  var options: [String: String] {
    var options: [String: String] = [:]
    options["policy"] = policy
    options["traffic"] = traffic
    for measure in Vehicle.Measure.allCases {
      options["vehicle_\(measure.rawValue)"] = vehicle.vehicle[measure].map { "\($0)" }
    }
    options["hazardous_goods"] = vehicle.hazardousGoods ? "true" : nil
    options["closed_roads"] = closedRoads ? "true" : nil
    options["speeding"] = speeding ? nil : "false"
    let usual = SpeedingSettings()
    options["speed_tolerance"] = speedTolerance == usual.toleranceInKmh ? nil : "\(speedTolerance)"
    options["speed_tolerance_share"] =
      speedToleranceShare == 100 * usual.toleranceShare ? nil : "\(speedToleranceShare)"
    options["crossings"] = crossings ? "true" : nil
    options["doubts"] = doubts ? "true" : nil
    options["default_limits"] = defaultLimits ? "true" : nil
    return options
  }
}
