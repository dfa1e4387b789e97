internal import Geodesy
internal import RoadGraph

extension JunctionRule {
  /// Two or more roads that continue, of similar class and all roughly ahead.
  static let fork = JunctionRule("Fork") { junction in
    let taken = junction.taken
    // A ramp is no fork, even if two leave side by side.
    if taken.isLink, !junction.fromIsLink, junction.others.contains(where: { !$0.isLink }) { return nil }
    let rivals = junction.others.filter { isRival($0, at: junction) }
    guard abs(taken.angle) <= junction.leg.settings.widestFork, !rivals.isEmpty else { return nil }
    return .say(Decision(.fork, at: junction, side(among: rivals, at: junction), exit: numberOfBranch(at: junction)))
  }
}

/// The number of an exit at which one's own road continues as the other branch.
private func numberOfBranch(at junction: Junction) -> String? {
  let number = Signs(leg: junction.leg).rampNumber(from: junction.taken.edge)
  if !number.isEmpty { return number }
  return junction.leavesAtNumber ? junction.graph.exitRef(of: junction.node) : nil
}

/// The middle one of three roads is straight on, also if one of the others is no rival by itself. If it bends, its bend
/// counts: "left" of a road further to the right is no word for a road to the right of one straight on.
private func side(among rivals: [Branch], at junction: Junction) -> ManeuverModifier {
  let (taken, graph) = (junction.taken, junction.graph)
  let roads =
    taken.isStraight ? junction.others.filter { isSimilar($0, at: junction) || junction.partsLanes(with: $0) } : rivals
  let hasLeft = roads.contains { graph.isLeft($0.edge, of: taken.edge) }
  let hasRight = roads.contains { !graph.isLeft($0.edge, of: taken.edge) }
  if hasLeft && hasRight { return .straight }
  if !taken.isStraight, hasLeft == (taken.angle < 0), isInTheMiddle(taken, at: junction) {
    return taken.angle < 0 ? .slightLeft : .slightRight
  }
  return hasLeft ? .slightRight : .slightLeft
}

/// Streets leave within the angle of a fork on both sides of a road, rivals or not.
private func isInTheMiddle(_ taken: Branch, at junction: Junction) -> Bool {
  let streets = junction.others.filter {
    abs($0.angle) <= junction.leg.settings.widestFork && ($0.rank < serviceRank || $0.rank <= taken.rank)
  }
  return streets.contains { junction.graph.isLeft($0.edge, of: taken.edge) }
    && streets.contains { !junction.graph.isLeft($0.edge, of: taken.edge) }
}

private func isRival(_ other: Branch, at junction: Junction) -> Bool {
  let taken = junction.taken
  if junction.partsLanes(with: other) { return true }
  return isSimilar(other, at: junction)
    && (taken.isFast && other.rank <= taken.rank
      || !junction.isPlainer(taken, than: other) && !junction.isPlainer(other, than: taken))
}

private func isSimilar(_ other: Branch, at junction: Junction) -> Bool {
  abs(other.angle) <= junction.leg.settings.widestFork
    && abs(other.rank - junction.taken.rank) <= junction.leg.settings.forkRanks
    && (other.isLink == junction.taken.isLink || junction.fromIsLink || areLinks(junction.taken, other, at: junction))
}

/// A link that bears the number of the road is as much a link as the other.
private func areLinks(_ a: Branch, _ b: Branch, at junction: Junction) -> Bool {
  junction.graph.roadClass(of: a.edge).isLink && junction.graph.roadClass(of: b.edge).isLink
}
