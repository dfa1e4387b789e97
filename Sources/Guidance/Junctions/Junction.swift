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

  /// The numbers in the leg of the edges that begin at its nodes. The last is the road taken, the others are inner
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

  /// Whether `a` is straight on rather than `b`: roads before links, one's own road before others, then by angle.
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

/// What a driver who arrives at a junction sees: the branches with their angles, and where to act.
struct Arrival {
  let leg: GuidedLeg
  let extent: JunctionExtent
  let from: EdgeID
  /// The bearing of arrival; `nil` if the map does not say.
  private let bearing: Degrees?

  init(at extent: JunctionExtent, of leg: GuidedLeg) {
    self.leg = leg
    self.extent = extent
    from = leg.edge(extent.indices.lowerBound - 1)
    bearing = Self.bearing(at: extent.indices.lowerBound, of: leg)
  }

  var junction: Junction {
    let continues = RoadNames(leg: leg).staysOnRoad(through: extent.indices)
    return Junction(
      leg: leg, extent: extent, act: act, from: from, fromIsLink: graph.roadClass(of: from).isLink,
      taken: branch(onto: leg.edge(extent.indices.upperBound), angle: wholeTurn, continues: continues), others: others,
      hasLanes: extent.indices.count > 1 && !(continues && isLeftByLinksOnly) && !extent.lanes.isEmpty)
  }

  private var graph: RoadGraph { leg.graph }

  /// The bearing of arrival at the start of edge `index`. The kinks of a piece of a few metres say nothing; the road
  /// before it is used as well if the drive bends little between them.
  private static func bearing(at index: Int, of leg: GuidedLeg) -> Degrees? {
    let (graph, reach, from) = (leg.graph, leg.settings.reach, leg.edge(index - 1))
    let rest = reach - graph.length(of: from)
    guard index > 1, rest > reach * 3 / 4, leg.edge(index - 2) != from.reversed,
      abs(leg.bend(at: index - 1)) <= leg.settings.widestObviousTurn
    else { return leg.memory.bearing(arrivingBy: from) }
    return graph.bearing(
      from: graph.place(rest, along: leg.edge(index - 2).reversed), to: graph.place(of: graph.head(of: from)))
  }

  /// The lanes not taken are links that leave the road, and the road itself continues.
  private var isLeftByLinksOnly: Bool {
    let first = leg.edge(extent.indices.lowerBound)
    return !graph.isNameless(first) && !graph.roadClass(of: first).isLink
      && extent.lanes.allSatisfy { graph.roadClass(of: $0).isLink }
  }

  /// The driver acts where the way through the junction leaves the road by a lane or slip road, or else where the way
  /// first bends, or else at its first node.
  private var act: Int {
    let indices = extent.indices
    if extent.leavesRoad { return indices.lowerBound }
    return indices.first { ManeuverModifier(angle: leg.bend(at: $0)) != .straight } ?? indices.lowerBound
  }

  // MARK: The branch taken

  /// The turn from the road of arrival onto the road taken. Turns of more than half a circle within the junction show
  /// on which side a driver turns back.
  private var wholeTurn: Degrees {
    let indices = extent.indices
    let angle = gentler(leg.turn(fromBearing: bearing, onto: leg.edge(indices.upperBound)))
    guard indices.count > 1 else { return angle }
    if abs(angle) <= leg.settings.widestObviousTurn { return slightBend ?? angle }
    guard abs(angle) > leg.settings.widestSharpTurn else { return angle }
    return leg.sumOfBends(at: indices) * angle < 0 ? -angle : angle
  }

  /// The widest bend of a way that goes straight on at each node of the junction: slight bends do not add up to a turn.
  private var slightBend: Degrees? {
    guard extent.lanes.isEmpty, !extent.leavesRoad else { return nil }
    let bends = extent.indices.map { leg.bend(at: $0) }
    guard bends.allSatisfy({ ManeuverModifier(angle: $0) == .straight }) else { return nil }
    return bends.max { abs($0) < abs($1) }
  }

  /// The turn, or the same turn seen from further off if that is less: kinks at the mouth of a road sharpen turns.
  private func gentler(_ angle: Degrees) -> Degrees {
    guard abs(angle) > leg.settings.widestPlainTurn else { return angle }
    let (taken, reach) = (leg.edge(extent.indices.upperBound), 2 * leg.settings.reach)
    guard let back = graph.bearing(leavingBy: from.reversed, over: reach),
      let departure = graph.bearing(leavingBy: taken, over: reach)
    else { return angle }
    let whole = turn(from: opposite(back), to: departure)
    return whole * angle > 0 && abs(whole) < abs(angle) ? whole : angle
  }

  private func branch(onto edge: EdgeID, angle: Degrees, continues: Bool) -> Branch {
    // A piece of one's own road by name is no link, whatever its class.
    Branch(
      edge: edge, angle: angle, rank: graph.rank(of: edge),
      isLink: graph.roadClass(of: edge).isLink && !(continues && !graph.isNameless(edge)), continues: continues)
  }

  // MARK: The branches not taken

  private var others: [Branch] {
    var others: [Branch] = []
    for index in extent.indices {
      for edge in graph.edges(leaving: graph.tail(of: leg.edge(index)))
      where edge != leg.edge(index) && mayBeTaken(edge, at: index) && !isInner(edge) {
        others.append(other(onto: edge))
      }
    }
    return others
  }

  /// It leads to the same place as the way taken, or from one node of the junction to another.
  private func isInner(_ other: EdgeID) -> Bool {
    if extent.lanes.contains(other) { return true }
    guard extent.indices.count > 1 else { return false }
    let end = graph.head(of: other)
    return extent.indices.contains { graph.tail(of: leg.edge($0)) == end }
  }

  /// A private drive is an option only for those who are on private ground.
  private func mayBeTaken(_ edge: EdgeID, at index: Int) -> Bool {
    guard edge != leg.edge(index - 1).reversed, graph.access(of: edge)[leg.mode] >= leg.accessOfChoices(at: index)
    else {
      return false
    }
    return !graph.isTurnBanned(onto: edge, for: leg.mode) { back in
      index - 1 - back >= 0 ? leg.edge(index - 1 - back) : nil
    }
  }

  /// A branch not taken. If nothing has a name, only the one straight ahead is the same road.
  private func other(onto edge: EdgeID) -> Branch {
    let angle = leg.turn(fromBearing: bearing, onto: edge)
    let mayContinue = abs(angle) <= leg.settings.widestObviousTurn || !graph.isNameless(edge)
    return branch(onto: edge, angle: angle, continues: mayContinue && graph.isSameRoad(from, edge))
  }
}
