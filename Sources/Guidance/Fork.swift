internal import Geodesy

extension GuidedLeg {
  /// Two or more roads that continue, of similar class and all roughly ahead.
  func fork(at junction: Junction) -> Decision? {
    let taken = junction.taken
    let rivals = junction.others.filter { isRival($0, of: taken, at: junction) }
    guard abs(taken.angle) <= settings.widestFork, !rivals.isEmpty else { return nil }
    let hasLeft = rivals.contains { $0.angle < taken.angle }
    let hasRight = rivals.contains { $0.angle >= taken.angle }
    let side: ManeuverModifier = hasLeft && hasRight ? .straight : hasLeft ? .slightRight : .slightLeft
    return Decision(.fork, at: junction, side)
  }

  private func isRival(_ other: Branch, of taken: Branch, at junction: Junction) -> Bool {
    abs(other.angle) <= settings.widestFork
      && abs(other.rank - taken.rank) <= settings.forkRanks
      && (other.isLink == taken.isLink || junction.fromIsLink)
      && (isFast(taken) || !isToldApart(other, taken))
  }

  /// Motorways and similar roads fork at angles of a few degrees, and a driver on the wrong branch is lost.
  private func isFast(_ branch: Branch) -> Bool { branch.rank <= 1 }

  private func isToldApart(_ a: Branch, _ b: Branch) -> Bool {
    let lesser = min(abs(a.angle), abs(b.angle))
    let greater = max(abs(a.angle), abs(b.angle))
    return greater >= 2 * lesser + settings.forkMargin
  }
}
