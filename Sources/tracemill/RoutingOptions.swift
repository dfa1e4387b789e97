internal import ArgumentParser
internal import Requests
internal import RoadGraph
internal import RoadRules
internal import Routing
internal import Settings

/// Options of a route.
struct RoutingOptions: ParsableArguments {
  @Option(
    help: "Who travels: \(TravelMode.allCases.map(\.name).joined(separator: ", ")). (default: car)",
    completion: .list(TravelMode.allCases.map(\.name)))
  var mode: String?

  @Option(
    name: [.customLong("optimisation"), .customLong("optimization")],
    help: """
      What the route minimises: \(Optimisation.allCases.map(\.rawValue).joined(separator: ", ")). (default: fastest)
      """)
  var optimisation: String?

  @Option(
    help: ArgumentHelp(
      "Features to avoid; may be repeated: \(AvoidedFeature.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "feature,…"))
  var avoid: [String] = []

  @Option(
    help: ArgumentHelp("An edge to avoid, by its number in the map file; may be repeated.", valueName: "edge"))
  var avoidEdge: [Int64] = []

  @Option(help: ArgumentHelp("A way to avoid, by its id in the source of the map; may be repeated.", valueName: "way"))
  var avoidWay: [Int64] = []

  @OptionGroup var vehicle: VehicleOptions

  @Option(help: ArgumentHelp("Alternative routes besides the best one, at most this many, up to 10.", valueName: "n"))
  var alternatives: Int = 0

  @Option(
    help: ArgumentHelp("Search radius around a waypoint, in metres. Roads farther away are ignored.", valueName: "m"))
  var snapRadius: Double = RoutingSettings().snapRadius

  @Option(help: ArgumentHelp("Greatest number of waypoints in a request.", valueName: "n"))
  var maxWaypoints: Int = RoutingSettings().mostWaypoints

  @Flag(
    help: """
      Return no route rather than one that violates an option or the law. The exit code is 1 if any request has no route.
      """)
  var noViolations = false

  func validate() throws {
    guard (2...10_000).contains(maxWaypoints) else { throw ValidationError("--max-waypoints is 2 to 10000.") }
    _ = try defaults()
  }

  /// The options that were given, for the manifest.
  var options: [String: String] {
    var options: [String: String] = [:]
    options["mode"] = mode
    options["optimisation"] = optimisation
    options["avoid"] = avoid.isEmpty ? nil : avoid.joined(separator: ",")
    options["avoid_edges"] = list(avoidEdge)
    options["avoid_ways"] = list(avoidWay)
    options["alternatives"] = alternatives > 0 ? String(alternatives) : nil
    options["snap_radius"] = "\(snapRadius)"
    options["no_violations"] = noViolations ? "true" : nil
    return options.merging(vehicle.options) { $1 }
  }

  private func list(_ numbers: [Int64]) -> String? {
    numbers.isEmpty ? nil : numbers.map(String.init).joined(separator: ",")
  }

  /// The options for requests that do not set them.
  func defaults() throws -> RequestOptions {
    var defaults = RequestOptions()
    defaults.mode = try mode.map(travelMode)
    defaults.optimisation = try optimisation.map { try choice($0, "--optimisation") }
    for name in avoid.flatMap({ $0.split(separator: ",") }) {
      let feature: AvoidedFeature = try choice(String(name), "--avoid")
      defaults.avoid = (defaults.avoid ?? []).union(AvoidedFeatures(feature))
    }
    defaults.avoidEdges = avoidEdge
    defaults.avoidWays = avoidWay
    defaults.vehicle = try asking { () throws(RequestRefusal) in try checkedVehicle(vehicle.vehicle) }
    defaults.isStrict = noViolations
    guard (0...10).contains(alternatives) else { throw ValidationError("--alternatives is 0 to 10.") }
    defaults.alternatives = alternatives
    guard (1...10_000).contains(snapRadius) else { throw ValidationError("--snap-radius is 1 to 10000 metres.") }
    defaults.snapRadius = snapRadius
    return defaults
  }
}

/// The measures of the vehicle. A limit binds only a known measure.
struct VehicleOptions: ParsableArguments {
  static let keys = KeyedOption(
    "vehicle", "The measures and the load of the vehicle, which signs and rules may bind.",
    [
      OptionKey(
        "height", .number(0.01...100, unit: "m"), usual: "4 for trucks, 3.2 for buses", "height in metres"),
      OptionKey("width", .number(0.01...100, unit: "m"), usual: "2.55 for trucks and buses", "width in metres"),
      OptionKey("length", .number(0.01...100, unit: "m"), usual: "12 for trucks and buses", "length in metres"),
      OptionKey(
        "weight", .number(0.01...1000, unit: "t"), usual: "18 for trucks and buses", "weight with load, in tonnes"),
      OptionKey(
        "axle-load", .number(0.01...1000, unit: "t"), usual: "11.5 for trucks and buses",
        "load of the heaviest axle, in tonnes"),
      OptionKey(flag: "hazardous-goods", "it carries dangerous goods"),
    ])

  @Option(name: .customLong("vehicle"), help: keys.argumentHelp, completion: keys.completion)
  var given: [String] = []

  func validate() throws { _ = try Self.keys.values(given) }

  private var values: KeyValues { Self.keys.checked(given) }

  /// The keys that were given.
  var text: String { values.text }

  var vehicle: Vehicle {
    let values = values
    var vehicle = Vehicle()
    vehicle[.height] = values.number("height")
    vehicle[.width] = values.number("width")
    vehicle[.length] = values.number("length")
    vehicle[.weight] = values.number("weight")
    vehicle[.axleLoad] = values.number("axle-load")
    if values.has("hazardous-goods") { vehicle.isHazardous = true }
    return vehicle
  }

  /// The keys that were given, for the manifest.
  var options: [String: String] {
    var options: [String: String] = [:]
    for measure in Vehicle.Measure.allCases {
      options["vehicle_\(measure.rawValue)"] = vehicle[measure].map { "\($0)" }
    }
    options["hazardous_goods"] = values.has("hazardous-goods") ? "true" : nil
    return options
  }
}

/// Reports a mistake in a part of a request as a mistake on the command line.
func asking<Value>(_ body: () throws(RequestRefusal) -> Value) throws -> Value {
  do {
    return try body()
  } catch {
    throw ValidationError(error.message.hasSuffix("?") ? error.message : error.message + ".")
  }
}
