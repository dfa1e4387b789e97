internal import Geodesy
internal import RoadGraph

/// One way to leave a junction.
struct Branch {
  let edge: EdgeID
  /// The turn onto it from the road of arrival, positive to the right; 0 if the map does not say.
  let angle: Degrees
  /// See ``RoadGraph/rank(of:)``.
  let rank: Int
  let isLink: Bool
  /// It is the same road as the one before the junction.
  let continues: Bool

  var isStraight: Bool { ManeuverModifier(angle: angle) == .straight }

  /// Motorways and similar roads fork at angles of a few degrees, and a driver on the wrong branch is lost.
  var isFast: Bool { rank <= 1 }
}

/// A junction as its driver sees it, with the branch taken and the branches not taken: one node between two edges of a
/// leg, or several nodes that are joined by the inner pieces of one junction.
struct Junction {
  let leg: GuidedLeg
  let extent: JunctionExtent
  /// The number of the edge that begins where the driver acts.
  let act: Int
  let from: EdgeID
  let fromIsLink: Bool
  let taken: Branch
  /// The other branches that the mode may take, without the U-turn.
  let others: [Branch]
  /// The road splits into lanes there, of which one was taken.
  let hasLanes: Bool

  var graph: RoadGraph { leg.graph }

  /// The numbers in the leg of the edges that begin at its nodes. The last is the road taken, those before are inner
  /// pieces.
  var indices: ClosedRange<Int> { extent.indices }

  /// Its first node.
  var node: NodeID { graph.tail(of: leg.edge(indices.lowerBound)) }

  /// The edges that leave the node where the road taken begins.
  var edgesAtEnd: OutEdges { graph.edges(leaving: graph.tail(of: taken.edge)) }

  /// The side of the branch taken as seen from the one that goes straight on, where roads part at a small angle.
  ///
  /// - Returns: `nil` if the angle is enough.
  var side: ManeuverModifier? {
    guard abs(taken.angle) <= leg.settings.widestFork,
      let ahead = others.min(by: { isAhead($0, before: $1) }),
      abs(ahead.angle - taken.angle) <= leg.settings.widestRenamedBend
    else { return nil }
    let isLeft = graph.isLeft(taken.edge, of: ahead.edge)
    if !taken.isStraight, isLeft == (taken.angle < 0) { return nil }
    return isLeft ? .slightLeft : .slightRight
  }

  /// The order of what goes straight on: roads before links, one's own road before others, then by angle.
  private func isAhead(_ a: Branch, before b: Branch) -> Bool {
    if a.isLink != b.isLink { return !a.isLink }
    if a.continues != b.continues { return a.continues }
    return abs(a.angle) < abs(b.angle)
  }

  /// One's own road has numbered exits, and the road taken is one of them.
  var leavesAtNumber: Bool {
    !graph.exitRef(of: node).isEmpty && !fromIsLink && !taken.continues && others.contains(where: \.continues)
  }
}
