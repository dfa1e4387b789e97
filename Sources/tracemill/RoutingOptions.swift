internal import ArgumentParser
internal import Requests
internal import RoadGraph
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
    return options
  }

  private func list(_ numbers: [Int64]) -> String? {
    numbers.isEmpty ? nil : numbers.map(String.init).joined(separator: ",")
  }

  /// What requests leave open.
  func defaults() throws -> WrittenRequest {
    var written = WrittenRequest()
    written.mode = try mode.map { try travelMode($0).name }
    written.optimisation = try optimisation.map { (try choice($0, "--optimisation") as Optimisation).rawValue }
    let features = try avoid.flatMap { $0.split(separator: ",") }.map { name in
      (try choice(String(name), "--avoid") as AvoidedFeature).rawValue
    }
    written.avoid = features.isEmpty ? nil : features
    written.avoidEdges = avoidEdge
    written.avoidWays = avoidWay
    written.isStrict = isStrict
    guard (0...10).contains(alternatives) else { throw ValidationError("--alternatives is 0 to 10.") }
    written.alternatives = alternatives
    guard (1...10_000).contains(snapRadius) else { throw ValidationError("--snap-radius is 1 to 10000 metres.") }
    written.snapRadius = snapRadius
    return written
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
