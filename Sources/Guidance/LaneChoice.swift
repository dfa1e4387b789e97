internal import Geodesy
internal import RoadGraph

extension GuidedLeg {
  /// The lanes of the road before a junction, from left to right, and which of them lead to the road taken; none if the
  /// map does not know their arrows.
  ///
  /// Arrows and roads are matched from left to right: each arrow points to one road or to several side by side, so that
  /// the angles agree best. Lanes without arrows go straight on.
  private func lanes(before junction: Junction) -> [Lane] {
    var lanes = lanes(of: approach(to: junction))
    guard !lanes.isEmpty else { return [] }
    let leading = arrows(leadingTo: junction, among: painted(on: lanes))
    for i in lanes.indices { lanes[i].isValid = lanes[i].leads(by: leading) }
    return lanes
  }

  /// The lanes before a roundabout: those whose arrows agree best with the whole turn.
  private func lanes(beforeRoundabout index: Int, turning angle: Degrees) -> [Lane] {
    var lanes = lanes(of: edge(index - 1))
    let painted = painted(on: lanes)
    let distance = { (arrow: LaneArrow) in abs(arrow.angle(turningBack: angle < 0 ? -180 : 180) - angle) }
    guard let nearest = painted.min(by: { distance($0) < distance($1) }) else { return lanes }
    for i in lanes.indices { lanes[i].isValid = lanes[i].leads(by: [nearest]) }
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
    for extent in decision.junctions {
      let lanes = lanes(before: junction(at: extent))
      if !lanes.isEmpty { return lanes }
    }
    return []
  }

  /// The last edge before the driver acts.
  private func approach(to junction: Junction) -> EdgeID {
    let before = edge(junction.act - 1)
    return graph.turnLanes(of: before).isEmpty ? junction.from : before
  }

  private func lanes(of approach: EdgeID) -> [Lane] {
    let text = graph.turnLanes(of: approach)
    guard !text.isEmpty else { return [] }
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    let destinations = laneTexts(graph.destinationLanes(of: approach), count: parts.count)
    let changes = laneTexts(graph.changeLanes(of: approach), count: parts.count)
    return parts.indices.map {
      Lane(arrows: [LaneArrow](tagged: parts[$0]), destination: destinations[$0], change: changes[$0])
    }
  }

  /// One text per lane; empty ones if the numbers of lanes disagree.
  private func laneTexts(_ text: String, count: Int) -> [String] {
    let parts = text.isEmpty ? [] : text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    return parts.count == count ? parts : [String](repeating: "", count: count)
  }

  /// All arrows on the lanes, from left to right.
  private func painted(on lanes: [Lane]) -> [LaneArrow] {
    LaneArrow.allCases.filter { arrow in lanes.contains { $0.leads(by: [arrow]) } }
  }

  private func arrows(leadingTo junction: Junction, among painted: [LaneArrow]) -> [LaneArrow] {
    if abs(junction.taken.angle) > settings.widestSharpTurn, painted.contains(.reverse) { return [.reverse] }
    let arrows = painted.filter { $0 != .reverse }
    let roads = roadsFromLeftToRight(of: junction)
    guard !arrows.isEmpty, let taken = roads.firstIndex(where: { $0.edge == junction.taken.edge }) else {
      return painted
    }
    let angles = arrows.map { $0.angle(turningBack: 180) }
    return matched(angles, with: roads.map(\.angle)).indices(of: taken).map { arrows[$0] }
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

/// Which of some arrows lead to which of some roads, both from left to right.
private struct LaneMatch {
  /// For each arrow the roads it leads to.
  var roads: [Range<Int>]

  func indices(of road: Int) -> [Int] { roads.indices.filter { roads[$0].contains(road) } }
}

/// The match in order with the least sum of differences of angles, in which every arrow and every road has a partner.
private func matched(_ arrows: [Degrees], with roads: [Degrees]) -> LaneMatch {
  if arrows.count >= roads.count {
    let groups = grouped(arrows, by: roads)
    return LaneMatch(
      roads: arrows.indices.map { i in
        let road = groups.firstIndex { $0.contains(i) } ?? 0
        return road..<road + 1
      })
  }
  return LaneMatch(roads: grouped(roads, by: arrows))
}

/// The many values split into consecutive ranges, none empty, one for each of the few.
///
/// - Complexity: O(*many² · few*); junctions have a handful of either.
private func grouped(_ many: [Degrees], by few: [Degrees]) -> [Range<Int>] {
  let spare = many.count - few.count
  // costs[f][s]: the least cost of the first f groups when they hold s values more than one each.
  var costs = [[Degrees](repeating: .infinity, count: spare + 1)]
  costs[0][0] = 0
  var sizes: [[Int]] = []
  for f in few.indices {
    var row = [Degrees](repeating: .infinity, count: spare + 1)
    var best = [Int](repeating: 1, count: spare + 1)
    for s in 0...spare {
      for extra in 0...s {
        let begin = f + s - extra
        let cost = costs[f][s - extra] + many[begin...begin + extra].reduce(0) { $0 + abs($1 - few[f]) }
        if cost < row[s] { (row[s], best[s]) = (cost, 1 + extra) }
      }
    }
    costs.append(row)
    sizes.append(best)
  }
  var (end, s) = (many.count, spare)
  return few.indices.reversed().map { f in
    let size = sizes[f][s]
    defer { (end, s) = (end - size, s - size + 1) }
    return end - size..<end
  }.reversed()
}
