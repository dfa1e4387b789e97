internal import Geodesy
internal import Moments
package import Plans
package import RoadGraph
package import RoadRules
package import Routing

/// The routes by which times of arrival are estimated: with the rules and the traffic that are known at the time.
package struct JobRoutes: Sendable {
  let options: RouteOptions
  /// `nil` if the roads are at all times as in the map.
  let roads: KnownTraffic?
  /// Estimates are made anew after a while, because traffic may have changed.
  let isInTraffic: Bool

  /// - Parameter roads: `nil` if the roads are at all times as in the map.
  package init(_ options: RouteOptions, on roads: KnownTraffic?, inTraffic: Bool) {
    self.options = options
    self.roads = roads
    isInTraffic = inTraffic
  }

  /// A plain search takes as long as making the hierarchy of so many edges takes.
  private static let edgesPerRoute = 200

  /// The hierarchy for these routes, for all routers: the one in the map, or one that is made where that saves time; `nil`
  /// where plain searches take less, and where roads change in time.
  ///
  /// - Parameter count: how many routes are expected.
  package func prepared(on graph: RoadGraph, for count: Int) -> PreparedRoads? {
    guard roads == nil, RoutingHierarchy.modes.contains(options.mode) else { return nil }
    let isStored = (try? RoutingHierarchy.isStored(in: graph)) ?? false
    guard isStored || count * Self.edgesPerRoute > graph.edgeCount, let roads = try? RoutingHierarchy(of: graph) else {
      return nil
    }
    return PreparedRoads(
      roads: roads, costs: RoadCosts(graph: graph, options: options, changes: RoadChanges()))
  }

  /// The way from a sample to the place of a job; `nil` if there is none.
  func way(from sample: CourseSample, to job: Job, using router: inout Router) -> RemainingWay? {
    guard let position = sample.position else { return nil }
    var start = Waypoint(place: sample.place)
    start.snapped = SnappedWaypoint(positions: [position], place: sample.place, distance: 0, isOffRoad: false)
    var request = RouteRequest(waypoints: [start, Waypoint(place: job.place)], options: options)
    guard let roads else { return (try? router.route(request)).map { RemainingWay($0) } }
    request.departure = roads.time(sample.time)
    router.use(roads.known(at: sample.time))
    defer { router.use(RoadTimetable()) }
    return (try? router.route(request)).map { RemainingWay($0) }
  }
}

/// What is left of a route, from any place on it.
struct RemainingWay: Sendable {
  fileprivate struct Piece: Sendable {
    var stretch: EdgeStretch
    /// From its begin to the end of the route.
    var length: Metres
    var time: Seconds
    var duration: Seconds
  }

  private var pieces: [Piece] = []
  let length: Metres
  let time: Seconds
  /// Where the vehicle was seen last.
  private var next = 0

  init(_ route: Route) {
    var pieces: [Piece] = []
    for element in route.legs.lazy.flatMap(\.elements) {
      let duration = element.durationInTraffic ?? element.duration
      pieces.append(Piece(stretch: element.stretch, length: 0, time: 0, duration: duration))
    }
    var (length, time) = (0.0, 0.0)
    for index in pieces.indices.reversed() {
      length += pieces[index].stretch.length
      time += pieces[index].duration
      (pieces[index].length, pieces[index].time) = (length, time)
    }
    self.pieces = pieces
    (self.length, self.time) = (length, time)
  }

  /// What is left from a position; `nil` if it is not on the rest of the way.
  mutating func remaining(from position: EdgePosition) -> (length: Metres, time: Seconds)? {
    guard let found = pieces[next...].firstIndex(where: { $0.contains(position) }) else { return nil }
    next = found
    let piece = pieces[found]
    let driven = max(0, position.offset - piece.stretch.begin)
    let share = piece.stretch.length > 0 ? driven / piece.stretch.length : 0
    return (piece.length - driven, piece.time - share * piece.duration)
  }
}

extension RemainingWay.Piece {
  /// Fixes stray along their road, too.
  private static var tolerance: Metres { 30 }

  fileprivate func contains(_ position: EdgePosition) -> Bool {
    position.edge == stretch.edge && position.offset >= stretch.begin - Self.tolerance
      && position.offset <= stretch.end + Self.tolerance
  }
}
