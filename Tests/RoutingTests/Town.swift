import Geodesy
import Moments
import RoadGraph
import RoadRules
import Routing
import TestSupport
import Testing

/// A town of two ways from A to D: a short one by B and C, and a longer one by E and F.
///
///     E----------F
///     |          |
///     A---B--C---D
struct Town {
  let sketch: RoadSketch
  var timetable = RoadTimetable()

  /// - Parameter conditions: `key=value` lines by road or node, and those of restrictions by path.
  init(conditions: [String: String] = [:], restrictions: [String: String] = [:]) throws {
    sketch = try RoadSketch(
      """
      E----------F
      |          |
      |          |
      A---B--C---D
      """, metresPerCell: 100, roads: ["A-B", "B-C", "C-D", "A-E", "E-F", "F-D"],
      forbidden: restrictions.keys.sorted()
    ) { network in
      for i in network.restrictions.indices {
        network.restrictions[i].condition = restrictions.sorted { $0.key < $1.key }[i].value
      }
      let nodes = ["A", "B", "C", "D", "E", "F"]  // as the roads name them first
      let roads = ["AB", "BC", "CD", "AE", "EF", "FD"]
      for (road, lines) in conditions {
        guard let i = roads.firstIndex(of: road) else {
          network.nodes[nodes.firstIndex(of: road) ?? 0].conditions = lines
          continue
        }
        network.segments[i].forward.conditions = lines
        network.segments[i].backward.conditions = lines
      }
    }
    let rules = ConditionalRules(of: sketch.graph)
    if !rules.isEmpty { timetable.rules = rules }
  }

  func route(
    _ departure: String? = nil, arrival: String? = nil, strict: Bool = false, mode: TravelMode = .car,
    vehicle: Vehicle = Vehicle()
  ) throws -> Route {
    var router = Router(on: sketch.graph, timetable: timetable)
    var waypoints = [Waypoint(place: sketch.place("A")), Waypoint(place: sketch.place("D"))]
    for i in waypoints.indices { waypoints[i].radius = 60 }
    var request = RouteRequest(waypoints: waypoints)
    request.isStrict = strict
    request.options.mode = mode
    request.options.vehicle = vehicle
    request.departure = try departure.map { try #require(ZonedTime(iso8601: $0)) }
    request.arrival = try arrival.map { try #require(ZonedTime(iso8601: $0)) }
    return try router.route(request)
  }

  /// The edges of a route that are driven at all.
  func spelled(_ route: Route) -> String {
    sketch.spelled(route.legs.flatMap(\.elements).filter { $0.length > 1 }.map(\.edge))
  }

  func edges(_ names: String) -> [EdgeID] { names.split(separator: " ").map { sketch.edge(String($0)) } }
}

/// What ``Town/spelled(_:)`` says of its two ways.
let short = "AB BC CD"
let long = "AE EF FD"
