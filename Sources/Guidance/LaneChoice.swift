internal import Geodesy
internal import RoadGraph

extension GuidedLeg {
  /// The lanes of the road before a junction, from left to right, and which of them lead to the road taken; none if the
  /// map does not know their arrows.
  ///
  /// Arrows and roads are matched from left to right: each arrow points to one road or to several side by side, so that
  /// the angles agree best. Lanes without arrows go straight on.
  private func lanes(before junction: Junction) -> [Lane] {
    var lanes = paintedLanes(before: junction)
    guard !lanes.isEmpty else { return [] }
    let painted = painted(on: lanes)
    let leading = arrows(leadingTo: junction, among: painted)
    let way = lanes.indices.filter { lanes[$0].leads(by: leading.arrows) }
    for i in narrowed(way, to: junction, among: leading, lanes) { lanes[i].isValid = lanes[i].isOpen }
    return lanes
  }

  /// The lanes before a roundabout: those whose arrows agree best with the whole turn.
  private func lanes(beforeRoundabout index: Int, turning angle: Degrees) -> [Lane] {
    var lanes = paintedLanes(before: index)
    let painted = painted(on: lanes)
    let distance = { (arrow: LaneArrow) in abs(arrow.angle(turningBack: angle < 0 ? -180 : 180) - angle) }
    guard let nearest = painted.min(by: { distance($0) < distance($1) }) else { return lanes }
    for i in lanes.indices { lanes[i].isValid = lanes[i].isOpen && lanes[i].leads(by: [nearest]) }
    return lanes
  }

  /// The lanes before a decision, with the best of them in view of the next.
  func lanes(at decision: Decision, next: Decision?) -> [Lane] {
    var lanes = lanes(before: decision)
    guard !lanes.isEmpty else { return [] }
    let isFast = graph.rank(of: edge(decision.onto)) <= 1
    let ahead = isFast ? settings.motorwayLanesAhead : settings.lanesAhead
    if let next, distances[next.begin] - distances[decision.begin] <= ahead {
      lanes.chooseBest(turningNext: next.side, by: self.lanes(before: next))
    } else {
      lanes.chooseBest(turningNext: 0, by: [])
    }
    return lanes
  }

  /// The lanes before a decision, without the best of them; of several junctions, those before the first that has any.
  private func lanes(before decision: Decision) -> [Lane] {
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

  /// All arrows on the lanes, from left to right.
  private func painted(on lanes: [Lane]) -> [LaneArrow] {
    LaneArrow.allCases.filter { arrow in lanes.contains { $0.leads(by: [arrow]) } }
  }

  /// The arrows to the road taken, and all roads from left to right to which these arrows lead.
  private struct Leading {
    var arrows: [LaneArrow]
    var roads: [Branch] = []
  }

  private func arrows(leadingTo junction: Junction, among painted: [LaneArrow]) -> Leading {
    if abs(junction.taken.angle) > settings.widestSharpTurn, painted.contains(.reverse) {
      return Leading(arrows: [.reverse])
    }
    let arrows = painted.filter { $0 != .reverse }
    let roads = roadsFromLeftToRight(of: junction)
    guard !arrows.isEmpty, let taken = roads.firstIndex(where: { $0.edge == junction.taken.edge }) else {
      return Leading(arrows: painted)
    }
    let match = matched(arrows.map { $0.angle(turningBack: 180) }, with: roads.map(\.angle))
    return Leading(
      arrows: match.indices(of: taken).map { arrows[$0] }, roads: Array(roads[match.companions(of: taken)]))
  }

  /// The lanes for the road taken, of those whose arrow leads to several roads.
  ///
  /// Where roads part, each has its share of the lanes if the numbers of lanes add up. One turns off from the outermost
  /// lane if no arrow points to where one turns.
  private func narrowed(_ way: [Int], to junction: Junction, among leading: Leading, _ lanes: [Lane]) -> [Int] {
    let (taken, roads) = (junction.taken, leading.roads)
    guard let arrow = leading.arrows.first, leading.arrows.count == 1, way.count > 1 else { return way }
    if abs(taken.angle) > settings.widestLaneBend, arrow.angle(turningBack: 180) * taken.angle <= 0 {
      let open = way.filter { lanes[$0].isOpen }
      return [taken.angle < 0 ? open.first : open.last].compactMap(\.self)
    }
    guard roads.count > 1, roads.allSatisfy({ abs($0.angle) <= settings.widestFork }),
      let shares = laneShares(of: roads.map(\.edge), among: way.count),
      let own = roads.firstIndex(where: { $0.edge == taken.edge })
    else { return way }
    return Array(way[shares[own]])
  }

  /// The road taken and the others that have lanes of their own.
  private func roadsFromLeftToRight(of junction: Junction) -> [Branch] {
    let others = junction.others.filter {
      $0.rank < junction.taken.rank + settings.lesserRanks || $0.rank <= graph.rank(of: junction.from)
    }
    return ([junction.taken] + others).sorted { a, b in
      abs(a.angle - b.angle) < settings.widestParting ? isLeft(a.edge, of: b.edge) : a.angle < b.angle
    }
  }
}
