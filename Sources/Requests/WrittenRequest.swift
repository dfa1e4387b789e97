internal import Geodesy
internal import Moments
package import RoadGraph
package import RoadRules
package import Routing

/// A request as written, with names of modes and options not yet resolved.
package struct WrittenRequest: Sendable {
  package var id: String?
  package var waypoints: [Waypoint] = []
  package var mode: String?
  package var optimisation: String?
  package var avoid: [String]?
  package var avoidEdges: [Int64]?
  package var avoidWays: [Int64]?
  /// An area as text; see `RoadArea`.
  package var avoidArea: String?
  /// The edges in the areas that are avoided unless the request names its own area.
  package var avoidedInAreas: [EdgeID] = []
  package var isStrict: Bool?
  package var alternatives: Int?
  /// ISO 8601 with an offset; at most one of departure and arrival.
  package var departure: String?
  package var arrival: String?
  /// Dimensions in metres and tonnes.
  package var vehicle = Vehicle()
  /// In metres, for waypoints without a radius of their own.
  package var snapRadius: Double?
  /// The line that the route follows, instead of waypoints.
  package var line: WrittenLine?
  /// The route to return to, instead of waypoints.
  package var returnTo: WrittenPlan?
  /// Where the return begins.
  package var from: Waypoint?
  /// The first waypoint of that route not yet reached, from 1.
  package var nextWaypoint: Int?

  package init() {}

  /// This request, with what it leaves open taken from another.
  package func completed(by defaults: WrittenRequest) -> WrittenRequest {
    var result = self
    result.mode = mode ?? defaults.mode
    result.optimisation = optimisation ?? defaults.optimisation
    result.avoid = avoid ?? defaults.avoid
    result.avoidEdges = avoidEdges ?? defaults.avoidEdges
    result.avoidWays = avoidWays ?? defaults.avoidWays
    if avoidArea == nil { result.avoidedInAreas = defaults.avoidedInAreas }
    result.isStrict = isStrict ?? defaults.isStrict
    result.alternatives = alternatives ?? defaults.alternatives
    result.vehicle = vehicle.completed(by: defaults.vehicle)
    result.snapRadius = snapRadius ?? defaults.snapRadius
    if departure == nil, arrival == nil { (result.departure, result.arrival) = (defaults.departure, defaults.arrival) }
    return result
  }

  /// The options of an earlier route as a request.
  package init(_ options: RouteOptions) {
    mode = options.mode.name
    vehicle = options.vehicle
    optimisation = options.optimisation.rawValue
    avoid = AvoidedFeature.allCases.filter { options.avoid.contains($0) }.map(\.rawValue)
  }

  /// The request with all names resolved.
  ///
  /// - Complexity: O(edges of the map) if it avoids ways.
  package func request(on graph: RoadGraph) throws(RequestRefusal) -> RouteRequest {
    try request(avoiding: try avoidedEdges(on: graph))
  }

  /// - Parameter avoidedEdges: the edges of ``avoidEdges`` and ``avoidWays``.
  func request(avoiding avoidedEdges: EdgeSet) throws(RequestRefusal) -> RouteRequest {
    var options = RouteOptions()
    if let mode { options.mode = try travelMode(mode, "mode") }
    if let optimisation { options.optimisation = try choice(optimisation, "optimisation") }
    for feature in avoid ?? [] { options.avoid.insert(AvoidedFeatures(try choice(feature, "avoid"))) }
    options.avoidedEdges = avoidedEdges
    options.vehicle = try checkedVehicle(vehicle)
    let radius = try snapRadius.map { radius throws(RequestRefusal) in try checkedRadius(radius, "snap_radius") }
    var request = RouteRequest(waypoints: waypoints, options: options)
    request.isStrict = isStrict ?? false
    request.alternatives = try checkedAlternatives(alternatives ?? 0)
    request.departure = try departure.map { text throws(RequestRefusal) in try zonedTime(text, "departure") }
    request.arrival = try arrival.map { text throws(RequestRefusal) in try zonedTime(text, "arrival") }
    if line != nil { try checkLine() }
    if returnTo != nil { request.waypoints = try [start()] }
    if departure != nil, arrival != nil {
      throw RequestRefusal(.badValue, "a request has departure or arrival, not both")
    }
    for i in request.waypoints.indices where request.waypoints[i].radius == nil { request.waypoints[i].radius = radius }
    return request
  }

  private func checkLine() throws(RequestRefusal) {
    guard waypoints.isEmpty, returnTo == nil else {
      throw RequestRefusal(.badValue, "a request has waypoints, return_to or line, not several of them")
    }
  }

  /// The start of a return.
  private func start() throws(RequestRefusal) -> Waypoint {
    guard let from else { throw RequestRefusal(.missingField, "from is missing") }
    guard waypoints.isEmpty else { throw RequestRefusal(.badValue, "a request has waypoints or return_to, not both") }
    return from
  }

  func avoidedEdges(on graph: RoadGraph) throws(RequestRefusal) -> EdgeSet {
    var edges = EdgeSet()
    for number in avoidEdges ?? [] {
      guard (0..<Int64(graph.edgeCount)).contains(number) else {
        throw RequestRefusal(.unknownEdge, "the map has no edge \(number)")
      }
      edges.insert(EdgeID(Int(number)))
    }
    for edge in avoidedInAreas { edges.insert(edge) }
    if let avoidArea {
      for edge in try RoadArea(text: avoidArea).edges(on: graph) { edges.insert(edge) }
    }
    guard let ways = avoidWays, !ways.isEmpty else { return edges }
    var missing = Set(ways)
    let wanted = missing
    for index in 0..<graph.edgeCount {
      let way = graph.way(of: EdgeID(index)).rawValue
      guard wanted.contains(way) else { continue }
      edges.insert(EdgeID(index))
      missing.remove(way)
    }
    if let way = missing.min() { throw RequestRefusal(.unknownWay, "the map has no way \(way)") }
    return edges
  }
}

