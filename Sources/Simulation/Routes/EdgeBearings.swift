internal import Geodesy
internal import RoadGraph

extension RoadGraph {
  /// The turn at the head of one edge onto the next, −180 ..< 180, positive to the right.
  func turnAngle(from edge: EdgeID, onto next: EdgeID) -> Degrees {
    turn(from: bearing(of: shape(of: edge).reversed()) + 180, to: bearing(of: shape(of: next)))
  }

  /// The bearing of a line at its start; 0 for one without length.
  private func bearing(of places: [Place]) -> Degrees {
    guard let first = places.first, let second = places.first(where: { $0 != first }) else { return 0 }
    return Geodesy.bearing(from: .origin, to: LocalRuler(at: first).point(second))
  }
}
