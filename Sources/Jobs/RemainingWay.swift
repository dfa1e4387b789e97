internal import Geodesy
internal import Moments
package import Plans
internal import RoadGraph
package import RoadRules
internal import Routing

/// The routes by which times of arrival are estimated: with the rules and the traffic that are known at the time.
package struct JobRoutes: Sendable {
  let options: RouteOptions
  /// `nil` if the roads are at all times as in the map.
  let traffic: KnownTraffic?

  package init(_ options: RouteOptions, traffic: KnownTraffic?) {
    self.options = options
    self.traffic = traffic
  }

  /// The way from a sample to the place of a job; `nil` if there is none.
  func way(from sample: CourseSample, to job: Job, using router: inout Router) -> RemainingWay? {
    guard let position = sample.position else { return nil }
    var start = Waypoint(place: sample.place)
    start.snapped = SnappedWaypoint(positions: [position], place: sample.place, distance: 0, isOffRoad: false)
    var request = RouteRequest(waypoints: [start, Waypoint(place: job.place)], options: options)
    guard let traffic else { return (try? router.route(request)).map { RemainingWay($0) } }
    request.departure = traffic.time(sample.time)
    router.use(traffic.known(at: sample.time))
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
