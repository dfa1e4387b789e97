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
}

/// A junction as its driver sees it, with the branch taken and the branches not taken: one node between two edges of a
/// leg, or several nodes that are joined by the inner pieces of one junction.
struct Junction {
  /// The numbers in the leg of the edges that begin at its nodes. The last is the road taken, those before are inner
  /// pieces.
  let indices: ClosedRange<Int>
  /// The number of the edge that begins where the driver acts.
  let act: Int
  let node: NodeID
  let from: EdgeID
  let fromIsLink: Bool
  let taken: Branch
  /// The other branches that the mode may take, without the U-turn.
  let others: [Branch]
  /// The road splits into lanes there, of which one was taken.
  let hasLanes: Bool

  /// The number in the leg of the first edge behind its first node, from 1.
  var index: Int { indices.lowerBound }
}

extension GuidedLeg {
  /// The junction whose nodes are the starts of some edges, from 1.
  func junction(at extent: JunctionExtent) -> Junction {
    let indices = extent.indices
    let from = edge(indices.lowerBound - 1)
    let taken = edge(indices.upperBound)
    let arrival = arrival(at: indices.lowerBound)
    let continues = staysOnRoad(through: indices)
    return Junction(
      indices: indices, act: act(in: extent), node: graph.tail(of: edge(indices.lowerBound)), from: from,
      fromIsLink: graph.roadClass(of: from).isLink,
      taken: branch(
        onto: taken, angle: wholeTurn(through: indices, arrival: arrival), continues: continues),
      others: others(at: extent, from: from, arrival: arrival),
      hasLanes: indices.count > 1 && !(continues && isLeftByLinksOnly(extent)) && !extent.lanes.isEmpty)
  }

  /// The lanes not taken are links that leave the road, which goes on itself.
  private func isLeftByLinksOnly(_ extent: JunctionExtent) -> Bool {
    let first = edge(extent.indices.lowerBound)
    return !graph.isNameless(first) && !graph.roadClass(of: first).isLink
      && extent.lanes.allSatisfy { graph.roadClass(of: $0).isLink }
  }

  /// The bearing of arrival at the start of edge `index`. The kinks of a piece of a few metres say nothing; the road
  /// before it counts as well if the drive bends little between them.
  private func arrival(at index: Int) -> Degrees? {
    let from = edge(index - 1)
    let rest = settings.reach - graph.length(of: from)
    guard index > 1, rest > settings.reach * 3 / 4, edge(index - 2) != from.reversed,
      abs(turn(from: edge(index - 2), onto: from)) <= settings.widestObviousTurn
    else { return memory.bearing(arrivingBy: from) }
    return graph.bearing(
      from: graph.place(rest, along: edge(index - 2).reversed), to: graph.place(of: graph.head(of: from)))
  }

  func junction(at index: Int) -> Junction { junction(at: JunctionExtent(indices: index...index)) }

  /// Another road open to the mode meets at the start of edge `index`, even if only traffic from it may enter.
  func isMeetingOfRoads(at index: Int) -> Bool {
    graph.edges(leaving: graph.tail(of: edge(index))).contains { isThirdRoad($0, at: index) }
  }

  /// Edge `index` begins at a node that only cuts a road in two: no other road meets there.
  func isCut(at index: Int) -> Bool {
    let leaving = graph.edges(leaving: graph.tail(of: edge(index)))
    return leaving.count == 2 && edge(index) != edge(index - 1).reversed && leaving.contains(edge(index - 1).reversed)
  }

  /// The access by which a road is a choice at the start of edge `index`.
  func accessOfChoices(at index: Int) -> Access {
    let own = min(graph.access(of: edge(index - 1))[mode], graph.access(of: edge(index))[mode])
    return max(.permit, min(.destination, own))
  }

  private func isThirdRoad(_ edge: EdgeID, at index: Int) -> Bool {
    if edge != self.edge(index), edge.segment != self.edge(index - 1).segment,
      graph.haveSameName(edge, self.edge(index - 1)) || graph.haveSameName(edge, self.edge(index))
    {
      return true
    }
    return isOpenThirdRoad(edge, at: index)
  }

  private func isOpenThirdRoad(_ edge: EdgeID, at index: Int) -> Bool {
    edge != self.edge(index) && edge.segment != self.edge(index - 1).segment
      && max(graph.access(of: edge)[mode], graph.access(of: edge.reversed)[mode]) >= accessOfChoices(at: index)
      && graph.rank(of: edge) < graph.rank(of: self.edge(index)) + settings.lesserRanks
  }

  // MARK: The branch taken

  /// The turn from the road of arrival onto the road taken. Turns of more than half a circle within the junction show
  /// on which side a driver turns back.
  private func wholeTurn(through indices: ClosedRange<Int>, arrival: Degrees?) -> Degrees {
    let angle = gentler(turn(fromBearing: arrival, onto: edge(indices.upperBound)), at: indices)
    guard indices.count > 1, abs(angle) > settings.widestSharpTurn else { return angle }
    let sum = sumOfTurns(through: indices)
    return sum * angle < 0 ? -angle : angle
  }

