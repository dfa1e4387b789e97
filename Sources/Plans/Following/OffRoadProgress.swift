package import Geodesy
package import Moments
internal import RoadGraph
internal import Routing

/// The way from a fix to a destination beyond the last road.
package struct OffRoadProgress: Sendable {
  package let distance: Metres
  package let bearing: Degrees
}

/// The first fix at a destination beyond the last road.
package struct OffRoadArrival: Sendable {
  package let fix: Int
  package let time: Timestamp?
  package let place: Place
  /// From there to the destination.
  package let distance: Metres
}

/// Follows a drive from the end of the navigable route to a destination beyond it.
struct OffRoadFold: Sendable {
  /// `nil` if the destination is on a road, and after the arrival.
  private var destination: Place?
  private let reach: Metres
  /// When the end of the route was reached.
  private var reached: (time: Timestamp?, Void)?
  /// A vehicle that ends its drive at the end of the route, this near to the destination, has arrived.
  private let yard: Metres
  /// The last fix since then.
  private var last: OffRoadArrival?

  init(of plan: Plan, on graph: RoadGraph, settings: FollowingSettings) {
    reach = settings.reach
    yard = settings.yard
    guard let last = plan.waypoints.last else { return }
    let isOffRoad = groundDistance(last.waypoint.place, graph.place(at: last.position)) > settings.reach
    destination = isOffRoad ? last.waypoint.place : nil
  }

  /// Takes the arrival at the end of the navigable route, or so near to it that the drive may end there.
  mutating func begin(at time: Timestamp?) {
    let isEarlier = reached?.time.flatMap { known in time.map { $0 < known } } ?? (reached == nil)
    if isEarlier { reached = (time, ()) }
  }

  /// The drive ends: at the destination, if it ends where the vehicle is left and the last metres are walked.
  mutating func finish() -> OffRoadArrival? {
    guard destination != nil, let last, last.distance <= yard else { return nil }
    destination = nil
    return last
  }

  /// Takes the next fix of the drive.
  ///
  /// - Parameter isBehindRoute: whether a fix without a time comes after the end of the route.
  /// - Returns: how far it is to the destination, if that is still ahead, and the arrival there.
  mutating func take(
    _ fix: Int, _ time: Timestamp?, at place: Place, isBehindRoute: Bool
  ) -> (progress: OffRoadProgress, arrival: OffRoadArrival?)? {
    guard let destination, let reached else { return nil }
    let isPast = time.flatMap { now in reached.time.map { now >= $0 } } ?? isBehindRoute
    guard isPast else { return nil }
    let ruler = LocalRuler(at: place)
    let progress = OffRoadProgress(
      distance: groundDistance(place, destination),
      bearing: bearing(from: ruler.point(place), to: ruler.point(destination)))
    let arrival = OffRoadArrival(fix: fix, time: time, place: place, distance: progress.distance)
    last = arrival
    guard progress.distance <= reach else { return (progress, nil) }
    self.destination = nil
    return (progress, arrival)
  }
}
