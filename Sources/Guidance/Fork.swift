internal import Geodesy
internal import RoadGraph

extension GuidedLeg {
  /// Two or more roads that continue, of similar class and all roughly ahead.
  func fork(at junction: Junction) -> Decision? {
    let taken = junction.taken
    // A ramp is no fork, even if two leave side by side.
    if taken.isLink, !junction.fromIsLink, junction.others.contains(where: { !$0.isLink }) { return nil }
    let rivals = junction.others.filter { isRival($0, of: taken, at: junction) }
    guard abs(taken.angle) <= settings.widestFork, !rivals.isEmpty else { return nil }
    return Decision(
      .fork, at: junction, side(of: taken, among: rivals, at: junction), exit: numberOfBranch(at: junction))
  }

  /// The number of an exit at which one's own road goes on as the other branch.
  private func numberOfBranch(at junction: Junction) -> String? {
    let number = rampNumber(from: junction.taken.edge)
    if !number.isEmpty { return number }
    return leavesAtNumber(junction) ? graph.exitRef(of: junction.node) : nil
  }

  /// The middle one of three roads is straight on, also if one of the others is no rival by itself.
  private func side(of taken: Branch, among rivals: [Branch], at junction: Junction) -> ManeuverModifier {
    let isMiddle = ManeuverModifier(angle: taken.angle) == .straight
    let roads = isMiddle ? junction.others.filter { isSimilar($0, to: taken, at: junction) } : rivals
    let hasLeft = roads.contains { isLeft($0.edge, of: taken.edge) }
    let hasRight = roads.contains { !isLeft($0.edge, of: taken.edge) }
    return hasLeft && hasRight ? .straight : hasLeft ? .slightRight : .slightLeft
  }

  private func isRival(_ other: Branch, of taken: Branch, at junction: Junction) -> Bool {
    isSimilar(other, to: taken, at: junction)
      && (isFast(taken) && other.rank <= taken.rank
        || !isPlainer(taken, than: other, at: junction) && !isPlainer(other, than: taken, at: junction))
  }

  private func isSimilar(_ other: Branch, to taken: Branch, at junction: Junction) -> Bool {
    abs(other.angle) <= settings.widestFork
      && abs(other.rank - taken.rank) <= settings.forkRanks
      && (other.isLink == taken.isLink || junction.fromIsLink || areLinks(taken, other))
  }

  /// A link that bears the number of the road is as much a link as the other.
  private func areLinks(_ a: Branch, _ b: Branch) -> Bool {
    graph.roadClass(of: a.edge).isLink && graph.roadClass(of: b.edge).isLink
  }

  /// Motorways and similar roads fork at angles of a few degrees, and a driver on the wrong branch is lost.
  func isFast(_ branch: Branch) -> Bool { branch.rank <= 1 }
}
