internal import Geodesy
internal import RoadGraph

/// One way to leave a node.
struct Branch {
  let edge: EdgeID
  /// The turn onto it, positive to the right; 0 if the map does not say.
  let angle: Degrees
  /// See ``RoadGraph/rank(of:)``.
  let rank: Int
  let isLink: Bool
  /// It is the same road as the one before the node.
  let continues: Bool
}

/// A node between two edges of a leg, with the branch taken and the branches not taken.
struct Junction {
  /// The number in the leg of the edge taken, from 1.
  let index: Int
  let node: NodeID
  let from: EdgeID
  let fromIsLink: Bool
  let taken: Branch
  /// The other branches that the mode may take, without the U-turn.
  let others: [Branch]
}

extension GuidedLeg {
  /// The node at which edge `index` begins; `index` from 1.
  func junction(at index: Int) -> Junction {
    let from = edge(index - 1)
    let taken = edge(index)
    let node = graph.tail(of: taken)
    let arrival = memory.bearing(arrivingBy: from)
    var others: [Branch] = []
    for other in graph.edges(leaving: node) where other != taken && mayGoOn(by: other, at: index) {
      others.append(self.other(onto: other, from: from, arrival: arrival))
    }
    return Junction(
      index: index, node: node, from: from, fromIsLink: graph.roadClass(of: from).isLink,
      taken: branch(
        onto: taken, angle: turn(fromBearing: arrival, onto: taken), continues: staysOnRoad(at: index)),
      others: others)
  }

  /// Another road open to the mode meets at the start of edge `index`, even if only traffic from it may enter.
  func isMeetingOfRoads(at index: Int) -> Bool {
    graph.edges(leaving: graph.tail(of: edge(index))).contains { isThirdRoad($0, at: index) }
  }

  /// Edge `index` begins at a node that only cuts a road in two: no other road meets there.
  func isCut(at index: Int) -> Bool {
    let leaving = graph.edges(leaving: graph.tail(of: edge(index)))
    return leaving.count == 2 && edge(index) != edge(index - 1).reversed && leaving.contains(edge(index - 1).reversed)
  }

  private func isThirdRoad(_ edge: EdgeID, at index: Int) -> Bool {
    edge != self.edge(index) && edge.segment != self.edge(index - 1).segment
      && max(graph.access(of: edge)[mode], graph.access(of: edge.reversed)[mode]) >= .destination
  }

  /// A private drive is not an option for the public.
  private func mayGoOn(by edge: EdgeID, at index: Int) -> Bool {
    guard edge != self.edge(index - 1).reversed, graph.access(of: edge)[mode] >= .destination else { return false }
    return !graph.isTurnBanned(onto: edge, for: mode) { back in
      index - 1 - back >= 0 ? self.edge(index - 1 - back) : nil
    }
  }

  /// The drive stays on its road, even if the road has no name for a few metres within a crossing.
  private func staysOnRoad(at index: Int) -> Bool {
    if graph.isSameRoad(edge(index - 1), edge(index)) { return true }
    let isNameless = graph.isNameless(edge(index - 1)) || graph.isNameless(edge(index))
    let road = isNameless ? road(before: index) : ""
    return !road.isEmpty && road == self.road(from: index)
  }

  /// A branch not taken. If nothing has a name, only the one straight ahead counts as the same road.
  private func other(onto edge: EdgeID, from: EdgeID, arrival: Degrees?) -> Branch {
    let angle = turn(fromBearing: arrival, onto: edge)
    let mayContinue = abs(angle) <= settings.widestObviousTurn || !graph.isNameless(edge)
    return branch(onto: edge, angle: angle, continues: mayContinue && graph.isSameRoad(from, edge))
  }

  private func branch(onto edge: EdgeID, angle: Degrees, continues: Bool) -> Branch {
    Branch(
      edge: edge, angle: angle, rank: graph.rank(of: edge), isLink: graph.roadClass(of: edge).isLink,
      continues: continues)
  }

  /// The turn from one edge onto another that begins at its end or near it; 0 if a bearing is missing.
  func turn(from: EdgeID, onto: EdgeID) -> Degrees { turn(fromBearing: memory.bearing(arrivingBy: from), onto: onto) }

  private func turn(fromBearing arrival: Degrees?, onto: EdgeID) -> Degrees {
    guard let arrival, let departure = memory.bearing(leavingBy: onto) else { return 0 }
    return Geodesy.turn(from: arrival, to: departure)
  }
}
