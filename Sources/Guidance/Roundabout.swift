internal import Geodesy
internal import RoadGraph

extension GuidedLeg {
  /// A roundabout entered at edge `index`, or left there if the leg begins inside it.
  ///
  /// Entering and leaving are one decision. A leg that begins or ends inside has no exit number, because the number
  /// depends on the entry.
  func roundabout(at index: Int) -> Decision? {
    let wasInside = graph.isRoundabout(edge(index - 1))
    let isInside = graph.isRoundabout(edge(index))
    if wasInside && !isInside { return leaving(at: index) }
    guard isInside && !wasInside else { return nil }
    let end = edges[index...].firstIndex { !graph.isRoundabout($0.edge) } ?? edges.count
    guard end < edges.count else {
      return Decision(.roundabout, nil, angle: 0, begin: index, onto: edges.count - 1)
    }
    let angle = turnThroughRoundabout(index..<end)
    return Decision(
      .roundabout, ManeuverModifier(angle: angle), exit: String(exitNumber(through: index..<end)), angle: angle,
      begin: index,
      onto: end)
  }

  func isInsideRoundabout(_ index: Int) -> Bool {
    graph.isRoundabout(edge(index - 1)) && graph.isRoundabout(edge(index))
  }

  private func leaving(at index: Int) -> Decision {
    Decision(.roundabout, at: junction(at: index))
  }

  /// The number of the exit taken, as the driver counts on the first round.
  private func exitNumber(through ring: Range<Int>) -> Int {
    let exit = edge(ring.upperBound)
    var passed = 0
    for ringEdge in ring.lazy.map(edge) {
      let exits = exits(of: ringEdge)
      if graph.head(of: ringEdge) == graph.tail(of: exit) {
        return passed + orderAtNode(of: exit, among: exits, after: ringEdge)
      }
      passed += exits.count
    }
    return passed + 1
  }

  /// The edges by which the mode may leave at the end of an edge of the roundabout.
  private func exits(of ringEdge: EdgeID) -> [EdgeID] {
    graph.edges(leaving: graph.head(of: ringEdge)).filter {
      !graph.isRoundabout($0) && graph.access(of: $0)[mode] > .no
    }
  }

  /// 1 for the exit met first if several leave at one node: the one that turns back most, outwards.
  private func orderAtNode(of exit: EdgeID, among exits: [EdgeID], after ringEdge: EdgeID) -> Int {
    let outwards: Degrees = isClockwise(ringEdge) ? -1 : 1
    let sharpness = { outwards * self.turn(from: ringEdge, onto: $0) }
    return 1 + exits.count { $0 != exit && sharpness($0) > sharpness(exit) }
  }

  /// Roundabouts run clockwise where traffic keeps left, and the opposite way if driven against their direction.
  private func isClockwise(_ ringEdge: EdgeID) -> Bool {
    graph.flags(of: ringEdge).contains(.drivesOnLeft) != graph.isAgainstOneway(ringEdge, for: mode)
  }
}
