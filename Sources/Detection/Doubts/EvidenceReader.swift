internal import Geodesy
internal import Matching
internal import RoadGraph
internal import RoadRules
internal import Traces
package import Trips

/// Reads from trips what they say about the rules and the roads of the map.
///
/// A rule is broken if an event says so. It is kept if the drive met it and certainly did otherwise: it drove along a
/// oneway, it passed the roads before a banned turn and went on elsewhere, it turned back before a barrier, or it passed
/// the end of a closed road. A drive that may have broken a rule, but not surely, says nothing.
package struct EvidenceReader: Sendable {
  private let scene: Scene
  private let settings: DoubtSettings
  private let restrictions: RestrictionStarts
  private let pace: PaceReader

  package init(_ scene: Scene, settings: DoubtSettings = DoubtSettings()) {
    self.scene = scene
    self.settings = settings
    restrictions = RestrictionStarts(of: scene)
    pace = PaceReader(scene, settings)
  }

  package func evidence(of trip: Trip, _ events: [Event]) -> TripEvidence {
    var evidence = TripEvidence(of: VehicleNumber(trip.matched.trace.vehicle))
    evidence.broken = broken(events, of: trip)
    var kept = self.kept(by: trip)
    addLimits(of: trip, to: &evidence, &kept)
    kept.subtract(evidence.broken.map(\.rule))
    evidence.kept = kept.sorted { ($0.kind.rawValue, $0.index) < ($1.kind.rawValue, $1.index) }
    evidence.edges = Self.edges(of: trip)
    evidence.cells = OffRoadGround.cells(of: trip, events)
    return evidence
  }

  private func broken(_ events: [Event], of trip: Trip) -> [BrokenRule] {
    var broken: [BrokenRule] = []
    for event in events {
      // Not every drive that is too fast is evidence against the limit.
      for rule in event.rules where rule.kind != .speedLimit && !broken.contains(where: { $0.rule == rule }) {
        broken.append(breach(of: rule, by: event, in: trip))
      }
    }
    return broken
  }

  /// Where an event breaks a rule: on the first edge of the rule's way, for an event along several ways.
  private func breach(of rule: RuleID, by event: Event, in trip: Trip) -> BrokenRule {
    let leader = event.rules.first
    guard event.rules.count > 1, let first = event.edge else {
      return BrokenRule(rule: rule, place: event.place, edge: event.road, leader: leader)
    }
    let last = trip.edges.indices.last { $0 >= first && trip.edges[$0].leg == trip.edges[first].leg } ?? first
    let edge = (first...last).first { UInt32(scene.graph.wayIndex(of: trip.edges[$0].edge)) == rule.index }
    guard let edge, edge > first else {
      return BrokenRule(rule: rule, place: event.place, edge: event.road, leader: leader)
    }
    let stretch = trip.edges[edge].stretch
    return BrokenRule(
      rule: rule, place: scene.graph.place(at: stretch.beginPosition), edge: stretch.edge, leader: leader)
  }

  private static func edges(of trip: Trip) -> [EdgeID] {
    var edges: [EdgeID] = []
    for edge in trip.edges.lazy.map(\.edge.rawValue).sorted() where edges.last?.rawValue != edge {
      edges.append(EdgeID(edge))
    }
    return edges
  }

  // MARK: Speed limits

  private func addLimits(of trip: Trip, to evidence: inout TripEvidence, _ kept: inout Set<RuleID>) {
    for stretch in pace.stretches(of: trip) {
      let rule = RuleID(.speedLimit, index: stretch.way)
      let edge = trip.edges[stretch.first]
      let place = scene.graph.place(at: edge.stretch.beginPosition)
      if !stretch.isFast(settings) {
        kept.insert(rule)
      } else if !evidence.broken.contains(where: { $0.rule == rule }) {
        evidence.broken.append(BrokenRule(rule: rule, place: place, edge: edge.edge))
      }
      guard stretch.limit >= settings.leastUnreachedLimit else { continue }
      let visit = LimitVisit(way: stretch.way, comesNear: stretch.comesNear(settings), place: place, edge: edge.edge)
      if let known = evidence.limits.firstIndex(where: { $0.way == stretch.way }) {
        if visit.comesNear { evidence.limits[known] = visit }
      } else {
        evidence.limits.append(visit)
      }
    }
  }

  // MARK: Rules kept

  private func kept(by trip: Trip) -> Set<RuleID> {
    var kept: Set<RuleID> = []
    var oneways: [UInt32: Metres] = [:]
    for number in trip.edges.indices {
      let edge = trip.edges[number]
      if edge.confidence >= scene.settings.leastRunConfidence,
        scene.rules.isAgainstOneway(edge.edge.reversed, at: edge.enterTime)
      {
        oneways[UInt32(scene.graph.wayIndex(of: edge.edge)), default: 0] += edge.length
      }
      guard number + 1 < trip.edges.count, trip.edges[number + 1].leg == edge.leg, isSure(edge) else { continue }
      let next = trip.edges[number + 1]
      if isSure(next) { noteNode(between: number, edge, next, of: trip, in: &kept) }
    }
    for (way, length) in oneways where length >= scene.settings.shortestWrongWay {
      kept.insert(RuleID(.oneway, index: way))
    }
    return kept
  }

  private func isSure(_ edge: TripEdge) -> Bool {
    edge.confidence >= scene.settings.leastPassingConfidence && edge.evidence != .detour
  }

  private func noteNode(
    between number: Int, _ edge: TripEdge, _ next: TripEdge, of trip: Trip, in kept: inout Set<RuleID>
  ) {
    func driven(_ back: Int) -> EdgeID? {
      let before = number - back
      return before >= 0 && trip.edges[before].leg == edge.leg ? trip.edges[before].edge : nil
    }
    restrictions.forEach(behind: edge.edge, after: driven) { restriction in
      guard scene.rules.ban(onto: next.edge, at: next.enterTime, after: driven) == nil else { return }
      guard holds(restriction, edge, next) else { return }
      kept.insert(RuleID(.turnRestriction, index: UInt32(restriction)))
    }
    let node = scene.graph.head(of: edge.edge)
    if next.edge == edge.edge.reversed, scene.graph.isClosed(node, to: scene.mode) {
      kept.insert(RuleID(.barrier, at: node))
    }
    guard RoadRuleDetector.isNeeded(in: scene) else { return }
    for other in scene.graph.edges(leaving: node) where other != next.edge && other != edge.edge.reversed {
      kept.formUnion(RoadRuleDetector.rules(broken: other, at: edge.exitTime, in: scene))
    }
  }

  private func holds(_ restriction: Int, _ edge: TripEdge, _ next: TripEdge) -> Bool {
    let rule = scene.graph.restriction(at: restriction)
    return rule.condition.isEmpty || scene.rules.isInForce(restriction: restriction, at: next.enterTime)
  }
}

/// The turn restrictions by the last edge before the turn that they ban.
private struct RestrictionStarts: Sendable {
  private struct Start: Sendable, Hashable {
    var before: [EdgeID]
    var restriction: Int
  }

  private var edges = EdgeSet()
  private var starts: [EdgeID: [Start]] = [:]

  init(of scene: Scene) {
    for (path, restriction) in scene.graph.bannedPathsWithRestrictions {
      guard scene.graph.restriction(at: restriction).modes.contains(TravelModeSet(scene.mode)),
        let last = path.dropLast().last
      else {
        continue
      }
      let start = Start(before: path.dropLast(), restriction: restriction)
      if starts[last]?.contains(start) != true { starts[last, default: []].append(start) }
      edges.insert(last)
    }
  }

  /// - Parameter driven: the edge driven *i* before `edge`, itself for *i* = 0; `nil` before the start.
  func forEach(behind edge: EdgeID, after driven: (Int) -> EdgeID?, _ body: (Int) -> Void) {
    guard edges.contains(edge), let starts = starts[edge] else { return }
    for start in starts {
      let isDriven = start.before.indices.allSatisfy { driven(start.before.count - 1 - $0) == start.before[$0] }
      if isDriven { body(start.restriction) }
    }
  }
}
