internal import Geodesy
internal import Matching
internal import Moments
internal import RoadGraph
internal import Traces
package import Trips

/// What a trip passed, in the order driven: level crossings, toll stops, border posts, speed cameras, stop signs and
/// signals that stand for its direction, and the zones that it entered.
///
/// - Complexity: O(*n*) for *n* fixes and edges.
package func crossings(of trip: Trip, in scene: Scene) -> [Crossing] {
  var found: [Crossing] = []
  var motion: LegMotion?
  for number in trip.edges.indices.dropFirst() {
    let (before, edge) = (trip.edges[number - 1], trip.edges[number])
    guard before.leg == edge.leg, edge.edge != before.edge.reversed else { continue }
    for kind in scene.graph.crossings(from: before.edge, onto: edge.edge) {
      if kind.mayStop, motion?.leg != edge.leg { motion = LegMotion(of: trip, leg: edge.leg) }
      let node = scene.graph.tail(of: edge.edge)
      found.append(
        Crossing(
          kind: kind, node: node, place: scene.graph.place(of: node), time: edge.enterTime,
          timeSource: edge.enterTimeSource, hasStopped: kind.mayStop ? motion?.hasStopped(before: number) : nil,
          edge: number, road: edge.edge, confidence: min(before.confidence, edge.confidence)))
    }
  }
  return found
}

extension RoadGraph {
  /// What a drive from one edge onto the next passes or enters.
  fileprivate func crossings(from edge: EdgeID, onto next: EdgeID) -> [CrossingKind] {
    let node = tail(of: next)
    let (flags, signs) = (flags(of: node), signs(of: node))
    let entered = self.flags(of: next).subtracting(self.flags(of: edge))
    var kinds: [CrossingKind] = []
    if flags.contains(.levelCrossing) { kinds.append(.levelCrossing) }
    if flags.contains(.tollBooth) { kinds.append(.toll) }
    if signs.contains(.borderControl) { kinds.append(.borderControl) }
    if signs.contains(.speedCamera), signs.isFor(edge) { kinds.append(.speedCamera) }
    if flags.contains(.stopSign), isStopSign(for: edge, signs) { kinds.append(.stopSign) }
    if flags.contains(.trafficSignals), signs.isFor(edge) { kinds.append(.trafficSignals) }
    if entered.contains(.schoolZone) { kinds.append(.schoolZone) }
    if entered.contains(.lowEmissionZone) { kinds.append(.lowEmissionZone) }
    return kinds
  }

  /// A stop sign beside a road without a direction stands for those who come to the nearer junction.
  private func isStopSign(for edge: EdgeID, _ signs: NodeSigns) -> Bool {
    if !signs.isDisjoint(with: [.forForward, .forBackward]) { return signs.isFor(edge) }
    let leaving = edges(leaving: head(of: edge))
    guard leaving.count == 2, let ahead = leaving.first(where: { $0 != edge.reversed }) else { return true }
    return distanceToJunction(along: ahead) <= distanceToJunction(along: edge.reversed)
  }

  /// From the start of an edge to the first node at which roads meet or end; at most about 200 m.
  private func distanceToJunction(along first: EdgeID) -> Metres {
    var (edge, distance) = (first, length(of: first))
    while distance < 200, edges(leaving: head(of: edge)).count == 2,
      let next = edges(leaving: head(of: edge)).first(where: { $0 != edge.reversed })
    {
      edge = next
      distance += length(of: edge)
    }
    return distance
  }
}

extension NodeSigns {
  /// Whether they stand for those who arrive on an edge.
  fileprivate func isFor(_ edge: EdgeID) -> Bool {
    let sides = intersection([.forForward, .forBackward])
    return sides.isEmpty || sides.contains(edge.isForward ? .forForward : .forBackward)
  }
}

/// Where a vehicle was on one leg, and when.
private struct LegMotion {
  let leg: Int
  private let firstEdge: Int
  /// The distance of each edge's begin from the start of the leg.
  private var begins: [Metres] = []
  private var moments: [(distance: Metres, time: Timestamp, speed: MetresPerSecond?)] = []

  /// The stretch before a sign in which a vehicle stops for it: a short queue.
  private static let reach: Metres = 50
  /// Beyond the sign: a line of sight, and the error of a fix.
  private static let reachBehind: Metres = 10
  /// Slower is standing …
  private static let standing: MetresPerSecond = 1
  /// … if the places show it for so long: the errors of fixes make slower drives look like stops.
  private static let shortestStop: Seconds = 4
  /// With longer steps a short stop goes unseen.
  private static let longestStep: Seconds = 3

  init(of trip: Trip, leg number: Int) {
    let leg = trip.legs[number]
    self.leg = number
    firstEdge = leg.edges.lowerBound
    var length: Metres = 0
    for edge in leg.edges {
      begins.append(length - trip.edges[edge].begin)
      length += trip.edges[edge].length
    }
    guard let path = trip.matched.path(around: leg.fixes.lowerBound) else { return }
    for anchor in trip.matched.paths[path].anchors where leg.fixes.contains(anchor.fix) {
      let fix = trip.matched.trace.fixes[anchor.fix]
      guard let time = fix.time, begins.indices.contains(anchor.step) else { continue }
      moments.append((begins[anchor.step] + anchor.offset, time, fix.speed))
    }
  }

  /// Whether the vehicle stopped before the start of an edge; `nil` if the fixes are too sparse to tell.
  func hasStopped(before edge: Int) -> Bool? {
    let sign = begins[edge - firstEdge]
    guard let last = moments.firstIndex(where: { $0.distance > sign + Self.reachBehind }),
      let first = moments.lastIndex(where: { $0.distance < sign - Self.reach })
    else { return isStandingNear(sign) ? true : nil }
    if isStandingNear(sign) { return true }
    let isDense = (first..<last).allSatisfy {
      moments[$0 + 1].time.seconds(since: moments[$0].time) <= Self.longestStep
    }
    return isDense ? false : nil
  }

  private func isStandingNear(_ sign: Metres) -> Bool {
    let near = moments.filter { $0.distance >= sign - Self.reach && $0.distance <= sign + Self.reachBehind }
    if near.contains(where: { $0.speed.map { $0 < Self.standing } ?? false }) { return true }
    for (number, begin) in near.enumerated() {
      guard let end = near[number...].first(where: { $0.time.seconds(since: begin.time) >= Self.shortestStop }) else {
        return false
      }
      if end.distance - begin.distance < Self.standing * end.time.seconds(since: begin.time) { return true }
    }
    return false
  }
}
