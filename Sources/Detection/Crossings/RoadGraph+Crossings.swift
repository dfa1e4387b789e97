internal import Geodesy
internal import RoadGraph

extension RoadGraph {
  /// What a drive from one edge onto the next passes at the node between them.
  func crossings(from edge: EdgeID, onto next: EdgeID) -> [CrossingKind] {
    let node = tail(of: next)
    let (flags, signs) = (flags(of: node), signs(of: node))
    var kinds: [CrossingKind] = []
    if flags.contains(.levelCrossing) { kinds.append(.levelCrossing) }
    if flags.contains(.tollBooth) { kinds.append(.toll) }
    if signs.contains(.borderControl) { kinds.append(.borderControl) }
    if signs.contains(.speedCamera), signs.isFor(edge) { kinds.append(.speedCamera) }
    if flags.contains(.stopSign), isStopSign(for: edge, signs) { kinds.append(.stopSign) }
    if flags.contains(.trafficSignals), signs.isFor(edge) { kinds.append(.trafficSignals) }
    return kinds
  }

  /// A stop sign beside a road, tagged without a direction, applies to vehicles that approach the nearer junction.
  private func isStopSign(for edge: EdgeID, _ signs: NodeSigns) -> Bool {
    if !signs.isDisjoint(with: [.forForward, .forBackward]) { return signs.isFor(edge) }
    let leaving = edges(leaving: head(of: edge))
    guard leaving.count == 2, let ahead = leaving.first(where: { $0 != edge.reversed }) else { return true }
    return distanceToJunction(along: ahead) <= distanceToJunction(along: edge.reversed)
  }

  /// From the start of an edge to the first node at which roads meet or end; at most about 200 m.
  private func distanceToJunction(along first: EdgeID) -> Metres {
    var (edge, distance) = (first, length(of: first))
    while distance < 200, edges(leaving: head(of: edge)).count == 2,
      let next = edges(leaving: head(of: edge)).first(where: { $0 != edge.reversed })
    {
      edge = next
      distance += length(of: edge)
    }
    return distance
  }
}

extension NodeSigns {
  /// Whether they apply to vehicles that arrive on an edge.
  fileprivate func isFor(_ edge: EdgeID) -> Bool {
    let sides = intersection([.forForward, .forBackward])
    return sides.isEmpty || sides.contains(edge.isForward ? .forForward : .forBackward)
  }
}
