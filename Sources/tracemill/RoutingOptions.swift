internal import ArgumentParser
internal import Requests
internal import RoadGraph
internal import RoadRules
internal import Routing

/// What a route is to be like.
struct RoutingOptions: ParsableArguments {
  @Option(help: "Who travels: \(TravelMode.allCases.map(\.name).joined(separator: ", ")). (default: car)")
  var mode: String?

  @Option(
    name: [.customLong("optimisation"), .customLong("optimization")],
    help: """
      What the route is to be good at: \(Optimisation.allCases.map(\.rawValue).joined(separator: ", ")). (default: fastest)
      """)
  var optimisation: String?

  @Option(
    help: ArgumentHelp(
      "What it had rather not use, may be given again: \(AvoidedFeature.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "feature,…"))
  var avoid: [String] = []

  @Option(
    help: ArgumentHelp("An edge not to use, by its number in the map file; may be given again.", valueName: "edge"))
  var avoidEdge: [Int64] = []

  @Option(help: ArgumentHelp("A way not to use, by its id in the map's source; may be given again.", valueName: "way"))
  var avoidWay: [Int64] = []

  @OptionGroup var vehicle: VehicleOptions

  @Option(help: ArgumentHelp("Other routes beside the best one, as many as are worth it, up to 10.", valueName: "n"))
  var alternatives: Int = 0

  @Option(help: ArgumentHelp("Roads farther from a waypoint are not looked at, in metres.", valueName: "m"))
  var snapRadius: Double = RoutingSettings().snapRadius

  @Option(help: ArgumentHelp("Most waypoints of a request.", valueName: "n"))
  var maxWaypoints: Int = RoutingSettings().mostWaypoints

  @Flag(
    name: .customLong("strict"),
    help: """
      Rather no route than one that violates an option or the law, and exit code 1 when any request has no route.
      """)
  var isStrict = false

  func validate() throws {
    guard (2...10_000).contains(maxWaypoints) else { throw ValidationError("--max-waypoints is 2 to 10000.") }
    _ = try defaults()
  }

  /// As they stand in the manifest, where they were given.
  var options: [String: String] {
    var options: [String: String] = [:]
    options["mode"] = mode
    options["optimisation"] = optimisation
    options["avoid"] = avoid.isEmpty ? nil : avoid.joined(separator: ",")
    options["avoid_edges"] = list(avoidEdge)
    options["avoid_ways"] = list(avoidWay)
    options["alternatives"] = alternatives > 0 ? String(alternatives) : nil
    options["snap_radius"] = "\(snapRadius)"
    options["strict"] = isStrict ? "true" : nil
    for measure in Vehicle.Measure.allCases {
      options["vehicle_\(measure.rawValue)"] = vehicle.vehicle[measure].map { "\($0)" }
    }
    options["hazardous_goods"] = vehicle.hazardousGoods ? "true" : nil
    return options
  }

  private func list(_ numbers: [Int64]) -> String? {
    numbers.isEmpty ? nil : numbers.map(String.init).joined(separator: ",")
  }

  /// What requests leave open.
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
    defaults.isStrict = isStrict
    guard (0...10).contains(alternatives) else { throw ValidationError("--alternatives is 0 to 10.") }
    defaults.alternatives = alternatives
    guard (1...10_000).contains(snapRadius) else { throw ValidationError("--snap-radius is 1 to 10000 metres.") }
    defaults.snapRadius = snapRadius
    return defaults
  }
}

/// What the vehicle measures; limits bind only what is known.
struct VehicleOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Height of the vehicle in metres; trucks 4 and buses 3.2 by default.", valueName: "m"))
  var vehicleHeight: Double?

  @Option(help: ArgumentHelp("Its width in metres; trucks and buses 2.55.", valueName: "m"))
  var vehicleWidth: Double?

  @Option(help: ArgumentHelp("Its length in metres; trucks and buses 12.", valueName: "m"))
  var vehicleLength: Double?

  @Option(help: ArgumentHelp("Its weight with its load in tonnes; trucks and buses 18.", valueName: "t"))
  var vehicleWeight: Double?

  @Option(help: ArgumentHelp("The load of its heaviest axle in tonnes; trucks and buses 11.5.", valueName: "t"))
  var vehicleAxleLoad: Double?

  @Flag(help: "It carries dangerous goods.")
  var hazardousGoods = false

  var vehicle: Vehicle {
    var vehicle = Vehicle()
    vehicle[.height] = vehicleHeight
    vehicle[.width] = vehicleWidth
    vehicle[.length] = vehicleLength
    vehicle[.weight] = vehicleWeight
    vehicle[.axleLoad] = vehicleAxleLoad
    if hazardousGoods { vehicle.isHazardous = true }
    return vehicle
  }
}

/// What is wrong with a part of a request, as a mistake on the command line.
func asking<Value>(_ body: () throws(RequestRefusal) -> Value) throws -> Value {
  do {
    return try body()
  } catch {
    throw ValidationError("\(error.message).")
  }
}
