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
    if !wasInside && !isInside { return passingRing(at: index) }
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

  /// From one road outside a ring to another that meets it at the same node: the first exit, or one of the first if
  /// several leave there.
  private func passingRing(at index: Int) -> Decision? {
    let (from, exit) = (edge(index - 1), edge(index))
    let node = graph.tail(of: exit)
    guard exit != from.reversed, let ring = ringEdges(at: node),
      !isInside(from.reversed, ring), !isInside(exit, ring)
    else { return nil }
    let ahead = exitsBesideEntry(at: index)
    let exits = ahead.contains(exit) ? ahead : exits(of: ring.arriving).filter { $0 != from.reversed }
    return Decision(
      .roundabout, at: junction(at: index), exit: String(orderAtNode(of: exit, among: exits, after: ring.arriving)))
  }

  /// The edges of a ring that reach and leave a node; `nil` if none does.
  private func ringEdges(at node: NodeID) -> (arriving: EdgeID, leaving: EdgeID)? {
    // Most nodes are not on a ring, and an array for each took a tenth of all guidance.
    guard graph.edges(leaving: node).contains(where: graph.isRoundabout) else { return nil }
    let edges = graph.edges(leaving: node).filter(graph.isRoundabout)
    guard edges.count == 2, let leaving = edges.first(where: { graph.access(of: $0)[mode] > .no }),
      let arriving = edges.first(where: { $0 != leaving && graph.access(of: $0.reversed)[mode] > .no })
    else { return nil }
    return (arriving.reversed, leaving)
  }

  /// The road leaves the ring towards its middle.
  private func isInside(_ road: EdgeID, _ ring: (arriving: EdgeID, leaving: EdgeID)) -> Bool {
    let inwards: Degrees = isClockwise(ring.leaving) ? 1 : -1
    let ahead = inwards * turn(from: ring.arriving, onto: ring.leaving)
    let angle = inwards * turn(from: ring.arriving, onto: road)
    return angle > ahead
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
    var passed = exitsBesideEntry(at: ring.lowerBound).count
    for ringEdge in ring.lazy.map(edge) {
      let exits = exits(of: ringEdge)
      if graph.head(of: ringEdge) == graph.tail(of: exit) {
        return passed + orderAtNode(of: exit, among: exits, after: ringEdge)
      }
      passed += exits.count
    }
    return passed + 1
  }

  /// The exits at the node of the entry that lie ahead of it, seen in the direction of the ring.
  private func exitsBesideEntry(at index: Int) -> [EdgeID] {
    let entry = edge(index - 1).reversed
    guard let ring = ringEdges(at: graph.head(of: edge(index - 1))) else { return [] }
    return exits(of: ring.arriving).filter {
      $0 != entry && !isInside($0, ring)
        && sharpness(of: $0, after: ring.arriving) < sharpness(of: entry, after: ring.arriving)
    }
  }

  /// The edges by which the mode may leave at the end of an edge of the roundabout.
  private func exits(of ringEdge: EdgeID) -> [EdgeID] {
    let least = max(.permit, min(.destination, graph.access(of: ringEdge)[mode]))
    return graph.edges(leaving: graph.head(of: ringEdge)).filter {
      !graph.isRoundabout($0) && graph.access(of: $0)[mode] >= least
    }
  }

  /// 1 for the exit met first if several leave at one node: the one that turns back most, outwards.
  private func orderAtNode(of exit: EdgeID, among exits: [EdgeID], after ringEdge: EdgeID) -> Int {
    let limit = sharpness(of: exit, after: ringEdge)
    return 1 + exits.count { $0 != exit && sharpness(of: $0, after: ringEdge) > limit }
  }

  /// How far a road turns back outwards from an edge of a ring.
  private func sharpness(of road: EdgeID, after ringEdge: EdgeID) -> Degrees {
    (isClockwise(ringEdge) ? -1 : 1) * turn(from: ringEdge, onto: road)
  }

  /// Roundabouts run clockwise where traffic keeps left, and the opposite way if driven against their direction.
  private func isClockwise(_ ringEdge: EdgeID) -> Bool {
    graph.flags(of: ringEdge).contains(.drivesOnLeft) != graph.isAgainstOneway(ringEdge, for: mode)
  }
}
