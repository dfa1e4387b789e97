internal import Geodesy
internal import Moments
internal import RoadGraph
internal import Trips

/// An edge of a trip while the drive passes it.
struct EdgePassing {
  let edge: TripEdge
  /// Its number in the trip.
  let number: Int
  /// The edge of the leg before it.
  let before: TripEdge?
  /// How far along the leg its driven part begins.
  let begin: Metres

  /// How far along the leg a place on the edge is.
  func distance(of offset: Metres) -> Metres { begin + offset - edge.begin }

  /// Whether the drive crossed the node where the edge begins, without turning round there.
  var comesOverNode: Bool { edge.begin <= 0 && before.map { $0.edge != edge.edge.reversed } ?? false }

  /// A crossing on the edge. At the start of the edge it is at the node, if the drive crossed that.
  func crossing(_ kind: CrossingKind, at offset: Metres, on graph: RoadGraph) -> Crossing {
    var crossing = Crossing(
      kind: kind, place: graph.place(on: edge.edge, at: offset), time: time(at: offset),
      timeSource: timeSource(at: offset), edge: number, road: edge.edge, confidence: edge.confidence)
    guard offset <= 0, let before else { return crossing }
    crossing.node = graph.tail(of: edge.edge)
    crossing.confidence = min(edge.confidence, before.confidence)
    return crossing
  }

  /// Assumes constant speed from the start to the end of the edge.
  private func time(at offset: Metres) -> Timestamp? {
    guard let begin = edge.enterTime, let end = edge.exitTime, offset > edge.begin else { return edge.enterTime }
    return begin.adding(seconds: min((offset - edge.begin) / edge.length, 1) * end.seconds(since: begin))
  }

  private func timeSource(at offset: Metres) -> TimeSource? {
    offset <= edge.begin || edge.enterTime == nil ? edge.enterTimeSource : .estimated
  }
}
