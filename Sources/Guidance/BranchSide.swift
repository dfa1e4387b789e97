internal import Geodesy
internal import RoadGraph

extension GuidedLeg {
  /// Road `a` lies to the left of road `b`; both leave one place.
  ///
  /// Roads part at a few degrees, and mappers draw the first metres as they please. What counts is where the roads lie
  /// once there is room for a verge between them.
  func isLeft(_ a: EdgeID, of b: EdgeID) -> Bool {
    let begin = graph.place(of: graph.tail(of: a))
    let ruler = LocalRuler(at: begin)
    var turn: Degrees = 0
    for reach in partingReaches {
      let (placeA, placeB) = (graph.place(reach, along: a), graph.place(reach, along: b))
      guard let bearingA = graph.bearing(from: begin, to: placeA), let bearingB = graph.bearing(from: begin, to: placeB)
      else { continue }
      turn = Geodesy.turn(from: bearingB, to: bearingA)
      if ruler.distance(placeA, placeB) >= leastParting { break }
    }
    return turn < 0
  }

  /// The side of the branch taken as seen from the one that goes straight on, where roads part at a small angle.
  ///
  /// - Returns: `nil` if the angle is enough.
  func side(of junction: Junction) -> ManeuverModifier? {
    guard let ahead = junction.others.min(by: { isAhead($0, before: $1) }),
      abs(ahead.angle - junction.taken.angle) <= settings.widestRenamedBend
    else { return nil }
    let isLeft = isLeft(junction.taken.edge, of: ahead.edge)
    let byAngle = ManeuverModifier(angle: junction.taken.angle)
    if byAngle != .straight, isLeft == (junction.taken.angle < 0) { return nil }
    return isLeft ? .slightLeft : .slightRight
  }

  /// The order of what goes straight on: roads before links, one's own road before others, then by angle.
  private func isAhead(_ a: Branch, before b: Branch) -> Bool {
    if a.isLink != b.isLink { return !a.isLink }
    if a.continues != b.continues { return a.continues }
    return abs(a.angle) < abs(b.angle)
  }
}

/// How far along two roads to look, in metres, in turn.
private let partingReaches: [Metres] = [20, 40, 80, 160]
/// Roads this far apart have parted: a lane and a verge.
private let leastParting: Metres = 8
