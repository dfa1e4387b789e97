internal import Geodesy
internal import RoadGraph

extension GuidedLeg {
  /// A driver who just follows the road goes this way, so nothing needs to be said.
  func isPlainlyAhead(_ junction: Junction) -> Bool {
    if isForcedOffTheRoad(junction) || endsAtRoad(junction) || turnsFromLane(junction) { return false }
    return junction.others.allSatisfy { isPlainer(junction.taken, than: $0, at: junction) }
  }

  /// The road ends at another road that is a oneway, or where all other turns are banned: there is no choice, but still
  /// a turn to watch for.
  private func isForcedOffTheRoad(_ junction: Junction) -> Bool {
    junction.others.isEmpty && abs(junction.taken.angle) > widestSilentBend(at: junction)
      && junction.indices.contains(where: isMeetingOfRoads)
      && (!graph.isSameRoad(junction.from, junction.taken.edge) || isNamelessEnd(junction))
      && !leadsIntoRoundabout(from: junction.index)
  }

  /// Bends that lead from one road with a name into another are noticed earlier.
  private func widestSilentBend(at junction: Junction) -> Degrees {
    let areNamed = !graph.isNameless(junction.from) && !graph.isNameless(junction.taken.edge)
    return areNamed && !junction.taken.continues ? settings.leastCrossing : settings.widestObviousTurn
  }

  /// The other lanes lead elsewhere.
  private func turnsFromLane(_ junction: Junction) -> Bool {
    junction.hasLanes && ManeuverModifier(angle: junction.taken.angle) != .straight
      && abs(junction.taken.angle) > settings.leastCrossing
  }

  /// The road ends, and the one taken leads both ways from there.
  private func endsAtRoad(_ junction: Junction) -> Bool {
    let taken = junction.taken
    let joinsLink = junction.fromIsLink && graph.roadClass(of: taken.edge).isLink
    return !joinsLink && !taken.continues && !graph.isNameless(taken.edge)
      && ManeuverModifier(angle: taken.angle) != .straight
      && junction.others.contains { $0.rank == taken.rank && graph.isSameRoad($0.edge, taken.edge) }
  }

  /// Nothing has a name, and the road goes on no more in the direction taken than in another that is closed.
  private func isNamelessEnd(_ junction: Junction) -> Bool {
    guard graph.isNameless(junction.from), graph.wayIndex(of: junction.from) != graph.wayIndex(of: junction.taken.edge)
    else { return false }
    return graph.edges(leaving: graph.tail(of: junction.taken.edge)).contains {
      $0.segment != junction.from.segment && $0 != junction.taken.edge
        && abs(turn(from: junction.from, onto: $0)) <= abs(junction.taken.angle) + settings.leastCrossing
    }
  }

  /// The last metres before a roundabout wind round its islands.
  private func leadsIntoRoundabout(from index: Int) -> Bool {
    edges.indices[index...].prefix { distances[$0] - distances[index] <= settings.longestNamelessStretch }
      .contains { graph.isRoundabout(edge($0)) }
  }

  /// A driver who just goes on takes `taken` rather than `other`.
  ///
  /// What reads as going on is one's own road first, by name or number, then the more important road, then the
  /// straighter one. The more one of them speaks for `taken`, the wider it may bend.
  func isPlainer(_ taken: Branch, than other: Branch, at junction: Junction) -> Bool {
    let (bend, otherBend) = (abs(taken.angle), abs(other.angle))
    let lesser = lesser(other, than: taken, at: junction)
    let isStraight = ManeuverModifier(angle: taken.angle) == .straight
    if leavesByLink(other, besides: taken) && !junction.fromIsLink { return bend <= settings.widestRenamedBend }
    switch (taken.continues, other.continues) {
    case (false, true):
      return isStraight && otherBend > settings.widestSharpTurn
    case (true, false) where lesser >= settings.lesserRanks:
      return bend <= settings.widestNamedBend || isHairpin(junction)
    case (true, false) where lesser > 0:
      return bend <= settings.widestOwnBend
    case (true, false):
      return isStraight && (otherBend >= bend + settings.evenMargin || taken.rank >= serviceRank)
        || bend <= settings.widestObviousTurn && otherBend >= bend + settings.ownMargin
    case (true, true) where isStraight:
      return otherBend >= bend + settings.ownMargin
    case (_, _) where lesser >= settings.lesserRanks:
      return bend <= (isStraightOn(other) ? settings.leastCrossing : settings.widestRenamedBend)
    case (_, _):
      return bend <= settings.widestObviousTurn && otherBend >= bend + settings.plainMargin
    }
  }

  /// A street straight on draws the eye, however small.
  private func isStraightOn(_ branch: Branch) -> Bool {
    branch.rank < serviceRank && ManeuverModifier(angle: branch.angle) == .straight
  }

  /// How many classes the other is below. A driver on a nameless link does not see to which road it belongs.
  private func lesser(_ other: Branch, than taken: Branch, at junction: Junction) -> Int {
    let lesser = other.rank - taken.rank
    let isUnseen = junction.fromIsLink && other.rank < serviceRank && graph.isNameless(junction.from)
    return isUnseen ? min(lesser, 0) : lesser
  }

  /// The other is a link, and `taken` is not; the links of one's own road bear its name at times.
  private func leavesByLink(_ other: Branch, besides taken: Branch) -> Bool {
    graph.roadClass(of: other.edge).isLink && (other.isLink || taken.continues)
      && !graph.roadClass(of: taken.edge).isLink
  }

  /// The road winds uphill: both pieces of it have traffic both ways.
  private func isHairpin(_ junction: Junction) -> Bool {
    junction.indices.count == 1
      && [junction.from, junction.taken.edge].allSatisfy { !graph.flags(of: $0).contains(.oneway) }
  }

  /// The turn at a junction where the route was not plain.
  func plainTurn(at junction: Junction) -> Decision {
    isTurnBack(junction) ? Decision(.uTurn, at: junction, .uTurn) : Decision(.turn, at: junction, side(of: junction))
  }

  /// Back along the other carriageway of the same road.
  private func isTurnBack(_ junction: Junction) -> Bool {
    guard abs(junction.taken.angle) > settings.widestSharpTurn else { return false }
    if junction.taken.continues { return !isHairpin(junction) }
    let (before, after) = (junction.from, junction.taken.edge)
    return junction.indices.count > 1 && graph.roadClass(of: before) == graph.roadClass(of: after)
      && (graph.isNameless(before) || graph.isNameless(after))
  }
}
