internal import Geodesy
internal import RoadGraph
internal import RoadRules
internal import Routing

/// Directions of a road. Raw values are the names in files.
package enum RoadDirection: String, CaseIterable, Sendable {
  /// In the way's order of nodes; for a line, in its direction.
  case forward
  case backward
  case both
}

/// The edges of some ways.
struct WayIndex {
  private var edges: [Int64: [EdgeID]] = [:]

  /// - Complexity: O(edges of the map), and O(1) without ways.
  init(of ways: Set<Int64>, on graph: RoadGraph) {
    guard !ways.isEmpty else { return }
    for index in 0..<graph.edgeCount {
      let way = graph.way(of: EdgeID(index)).rawValue
      if ways.contains(way) { edges[way, default: []].append(EdgeID(index)) }
    }
  }

  func edges(of way: Int64, _ direction: RoadDirection) throws(RequestRefusal) -> [EdgeID] {
    guard let edges = edges[way] else { throw RequestRefusal(.unknownWay, "the map has no way \(way)") }
    return edges.filter { direction == .both || $0.isForward == (direction == .forward) }
  }
}

extension RoadGraph {
  func edge(_ number: Int64) throws(RequestRefusal) -> EdgeID {
    guard (0..<Int64(edgeCount)).contains(number) else {
      throw RequestRefusal(.unknownEdge, "the map has no edge \(number)")
    }
    return EdgeID(Int(number))
  }

  /// The edges of the segment nearest to a place.
  func edges(at place: Place, _ direction: RoadDirection) throws(RequestRefusal) -> [EdgeID] {
    var found: [NearbyRoad] = []
    var scratch = NearbyScratch()
    roads(near: place, within: LineTarget.reach, into: &found, using: &scratch)
    guard let segment = found.first?.segment else {
      throw RequestRefusal(.offRoad, "no road within \(Int(LineTarget.reach)) m of \(place)")
    }
    return [segment.forward, segment.backward].filter { direction == .both || $0.isForward == (direction == .forward) }
  }
}

/// Finds the roads along a line.
struct LineTarget: ~Copyable {
  /// Places of lines and events farther than this from all roads are refused.
  static let reach: Metres = 50
  /// A path along roads longer than the line by more than this factor is a different path.
  private static let mostStretch = 1.5
  /// The line does not cover an edge at its ends if it covers less of it than this.
  private static let leastCover: Metres = 10

  private var router: Router

  init(on graph: RoadGraph) {
    var settings = RoutingSettings()
    settings.mostWaypoints = .max
    settings.snapRadius = Self.reach
    router = Router(on: graph, settings: settings)
  }

  /// The edges of the shortest path of a car through the line's places.
  mutating func edges(along line: [Place], _ direction: RoadDirection) throws(RequestRefusal) -> [EdgeID] {
    var options = RouteOptions()
    options.optimisation = .shortest
    let places = direction == .backward ? line.reversed() : line
    let request = RouteRequest(waypoints: places.map { Waypoint(place: $0) }, options: options)
    let route: Route
    do throws(RouteError) {
      route = try router.route(request)
    } catch {
      throw RequestRefusal(.offRoad, "the line does not follow roads: \(error)")
    }
    let length = zip(line, line.dropFirst()).reduce(0) { $0 + groundDistance($1.0, $1.1) }
    guard route.length <= Self.mostStretch * length + 2 * Self.reach else {
      throw RequestRefusal(
        .offRoad, "the line of \(Int(length)) m does not follow roads, along which it is \(Int(route.length)) m")
    }
    let graph = router.graph
    let covered = route.legs.flatMap(\.elements).filter {
      $0.length >= min(Self.leastCover, graph.length(of: $0.edge) / 2)
    }.map(\.edge)
    return direction == .both ? covered.flatMap { [$0, $0.reversed] } : covered
  }
}
