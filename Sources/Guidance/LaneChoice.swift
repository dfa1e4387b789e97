internal import Geodesy
internal import RoadGraph

extension GuidedLeg {
  /// The lanes before a decision, with the best of them in view of the next two.
  ///
  /// - Parameter following: the decisions behind it, as far as they are known.
  func lanes(at decision: Decision, following: ArraySlice<Decision>) -> [Lane] {
    var lanes = lanes(before: decision)
    if lanes.allSatisfy({ $0.arrows.isEmpty && $0.isValid }) { return [] }
    let isChoice = lanes.count { $0.isValid } > 1
    if isChoice, let next = following.first,
      distances[next.begin] - distances[decision.begin] <= lanesAhead(of: decision)
    {
      lanes.chooseBest(
        turningNext: next.side, by: self.lanes(at: next, following: following.dropFirst().prefix(1)))
    } else {
      lanes.chooseBest(turningNext: 0, by: [])
    }
    return lanes
  }

  /// How far ahead the next maneuver decides which lane is best.
  func lanesAhead(of decision: Decision) -> Metres {
    graph.rank(of: edge(decision.onto)) <= 1 ? settings.motorwayLanesAhead : settings.lanesAhead
  }

  /// Whether there may be lanes before a decision; a quick look.
  func mayHaveLanes(_ decision: Decision) -> Bool {
    if mode == .pedestrian { return false }
    if decision.junctions.isEmpty { return paintedEdge(before: decision.begin) != nil }
    return decision.type == .fork || decision.type == .ramp || decision.junctions.contains(where: isPainted)
  }

  /// The lanes before a decision, without the best of them; of several junctions, those before the first that has any.
  private func lanes(before decision: Decision) -> [Lane] {
    if mode == .pedestrian { return [] }
    if decision.junctions.isEmpty { return lanes(beforeRoundabout: decision.begin, turning: decision.angle) }
    let mayBePlain = decision.type == .fork || decision.type == .ramp
    for extent in decision.junctions where mayBePlain || isPainted(before: extent) {
      let junction = junction(at: extent)
      var lanes = lanes(before: junction)
      if lanes.isEmpty, mayBePlain { lanes = unpaintedLanes(before: junction) }
      if !lanes.isEmpty { return lanes }
    }
    return []
  }

  /// The lanes before a roundabout: those whose arrows agree best with the whole turn.
  private func lanes(beforeRoundabout index: Int, turning angle: Degrees) -> [Lane] {
    var lanes = paintedEdge(before: index).map(lanes) ?? []
    let leading = arrows(nearest: angle, among: painted(on: lanes))
    lanes.validate(lanes.indices.filter { lanes[$0].leads(by: leading) })
    return lanes
  }

  /// The lanes of the road before a junction, from left to right, and which of them lead to the road taken; none if the
  /// map does not know their arrows.
  ///
  /// A road may have arrows before a junction and others within it. Those count that point to the road taken; of these,
  /// those before it.
  private func lanes(before junction: Junction) -> [Lane] {
    let all = paintedEdges(before: junction).map { edge in
      let lanes = lanes(of: edge)
      return (lanes, arrows(leadingTo: junction, among: painted(on: lanes)))
    }
    guard let (lanes, leading) = all.first(where: { $1.isPainted }) ?? all.first else { return [] }
    return chosen(lanes, leading, to: junction)
  }

  private func chosen(_ lanes: [Lane], _ leading: LeadingArrows, to junction: Junction) -> [Lane] {
    var lanes = lanes
    let way = lanes.indices.filter { lanes[$0].leads(by: leading.arrows) }
    lanes.validate(narrowed(way, to: junction, among: leading, lanes))
    return lanes
  }

  /// All arrows on the lanes, from left to right.
  private func painted(on lanes: [Lane]) -> [LaneArrow] {
    LaneArrow.allCases.filter { arrow in lanes.contains { $0.leads(by: [arrow]) } }
  }

  /// The arrows to the road taken, and all roads from left to right to which these arrows lead.
  private struct LeadingArrows {
    var arrows: [LaneArrow]
    var roads: [Branch] = []
    /// Whether an arrow points to the road taken; if not, the nearest one is meant.
    var isPainted = true
  }