  /// Kinks at the mouth of a road make turns look sharp; the same turn seen from further off if that is less.
  private func gentler(_ angle: Degrees, at indices: ClosedRange<Int>) -> Degrees {
    guard abs(angle) > settings.widestPlainTurn else { return angle }
    let (from, taken) = (edge(indices.lowerBound - 1), edge(indices.upperBound))
    guard let back = graph.bearing(leavingBy: from.reversed, over: 2 * settings.reach),
      let departure = graph.bearing(leavingBy: taken, over: 2 * settings.reach)
    else { return angle }
    let whole = Geodesy.turn(from: opposite(back), to: departure)
    return whole * angle > 0 && abs(whole) < abs(angle) ? whole : angle
  }

  /// The driver acts where the way through the junction leaves the road by a lane or slip road, otherwise where it first
  /// bends; at its first node if it does not.
  private func act(in extent: JunctionExtent) -> Int {
    let indices = extent.indices
    if extent.leavesRoad { return indices.lowerBound }
    return indices.first { ManeuverModifier(angle: turn(from: edge($0 - 1), onto: edge($0))) != .straight }
      ?? indices.lowerBound
  }

  /// The drive stays on its road, even if the road has no name for a few metres within a crossing.
  private func staysOnRoad(through indices: ClosedRange<Int>) -> Bool {
    let (before, after) = (edge(indices.lowerBound - 1), edge(indices.upperBound))
    if graph.isSameRoad(before, after) || resumesRoad(through: indices) { return true }
    let isNameless = graph.isNameless(before) || graph.isNameless(after)
    let road = isNameless ? road(before: indices.lowerBound) : ""
    return !road.isEmpty && road == self.road(from: indices.upperBound)
  }

  /// A bridge or a square had a name of its own for a few metres, and the road has its name again.
  private func resumesRoad(through indices: ClosedRange<Int>) -> Bool {
    let after = edge(indices.upperBound)
    guard graph.hasName(after), goesOn(from: edge(indices.lowerBound - 1), onto: after) else { return false }
    var index = indices.lowerBound - 1
    while index > 0, distances[indices.lowerBound] - distances[index] <= settings.shortestNewName {
      guard goesOn(from: edge(index - 1), onto: edge(index)) else { return false }
      if graph.haveSameName(edge(index - 1), after) { return true }
      index -= 1
    }
    return false
  }

  private func goesOn(from: EdgeID, onto: EdgeID) -> Bool {
    abs(turn(from: from, onto: onto)) <= settings.widestObviousTurn
  }

  // MARK: The branches not taken

  private func others(at extent: JunctionExtent, from: EdgeID, arrival: Degrees?) -> [Branch] {
    var others: [Branch] = []
    for index in extent.indices {
      for other in graph.edges(leaving: graph.tail(of: edge(index)))
      where other != edge(index) && mayGoOn(by: other, at: index) && !isInner(other, of: extent) {
        others.append(self.other(onto: other, from: from, arrival: arrival))
      }
    }
    return others
  }

  /// It leads to the same place as the way taken, or from one node of the junction to another.
  private func isInner(_ other: EdgeID, of extent: JunctionExtent) -> Bool {
    if extent.lanes.contains(other) { return true }
    guard extent.indices.count > 1 else { return false }
    let end = graph.head(of: other)
    return extent.indices.contains { graph.tail(of: edge($0)) == end }
  }

  /// A private drive is an option only for those who are on private ground.
  private func mayGoOn(by edge: EdgeID, at index: Int) -> Bool {
    guard edge != self.edge(index - 1).reversed, graph.access(of: edge)[mode] >= accessOfChoices(at: index) else {
      return false
    }
    return !graph.isTurnBanned(onto: edge, for: mode) { back in
      index - 1 - back >= 0 ? self.edge(index - 1 - back) : nil
    }
  }

  /// A branch not taken. If nothing has a name, only the one straight ahead counts as the same road.
  private func other(onto edge: EdgeID, from: EdgeID, arrival: Degrees?) -> Branch {
    let angle = turn(fromBearing: arrival, onto: edge)
    let mayContinue = abs(angle) <= settings.widestObviousTurn || !graph.isNameless(edge)
    return branch(onto: edge, angle: angle, continues: mayContinue && graph.isSameRoad(from, edge))
  }

  private func branch(onto edge: EdgeID, angle: Degrees, continues: Bool) -> Branch {
    // A piece of one's own road by name is no link, whatever its class.
    Branch(
      edge: edge, angle: angle, rank: graph.rank(of: edge),
      isLink: graph.roadClass(of: edge).isLink && !(continues && !graph.isNameless(edge)), continues: continues)
  }

  /// The turn from one edge onto another that begins at its end or near it; 0 if a bearing is missing.
  func turn(from: EdgeID, onto: EdgeID) -> Degrees { turn(fromBearing: memory.bearing(arrivingBy: from), onto: onto) }

  private func turn(fromBearing arrival: Degrees?, onto: EdgeID) -> Degrees {
    guard let arrival, let departure = memory.bearing(leavingBy: onto) else { return 0 }
    return Geodesy.turn(from: arrival, to: departure)
  }
}
