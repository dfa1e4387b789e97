internal import Geodesy
internal import RandomNumbers
internal import RoadGraph
internal import RoadRules
internal import Routing

/// Draws plans: best routes past places beside random roads.
struct PlanDrawer: Sendable {
  let turns: LawfulTurns
  let roads: RoutePlanner
  let settings: SimulationSettings

  private var graph: RoadGraph { turns.graph }

  /// The greatest number of waypoints.
  private static let mostWaypoints = 5
  /// Addresses are beside the road, at most this far on each axis.
  private static let yard = 12.0
  private static let passThrough = 0.3
  /// No vehicle is sent on a shorter leg.
  private static let leastLeg: Metres = 200

  /// One draw; `nil` if its places are not joined by lawful roads, or are all the same.
  func plan(for kind: DriveKind, _ router: inout Router, using random: inout SplitMix64) -> Route? {
    let most = Double(Self.mostWaypoints - kind.leastWaypoints + 1)
    let count = kind.leastWaypoints + Int(random.uniform() * most)
    var request = RouteRequest(waypoints: waypoints(count, using: &random))
    request.options.mode = settings.mode
    request.isStrict = true
    guard let route = try? router.route(request), route.length <= 3 * settings.length.upperBound,
      route.legs.allSatisfy({ $0.length >= Self.leastLeg }),
      route.legs.allSatisfy({ $0.elements.allSatisfy { turns.isPublic($0.edge) } })
    else { return nil }
    return route
  }

  /// They are so far apart that the roads between them are about as long as a drive; roads are a third longer than the
  /// straight line.
  private func waypoints(_ count: Int, using random: inout SplitMix64) -> [Waypoint] {
    let apart = 0.75 * random.uniform(in: settings.length) / Double(count - 1)
    var edge = roads.core.edge(using: &random)
    var waypoints = [waypoint(beside: edge, using: &random)]
    while waypoints.count < count {
      edge = roads.core.edge(about: apart, from: edge, on: graph, using: &random)
      var next = waypoint(beside: edge, using: &random)
      let isPassed = random.happens(Self.passThrough)
      if isPassed, waypoints.count + 1 < count, settings.mode != .pedestrian { next.kind = .passThrough }
      waypoints.append(next)
    }
    return waypoints
  }

  private func waypoint(beside edge: EdgeID, using random: inout SplitMix64) -> Waypoint {
    let place = graph.place(on: edge, at: graph.length(of: edge) * random.uniform())
    let yard = -Self.yard...Self.yard
    let beside = LocalPoint(x: random.uniform(in: yard), y: random.uniform(in: yard))
    return Waypoint(place: LocalRuler(at: place).place(beside))
  }
}
