internal import Geodesy
internal import RoadGraph

/// The decisions of a leg, joined where they are one to the driver: turns within a crossing of divided roads, U-turns
/// across a median, and turns with the bends of their roads. Shunting is no decision.
struct JoinedTurns {
  private let leg: GuidedLeg
  private(set) var decisions: [Decision] = []

  /// - Parameter decisions: in order, one for each junction.
  init(_ decisions: [Decision], of leg: GuidedLeg) {
    self.leg = leg
    for decision in decisions { append(decision) }
    addBends()
    self.decisions = self.decisions.filter { !isStraightOn($0) }
  }

  private mutating func append(_ decision: Decision) {
    guard let last = decisions.last else { return decisions.append(decision) }
    if isShunting(last, decision) {
      decisions.removeLast()
    } else if let both = oneTurn(last, decision) {
      decisions[decisions.count - 1] = both
    } else {
      decisions.append(decision)
    }
  }

  /// Two turns may add up to none.
  private func isStraightOn(_ decision: Decision) -> Bool {
    decision.type == .turn && decision.modifier == .straight
      && leg.graph.isSameRoad(leg.edge(decision.first - 1), leg.edge(decision.onto))
  }

  // MARK: Shunting

  /// Turning round twice within a few metres is shunting, or a fix that jumped back.
  private func isShunting(_ first: Decision, _ second: Decision) -> Bool {
    isReturn(first) && isReturn(second)
      && leg.gap(from: first.begin, to: second.begin) <= leg.settings.shortestReturn
  }

  private func isReturn(_ decision: Decision) -> Bool {
    leg.edge(decision.begin) == leg.edge(decision.begin - 1).reversed
  }

  // MARK: Two turns

  /// `nil` for two turns that the driver makes one after the other.
  private func oneTurn(_ first: Decision, _ second: Decision) -> Decision? {
    let gap = leg.gap(from: first.onto, to: second.first)
    guard first.isTurn, second.isTurn, gap <= leg.settings.widestMedian else { return nil }
    let angle = first.angle + second.angle
    if isBackAcrossMedian(first, second) {
      return whole(.uTurn, .uTurn, angle, begin: first.begin, of: first, second)
    }
    guard isOneBend(first, second, gap: gap) else { return nil }
    let begin = first.modifier == .straight ? second.begin : first.begin
    // Two slight bends are no turn.
    let isStraight = first.modifier == .straight && second.modifier == .straight
    return whole(.turn, isStraight ? .straight : ManeuverModifier(angle: angle), angle, begin: begin, of: first, second)
  }

  private func whole(
    _ type: ManeuverType, _ modifier: ManeuverModifier, _ angle: Degrees, begin: Int, of first: Decision,
    _ second: Decision
  ) -> Decision {
    var whole = Decision(type, modifier, angle: angle, first: first.first, begin: begin, onto: second.onto)
    whole.junctions = first.junctions + second.junctions
    return whole
  }

  private func isOneBend(_ first: Decision, _ second: Decision, gap: Metres) -> Bool {
    if first.modifier == .straight || second.modifier == .straight { return gap <= leg.settings.widestCrossing }
    if first.angle * second.angle < 0 {
      return gap <= leg.settings.widestStagger && isStraight(first.angle + second.angle) && crossesRoad(first, second)
    }
    return gap <= leg.settings.longestBend
      && min(abs(first.angle), abs(second.angle)) <= leg.settings.widestObviousTurn
  }

  /// The piece of road between two turns continues at both ends.
  private func crossesRoad(_ first: Decision, _ second: Decision) -> Bool {
    guard second.first > first.onto else { return true }
    let (begin, end) = (leg.edge(first.onto), leg.edge(second.first - 1))
    return continues(begin.reversed, besides: leg.edge(first.onto - 1))
      && continues(end, besides: leg.edge(second.first))
  }

  private func continues(_ piece: EdgeID, besides road: EdgeID) -> Bool {
    let graph = leg.graph
    return graph.edges(leaving: graph.head(of: piece)).contains {
      $0.segment != piece.segment && $0.segment != road.segment && graph.isSameRoad($0, piece)
        && abs(leg.turn(from: piece, onto: $0)) <= leg.settings.widestObviousTurn
    }
  }

  /// Two turns to the same side that lead back along the other carriageway of the road.
  private func isBackAcrossMedian(_ first: Decision, _ second: Decision) -> Bool {
    let angle = abs(first.angle + second.angle)
    guard first.angle * second.angle > 0, abs(angle - 180) <= leg.settings.uTurnTolerance else { return false }
    let (before, after) = (leg.edge(first.first - 1), leg.edge(second.onto))
    guard [before, after].allSatisfy({ leg.graph.flags(of: $0).contains(.oneway) }) else { return false }
    let (name, nextName) = (leg.graph.label(of: before), leg.graph.label(of: after))
    return name == nextName || name.isEmpty || nextName.isEmpty
  }

  // MARK: Turns and bends

  /// Adds to each turn the bends of its road just before and after it, at nodes where nothing is said.
  private mutating func addBends() {
    for i in decisions.indices {
      let turn = decisions[i]
      guard turn.type == .turn, turn.modifier != .straight, abs(turn.angle) <= leg.settings.widestPlainTurn else {
        continue
      }
      let begin = i > 0 ? decisions[i - 1].onto + 1 : 1
      let end = i + 1 < decisions.count ? decisions[i + 1].first : leg.edges.count
      let bends = bends(before: turn, notBefore: begin) + bends(after: turn, upTo: end)
      let whole = turn.angle + bends
      guard bends != 0, abs(whole) <= leg.settings.widestPlainTurn,
        min(abs(turn.angle), abs(bends)) <= leg.settings.widestObviousTurn
      else { continue }
      decisions[i].angle = whole
      decisions[i].modifier = ManeuverModifier(angle: whole)
    }
  }

  /// The bends to the same side at the nodes within a few metres after a turn.
  private func bends(after turn: Decision, upTo end: Int) -> Degrees {
    let indices = (turn.onto + 1..<max(turn.onto + 1, end)).prefix {
      leg.gap(from: turn.onto, to: $0) <= leg.settings.longestBend
    }
    return indices.reduce(0) { $0 + bend(at: $1, likeThatOf: turn) }
  }

  private func bends(before turn: Decision, notBefore begin: Int) -> Degrees {
    let indices = (min(begin, turn.first)..<turn.first).reversed().prefix {
      leg.gap(from: $0, to: turn.first) <= leg.settings.longestBend
    }
    return indices.reduce(0) { $0 + bend(at: $1, likeThatOf: turn) }
  }

  private func bend(at index: Int, likeThatOf turn: Decision) -> Degrees {
    let bend = leg.bend(at: index)
    return bend * turn.angle > 0 && !isStraight(bend) ? bend : 0
  }

  private func isStraight(_ angle: Degrees) -> Bool { ManeuverModifier(angle: angle) == .straight }
}

extension Decision {
  fileprivate var isTurn: Bool { type == .turn || type == .continue }
}
