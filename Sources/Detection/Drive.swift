internal import Geodesy
internal import Matching
internal import Moments
internal import RoadGraph
internal import Traces
internal import Trips

/// A trip with what detecting its events needs: which edge of the trip every fix lies on.
struct Drive {
  let trip: Trip
  let graph: RoadGraph
  let mode: TravelMode
  let settings: DetectionSettings
  /// For each fix, the index into the trip's edges of the edge it lies on; `nil` off the road.
  let edgeOfFix: [Int?]

  init(trip: Trip, graph: RoadGraph, mode: TravelMode, settings: DetectionSettings) {
    self.trip = trip
    self.graph = graph
    self.mode = mode
    self.settings = settings
    edgeOfFix = Self.edgesOfFixes(in: trip)
  }

  var fixes: [Fix] { trip.matched.trace.fixes }

  func time(of fix: Int) -> Timestamp? { fixes[fix].time }

  /// Where the fix is on its road, or where the device says it is.
  func place(of fix: Int) -> Place? { trip.matched.fixes[fix].position?.place ?? fixes[fix].place }

  func straightLine(_ begin: Int, _ end: Int) -> Metres {
    guard let from = fixes[begin].place, let to = fixes[end].place else { return 0 }
    return groundDistance(from, to)
  }

  /// Fixes neither refused by the reader nor left out by cleaning.
  func isUsable(_ fix: Int) -> Bool {
    switch trip.matched.fixes[fix].status {
    case .matched, .offRoad, .unmatched: true
    case .dropped, .rejected: false
    }
  }

  private static func edgesOfFixes(in trip: Trip) -> [Int?] {
    var edges = [Int?](repeating: nil, count: trip.matched.fixes.count)
    for leg in trip.legs {
      guard let path = trip.matched.path(around: leg.fixes.lowerBound) else { continue }
      for anchor in trip.matched.paths[path].anchors where leg.fixes.contains(anchor.fix) {
        let edge = leg.edges.lowerBound + anchor.step
        if leg.edges.contains(edge) { edges[anchor.fix] = edge }
      }
    }
    return edges
  }
}