func travelMode(_ name: String, _ field: String) throws(RequestRefusal) -> TravelMode {
  guard let mode = TravelMode(name: name) else {
    let names = TravelMode.allCases.map(\.name).joined(separator: ", ")
    throw RequestRefusal(.badValue, "\(field) is one of \(names), not \(shown(name))")
  }
  return mode
}

/// The case with this name.
func choice<Choice: RawRepresentable<String> & CaseIterable>(
  _ word: String, _ field: String
) throws(RequestRefusal) -> Choice {
  guard let value = Choice(rawValue: word) else {
    let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    throw RequestRefusal(.badValue, "\(field) is one of \(words), not \(shown(word))")
  }
  return value
}

/// A number within bounds.
func checked(
  _ value: Double, _ field: String, _ range: ClosedRange<Double>, _ unit: String
) throws(RequestRefusal) -> Double {
  guard range.contains(value) else {
    let bounds = "\(Int(range.lowerBound)) to \(Int(range.upperBound)) \(unit)"
    throw RequestRefusal(.badValue, "\(field) is \(bounds), not \(value)")
  }
  return value
}

/// The vehicle, if its dimensions are possible.
package func checkedVehicle(_ vehicle: Vehicle) throws(RequestRefusal) -> Vehicle {
  for measure in Vehicle.Measure.allCases {
    guard let value = vehicle[measure] else { continue }
    let (most, unit) = measure.isLength ? (100.0, "metres") : (1000.0, "tonnes")
    guard value > 0, value <= most else {
      let field = "vehicle_\(measure.rawValue)"
      throw RequestRefusal(.badValue, "\(field) is above 0 and up to \(Int(most)) \(unit), not \(value)")
    }
  }
  return vehicle
}

func zonedTime(_ text: String, _ field: String) throws(RequestRefusal) -> ZonedTime {
  guard let time = ZonedTime(iso8601: text) else {
    throw RequestRefusal(
      .badValue, "\(field) is a time with its offset such as 2026-03-02T08:00:00+01:00, not \(shown(text))")
  }
  return time
}

func checkedRadius(_ value: Double, _ field: String) throws(RequestRefusal) -> Metres {
  try checked(value, field, 1...10_000, "metres")
}

func checkedAlternatives(_ count: Int) throws(RequestRefusal) -> Int {
  Int(try checked(Double(count), "alternatives", 0...10, "routes"))
}

/// The waypoint at a place, if the place is on the earth.
func waypoint(latitude: Double, longitude: Double, _ field: String) throws(RequestRefusal) -> Waypoint {
  guard abs(latitude) <= 90 else {
    throw RequestRefusal(.badValue, "\(field): latitude \(latitude) is outside -90…90")
  }
  guard abs(longitude) <= 180 else {
    throw RequestRefusal(.badValue, "\(field): longitude \(longitude) is outside -180…180")
  }
  return Waypoint(place: Place(latitude: latitude, longitude: longitude))
}

/// A text in quotes, shortened if it is long.
func shown(_ text: String) -> String {
  let begin = text.prefix(40).map { $0.isNewline ? " " : String($0) }.joined()
  return "'\(begin)\(text.count > 40 ? "…" : "")'"
}
