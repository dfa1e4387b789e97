package import Geodesy
internal import Matching
package import Moments
package import RoadGraph
internal import Traces
package import Trips

/// A fix of a trip, and where it is on the road.
package struct FixOnRoad: Sendable {
  package var number: Int
  package var time: Timestamp?
  /// On the road, or else as the device reported it.
  package var place: Place?
  /// The number in the trip of its edge, and that edge of the map; `nil` off the road.
  package var edge: Int?
  package var road: EdgeID?

  package init(_ number: Int, of trip: TripUpdate) {
    self.number = number
    time = trip.fixes[number].time
    place = trip.place(of: number)
    edge = trip.edgeOfFix[number]?.edge
    road = trip.matched[number].position?.edge
  }

  /// A fix of a whole trip.
  init(_ number: Int, of trip: Trip) {
    self.number = number
    let position = trip.matched.fixes[number].position
    time = trip.matched.trace.fixes[number].time
    place = position?.place ?? trip.matched.trace.fixes[number].place
    edge = trip.edge(of: number)
    road = position?.edge
  }
}

extension Trip {
  /// Index into ``edges`` of the edge that a fix is on.
  fileprivate func edge(of fix: Int) -> Int? {
    guard let path = matched.path(around: fix), let anchor = matched.paths[path].anchor(notAfter: fix),
      anchor.fix == fix
    else { return nil }
    return legs[path].edges.lowerBound + anchor.step
  }
}
