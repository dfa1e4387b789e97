internal import Geodesy
internal import RoadGraph

/// The plain road: the one for a driver who knows nothing of the route and just follows the road.
extension Junction {
  /// A driver who just follows the road goes this way, so nothing needs to be said.
  var isPlainlyAhead: Bool {
    if isForcedOffTheRoad || endsAtRoad || turnsFromLane { return false }
    return others.allSatisfy { isPlainer(taken, than: $0) }
  }

  // MARK: Turns where there is no choice

  /// The road ends at another road that is a oneway, or where all other turns are banned: there is no choice, but still
  /// a turn to watch for.
  private var isForcedOffTheRoad: Bool {
    others.isEmpty && abs(taken.angle) > widestSilentBend && indices.contains(where: isMeetingOfRoads)
      && (!graph.isSameRoad(from, taken.edge) || isNamelessEnd) && !leadsIntoRoundabout
  }

  /// Bends that lead from one road with a name into another are noticed earlier.
  private var widestSilentBend: Degrees {
    let areNamed = !graph.isNameless(from) && !graph.isNameless(taken.edge)
    return areNamed && !taken.continues ? leg.settings.leastCrossing : leg.settings.widestObviousTurn
  }

  /// Another road open to the mode meets at the start of edge `index`, even if only traffic from it may enter.
  private func isMeetingOfRoads(at index: Int) -> Bool {
    let (before, after) = (leg.edge(index - 1), leg.edge(index))
    return graph.edges(leaving: graph.tail(of: after)).contains { third in
      guard third != after, third.segment != before.segment else { return false }
      return graph.haveSameName(third, before) || graph.haveSameName(third, after) || isOpen(third, at: index)
    }
  }

  private func isOpen(_ third: EdgeID, at index: Int) -> Bool {
    max(graph.access(of: third)[leg.mode], graph.access(of: third.reversed)[leg.mode]) >= leg.accessOfChoices(at: index)
      && graph.rank(of: third) < graph.rank(of: leg.edge(index)) + leg.settings.lesserRanks
  }

  /// Nothing has a name, and the direction taken is no straighter than another that is closed.
  private var isNamelessEnd: Bool {
    guard graph.isNameless(from), graph.wayIndex(of: from) != graph.wayIndex(of: taken.edge) else { return false }
    return edgesAtEnd.contains {
      $0.segment != from.segment && $0 != taken.edge
        && abs(leg.turn(from: from, onto: $0)) <= abs(taken.angle) + leg.settings.leastCrossing
    }
  }

  /// The last metres before a roundabout wind round its islands.
  private var leadsIntoRoundabout: Bool {
    let first = indices.lowerBound
    let end = leg.firstIndex(from: first) {
      leg.gap(from: first, to: $0) > leg.settings.longestNamelessStretch || graph.isRoundabout(leg.edge($0))
    }
    return end.map { leg.gap(from: first, to: $0) <= leg.settings.longestNamelessStretch } ?? false
  }

  /// The road ends, and the one taken leads both ways from there.
  private var endsAtRoad: Bool {
    let joinsLink = fromIsLink && graph.roadClass(of: taken.edge).isLink
    return !joinsLink && !taken.continues && !graph.isNameless(taken.edge) && !taken.isStraight
      && others.contains { $0.rank == taken.rank && graph.isSameRoad($0.edge, taken.edge) }
  }

  /// The other lanes lead elsewhere.
  private var turnsFromLane: Bool {
    hasLanes && !taken.isStraight && abs(taken.angle) > leg.settings.leastCrossing
  }

  // MARK: One road or another

  /// A driver who just follows the road takes `road` rather than `other`.
  ///
  /// One's own road is plainest, by name or number, then the more important road, then the straighter one. The more
  /// speaks for `road`, the wider it may bend.
  func isPlainer(_ road: Branch, than other: Branch) -> Bool {
    let (bend, otherBend) = (abs(road.angle), abs(other.angle))
    let lesser = lesser(other, than: road)
    if leavesByLink(other, besides: road) && !fromIsLink { return bend <= leg.settings.widestRenamedBend }
    switch (road.continues, other.continues) {
    case (false, true):
      return road.isStraight && otherBend > leg.settings.widestSharpTurn
    case (true, false) where lesser >= leg.settings.lesserRanks:
      return bend <= leg.settings.widestNamedBend || isHairpin
    case (true, false) where lesser > 0:
      return bend <= leg.settings.widestOwnBend
    case (true, false):
      return road.isStraight && (otherBend >= bend + leg.settings.evenMargin || road.rank >= serviceRank)
        || bend <= leg.settings.widestObviousTurn && otherBend >= bend + leg.settings.ownMargin
    case (true, true) where road.isStraight:
      return otherBend >= bend + leg.settings.ownMargin
    case (_, _) where lesser >= leg.settings.lesserRanks:
      return bend <= (drawsTheEye(other) ? leg.settings.leastCrossing : leg.settings.widestRenamedBend)
    case (_, _):
      return bend <= leg.settings.widestObviousTurn && otherBend >= bend + leg.settings.plainMargin
    }
  }

  /// A street straight on draws the eye, however small.
  private func drawsTheEye(_ branch: Branch) -> Bool { branch.rank < serviceRank && branch.isStraight }

  /// How many classes the other is below. A driver on a nameless link does not see to which road it belongs.
  private func lesser(_ other: Branch, than road: Branch) -> Int {
    let lesser = other.rank - road.rank
    let isUnseen = fromIsLink && other.rank < serviceRank && graph.isNameless(from)
    return isUnseen ? min(lesser, 0) : lesser
  }

  /// The other is a link, and `road` is not. Some links of one's own road bear its name.
  private func leavesByLink(_ other: Branch, besides road: Branch) -> Bool {
    graph.roadClass(of: other.edge).isLink && (other.isLink || road.continues)
      && !graph.roadClass(of: road.edge).isLink
  }

  /// The road winds uphill: both pieces of it have traffic both ways.
  var isHairpin: Bool {
    indices.count == 1 && [from, taken.edge].allSatisfy { !graph.flags(of: $0).contains(.oneway) }
  }
}
