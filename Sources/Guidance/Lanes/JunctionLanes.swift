internal import Geodesy
internal import RoadGraph

/// The lanes of the road before a junction, and which of them lead to the road taken.
struct JunctionLanes {
  private let junction: Junction
  private let reading: LaneReading
  /// The drive leads back along its road, there or at the next junction with which it is one turn.
  private let isUTurn: Bool

  private var graph: RoadGraph { junction.graph }
  private var settings: GuidanceSettings { junction.leg.settings }

  init(before junction: Junction, of decision: Decision? = nil) {
    self.junction = junction
    isUTurn = decision?.modifier == .uTurn
    reading = LaneReading(leg: junction.leg)
  }

  // MARK: By arrows

  /// The lanes by their arrows, from left to right; none if the map does not know their arrows.
  ///
  /// A road may have arrows before a junction and others within it. The first arrows that point to the road taken
  /// decide, or else the first of all.
  var painted: [Lane] {
    let all = reading.paintedEdges(before: junction).map { edge in
      let lanes = reading.lanes(of: edge)
      return (lanes, leading(among: lanes.painted))
    }
    guard let (found, leading) = all.first(where: { $1.isPainted }) ?? all.first else { return [] }
    var lanes = found
    let way = lanes.indices.filter { lanes[$0].leads(by: leading.arrows) }
    lanes.validate(narrowed(way, among: leading, lanes))
    return lanes
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
  private func leading(among painted: [LaneArrow]) -> LeadingArrows {
    if isUTurn || abs(angle) > settings.widestSharpTurn, painted.contains(.reverse) {
      return LeadingArrows(arrows: [.reverse])
    }
    let arrows = painted.filter { $0 != .reverse }
    let roads = roadsFromLeftToRight
    guard let taken = roads.firstIndex(where: { $0.edge == junction.taken.edge }) else {
      return LeadingArrows(arrows: painted, isPainted: false)
    }
    let match = LaneMatch(
      arrows.map { $0.angle(turningBack: 180) },
      roads.map { LaneTarget(angle: angle(of: $0), idleCost: idleCost(of: $0)) },
      idleArrow: settings.idleArrow)
    let leading = Array(arrows[match.arrows(to: taken)])
    if leading.isEmpty { return LeadingArrows(arrows: painted.nearest(to: angle), isPainted: false) }
    let ofOneSide = leading.filter { $0.isOnSide(of: angle) }
    return LeadingArrows(
      arrows: ofOneSide.isEmpty ? leading : ofOneSide, roads: Array(roads[match.companions(of: taken)]),
      isPainted: !leading.allSatisfy(pointsElsewhere))
  }

  private var roadsFromLeftToRight: [Branch] {
    ([junction.taken] + junction.others).sorted { a, b in
      abs(angle(of: a) - angle(of: b)) < settings.widestParting
        ? graph.isLeft(a.edge, of: b.edge) : angle(of: a) < angle(of: b)
    }
  }

  private func angle(of road: Branch) -> Degrees { road.edge == junction.taken.edge ? angle : road.angle }

  /// The turn onto the road taken. At a single node the bearings do not say to which side a driver turns back: across
  /// the oncoming traffic.
  private var angle: Degrees {
    let own = junction.taken.angle
    guard isUTurn, junction.indices.count == 1, abs(own) > settings.widestSharpTurn else { return own }
    return graph.flags(of: junction.from).contains(.drivesOnLeft) ? abs(own) : -abs(own)
  }

  /// Streets and paths that leave a greater road usually have no arrow of their own.
  private func idleCost(of road: Branch) -> Degrees {
    let isGreat =
      road.rank < junction.taken.rank + settings.lesserRanks || road.rank <= graph.rank(of: junction.from)
    return isGreat ? settings.idleRoad : settings.idleLesserRoad
  }

  private func pointsElsewhere(_ arrow: LaneArrow) -> Bool {
    abs(angle) > settings.widestLaneBend && arrow.angle(turningBack: 180) * angle <= 0
  }

  /// The lanes for the road taken, of those whose arrow leads to several roads.
  ///
  /// Where roads part, each has its share of the lanes if the numbers of lanes add up. If no arrow points to the turn,
  /// it is made from the outermost lane.
  private func narrowed(_ way: [Int], among leading: LeadingArrows, _ lanes: [Lane]) -> [Int] {
    guard let arrow = leading.arrows.first, leading.arrows.count == 1, way.count > 1 else { return way }
    if pointsElsewhere(arrow) {
      let open = way.filter { lanes[$0].isOpen }
      let own = open.isEmpty ? way : open
      return [angle < 0 ? own.first : own.last].compactMap(\.self)
    }
    guard leading.roads.count > 1, leading.roads.allSatisfy({ abs($0.angle) <= settings.widestFork }),
      let share = share(among: way.count, of: leading.roads)
    else { return way }
    return Array(way[share])
  }

  // MARK: By signs and numbers of lanes

  /// The lanes before a fork or an exit without arrows, if the map says in another way where they lead: by the signs
  /// above them, or by the numbers of lanes of all roads. None if it does not.
  var unpainted: [Lane] {
    let from = junction.from
    guard junction.leg.mode != .pedestrian, junction.indices.count == 1, graph.flags(of: from).contains(.oneway) else {
      return []
    }
    let signs = graph.destinationLanes(of: from)
    let count = signs.isEmpty ? graph.lanes(of: from) ?? 0 : signs.count { $0 == "|" } + 1
    var lanes = reading.plainLanes(of: from, count: count)
    let signed = Signs(leg: junction.leg).signedEdge(from: junction.taken.edge)
    let leading = lanes.indices(leadingTo: graph.destination(of: signed))
    let share = leading.isEmpty ? shareByNumbers(among: lanes.count) : leading
    guard lanes.count > 1, !share.isEmpty else { return [] }
    lanes.validate(share)
    return lanes
  }

  /// The numbers of the lanes that continue as the road taken, by the numbers of lanes of all roads; none if these do
  /// not add up.
  private func shareByNumbers(among count: Int) -> [Int] {
    let roads = ([junction.taken] + junction.others).sorted { graph.isLeft($0.edge, of: $1.edge) }
    return share(among: count, of: roads).map(Array.init) ?? []
  }

  /// The share of the road taken in some lanes that continue as several roads, from left to right: one road after the
  /// other, or with one lane between two roads that leads to both. `nil` if the numbers of lanes do not add up. One
  /// number may be unknown: that road has the rest.
  private func share(among count: Int, of roads: [Branch]) -> Range<Int>? {
    let known = roads.map { graph.lanes(of: $0.edge) }
    let rest = count - known.reduce(0) { $0 + ($1 ?? 0) }
    guard roads.count > 1, known.count(where: { $0 == nil }) <= 1, known.contains(where: { $0 != nil }),
      let taken = roads.firstIndex(where: { $0.edge == junction.taken.edge })
    else { return nil }
    let counts = known.map { $0 ?? max(rest, 0) }
    let sum = counts.reduce(0, +)
    guard counts.allSatisfy({ $0 > 0 }), sum == count || sum == count + roads.count - 1 else { return nil }
    let shared = sum == count ? 0 : 1
    let begin = counts[..<taken].reduce(0) { $0 + $1 - shared }
    return begin..<begin + counts[taken]
  }
}

extension LaneArrow {
  /// It points to the side to which a road turns, or straight on if the road does not turn.
  fileprivate func isOnSide(of angle: Degrees) -> Bool {
    let turn = self.angle(turningBack: 180)
    return ManeuverModifier(angle: angle) == .straight ? turn == 0 : turn * angle > 0
  }
}

extension [Lane] {
  /// The lanes whose signs name one of some destinations.
  fileprivate func indices(leadingTo destinations: String) -> [Int] {
    let wanted = parts(of: destinations)
    return indices.filter { !wanted.isDisjoint(with: parts(of: self[$0].destination)) }
  }

  private func parts(of list: String) -> Set<String> {
    Set(list.split(separator: ";").map { $0.filter { $0 != " " } })
  }
}
