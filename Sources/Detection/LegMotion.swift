internal import Geodesy
internal import Matching
internal import Moments
internal import RoadGraph
internal import Traces
internal import Trips

/// Where a vehicle was on one leg, and when.
struct LegMotion {
  /// A fix on the road.
  struct Moment {
    /// From the start of the leg.
    var distance: Metres
    var time: Timestamp
  }

  let leg: Int
  /// In the order driven.
  private(set) var moments: [Moment] = []
  private let firstEdge: Int
  /// The distance of each edge's begin from the start of the leg.
  private var begins: [Metres] = []

  init(of trip: Trip, leg number: Int) {
    let leg = trip.legs[number]
    self.leg = number
    firstEdge = leg.edges.lowerBound
    var length: Metres = 0
    for edge in leg.edges {
      begins.append(length - trip.edges[edge].begin)
      length += trip.edges[edge].length
    }
    guard let path = trip.matched.path(around: leg.fixes.lowerBound) else { return }
    for anchor in trip.matched.paths[path].anchors where leg.fixes.contains(anchor.fix) {
      let fix = trip.matched.trace.fixes[anchor.fix]
      guard let time = fix.time, begins.indices.contains(anchor.step) else { continue }
      moments.append(Moment(distance: begins[anchor.step] + anchor.offset, time: time))
    }
  }

  /// The distance of the start of an edge from the start of the leg, were the edge driven from its start.
  func begin(of edge: Int) -> Metres { begins[edge - firstEdge] }
}
