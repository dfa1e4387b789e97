internal import Geodesy
internal import Moments
internal import RoadGraph
internal import Trips

/// A place on an edge of a trip.
struct TripPosition {
  /// The number of the edge.
  var edge: Int
  /// From the start of the edge.
  var offset: Metres
}

extension Crossing {
  /// Something at a place on an edge that is no node.
  init(_ kind: CrossingKind, at position: TripPosition, of trip: Trip, on graph: RoadGraph) {
    let edge = trip.edges[position.edge]
    self.init(
      kind: kind, place: graph.place(on: edge.edge, at: position.offset), time: edge.time(at: position.offset),
      timeSource: edge.timeSource(at: position.offset), edge: position.edge, road: edge.edge,
      offset: position.offset, confidence: edge.confidence)
    guard position.offset <= 0, position.edge > 0, trip.edges[position.edge - 1].leg == edge.leg else { return }
    node = graph.tail(of: edge.edge)
    confidence = min(confidence, trip.edges[position.edge - 1].confidence)
  }
}

extension TripEdge {
  /// At constant speed from the begin to the end of the edge.
  fileprivate func time(at offset: Metres) -> Timestamp? {
    guard let enterTime, let exitTime, length > 0 else { return enterTime }
    let share = min(max((offset - begin) / length, 0), 1)
    return enterTime.adding(seconds: share * exitTime.seconds(since: enterTime))
  }

  fileprivate func timeSource(at offset: Metres) -> TimeSource? {
    if offset <= begin || enterTime == nil { return enterTimeSource }
    return .estimated
  }
}
