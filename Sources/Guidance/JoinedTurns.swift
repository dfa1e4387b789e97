internal import Geodesy
internal import RoadGraph

extension GuidedLeg {
  /// Joins decisions that are one to the driver: turns within a crossing of divided roads, and U-turns across a median.
  /// Removes shunting, which is no decision.
  func joined(_ decisions: [Decision]) -> [Decision] {
    var joined: [Decision] = []
    for decision in decisions {
      guard let first = joined.last else {
        joined.append(decision)
        continue
      }
      if isShunting(first, decision) {
        joined.removeLast()
      } else if let both = oneTurn(first, decision) {
        joined[joined.count - 1] = both
      } else {
        joined.append(decision)
      }
    }
    return withBends(joined).filter { !isStraightOn($0) }
  }

  /// Adds to each turn the bends of its road just before and behind it, at nodes where nothing is said.
  private func withBends(_ decisions: [Decision]) -> [Decision] {
    var turns = decisions
    for i in turns.indices where turns[i].type == .turn && abs(turns[i].angle) <= settings.widestPlainTurn {
      let begin = i > 0 ? turns[i - 1].onto + 1 : 1
      let end = i + 1 < turns.count ? turns[i + 1].first : edges.count
      let bends = bend(before: turns[i], notBefore: begin) + bend(behind: turns[i], upTo: end)
      let whole = turns[i].angle + bends
      guard bends != 0, abs(whole) <= settings.widestPlainTurn,
        min(abs(turns[i].angle), abs(bends)) <= settings.widestObviousTurn
      else { continue }
      turns[i].angle = whole
      turns[i].modifier = ManeuverModifier(angle: whole)
    }
    return turns
  }

  /// The bend to the same side at the nodes within a few metres behind a turn.
  private func bend(behind turn: Decision, upTo end: Int) -> Degrees {
    let indices = (turn.onto + 1..<max(turn.onto + 1, end)).prefix {
      distances[$0] - distances[turn.onto] <= settings.longestBend
    }
    return indices.reduce(0) { $0 + bend(at: $1, likeThatOf: turn) }
  }

  private func bend(before turn: Decision, notBefore begin: Int) -> Degrees {
    let indices = (min(begin, turn.first)..<turn.first).reversed().prefix {
      distances[turn.first] - distances[$0] <= settings.longestBend
    }
    return indices.reduce(0) { $0 + bend(at: $1, likeThatOf: turn) }
  }

  private func bend(at index: Int, likeThatOf turn: Decision) -> Degrees {
    let bend = self.turn(from: edge(index - 1), onto: edge(index))
    return bend * turn.angle > 0 && !isStraight(bend) ? bend : 0
  }

  /// `nil` for two turns that the driver makes one after the other.
  private func oneTurn(_ first: Decision, _ second: Decision) -> Decision? {
    let gap = distances[second.first] - distances[first.onto]
    guard isTurn(first), isTurn(second), gap <= settings.widestMedian else { return nil }
    let angle = first.angle + second.angle
    if isBackAcrossMedian(first, second) {
      return whole(.uTurn, .uTurn, angle, begin: first.begin, of: first, second)
    }
    guard isOneBend(first, second, gap: gap) else { return nil }
    let modifier = ManeuverModifier(angle: angle)
    let begin = first.modifier == .straight ? second.begin : first.begin
    return whole(.turn, modifier, angle, begin: begin, of: first, second)
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
    if first.modifier == .straight || second.modifier == .straight { return gap <= settings.widestCrossing }
    if first.angle * second.angle < 0 {
      return gap <= settings.widestStagger && isStraight(first.angle + second.angle) && crossesRoad(first, second)
    }
    return gap <= settings.longestBend && min(abs(first.angle), abs(second.angle)) <= settings.widestObviousTurn
  }

  /// The piece of road between two turns goes on at both ends.
  private func crossesRoad(_ first: Decision, _ second: Decision) -> Bool {
    guard second.first > first.onto else { return true }
    let (begin, end) = (edge(first.onto), edge(second.first - 1))
    return goesOn(behind: begin.reversed, besides: edge(first.onto - 1))
      && goesOn(behind: end, besides: edge(second.first))
  }

  private func goesOn(behind piece: EdgeID, besides road: EdgeID) -> Bool {
    graph.edges(leaving: graph.head(of: piece)).contains {
      $0.segment != piece.segment && $0.segment != road.segment && graph.isSameRoad($0, piece)
        && abs(turn(from: piece, onto: $0)) <= settings.widestObviousTurn
    }
  }

  private func isStraight(_ angle: Degrees) -> Bool { ManeuverModifier(angle: angle) == .straight }

  private func isTurn(_ decision: Decision) -> Bool { decision.type == .turn || decision.type == .continue }

  /// Two turns to the same side that lead back along the road.
  private func isBackAcrossMedian(_ first: Decision, _ second: Decision) -> Bool {
    guard first.angle * second.angle > 0, abs(abs(first.angle + second.angle) - 180) <= settings.uTurnTolerance else {
      return false
    }
    let before = graph.label(of: edge(first.first - 1))
    let after = graph.label(of: edge(second.onto))
    if before == after, !before.isEmpty { return true }
    let areCarriageways = [edge(first.first - 1), edge(second.onto)].allSatisfy {
      graph.flags(of: $0).contains(.oneway)
    }
    return areCarriageways && (before.isEmpty || after.isEmpty)
  }

  /// Two turns may add up to none.
  private func isStraightOn(_ decision: Decision) -> Bool {
    decision.type == .turn && decision.modifier == .straight
      && graph.isSameRoad(edge(decision.first - 1), edge(decision.onto))
  }
}