  /// Arrows and roads are matched from left to right: each arrow points to one road or to several side by side, so that
  /// the angles agree best. Lanes without arrows go straight on.
  private func arrows(leadingTo junction: Junction, among painted: [LaneArrow]) -> LeadingArrows {
    let angle = junction.taken.angle
    if abs(angle) > settings.widestSharpTurn, painted.contains(.reverse) { return LeadingArrows(arrows: [.reverse]) }
    let arrows = painted.filter { $0 != .reverse }
    let roads = roadsFromLeftToRight(of: junction)
    guard let taken = roads.firstIndex(where: { $0.edge == junction.taken.edge }) else {
      return LeadingArrows(arrows: painted, isPainted: false)
    }
    let match = LaneMatch(
      arrows.map { $0.angle(turningBack: 180) },
      roads.map { LaneTarget(angle: $0.angle, idleCost: idleCost(of: $0, at: junction)) },
      idleArrow: settings.idleArrow)
    let leading = Array(arrows[match.arrows(to: taken)])
    if leading.isEmpty {
      return LeadingArrows(arrows: self.arrows(nearest: angle, among: painted), isPainted: false)
    }
    let ofOneSide = leading.filter { $0.isOnSide(of: angle) }
    return LeadingArrows(
      arrows: ofOneSide.isEmpty ? leading : ofOneSide, roads: Array(roads[match.companions(of: taken)]),
      isPainted: !leading.allSatisfy { pointsElsewhere($0, than: angle) })
  }

  private func arrows(nearest angle: Degrees, among painted: [LaneArrow]) -> [LaneArrow] {
    let difference = { (arrow: LaneArrow) in abs(arrow.angle(turningBack: angle < 0 ? -180 : 180) - angle) }
    return painted.min { difference($0) < difference($1) }.map { [$0] } ?? []
  }

  /// Streets and paths that leave a greater road have no arrow of their own, as a rule.
  private func idleCost(of road: Branch, at junction: Junction) -> Degrees {
    let isGreat =
      road.rank < junction.taken.rank + settings.lesserRanks || road.rank <= graph.rank(of: junction.from)
    return isGreat ? settings.idleRoad : settings.idleLesserRoad
  }

  private func pointsElsewhere(_ arrow: LaneArrow, than angle: Degrees) -> Bool {
    abs(angle) > settings.widestLaneBend && arrow.angle(turningBack: 180) * angle <= 0
  }

  /// The lanes for the road taken, of those whose arrow leads to several roads.
  ///
  /// Where roads part, each has its share of the lanes if the numbers of lanes add up. One turns off from the outermost
  /// lane if no arrow points to where one turns.
  private func narrowed(_ way: [Int], to junction: Junction, among leading: LeadingArrows, _ lanes: [Lane]) -> [Int] {
    let (taken, roads) = (junction.taken, leading.roads)
    guard let arrow = leading.arrows.first, leading.arrows.count == 1, way.count > 1 else { return way }
    if pointsElsewhere(arrow, than: taken.angle) {
      let open = way.filter { lanes[$0].isOpen }
      let own = open.isEmpty ? way : open
      return [taken.angle < 0 ? own.first : own.last].compactMap(\.self)
    }
    guard roads.count > 1, roads.allSatisfy({ abs($0.angle) <= settings.widestFork }),
      let shares = laneShares(of: roads.map(\.edge), among: way.count),
      let own = roads.firstIndex(where: { $0.edge == taken.edge })
    else { return way }
    return Array(way[shares[own]])
  }

  private func roadsFromLeftToRight(of junction: Junction) -> [Branch] {
    ([junction.taken] + junction.others).sorted { a, b in
      abs(a.angle - b.angle) < settings.widestParting ? isLeft(a.edge, of: b.edge) : a.angle < b.angle
    }
  }
}

extension LaneArrow {
  /// It points to the side on which a road lies, or straight on if the road does.
  fileprivate func isOnSide(of angle: Degrees) -> Bool {
    let turn = self.angle(turningBack: 180)
    return ManeuverModifier(angle: angle) == .straight ? turn == 0 : turn * angle > 0
  }
}
