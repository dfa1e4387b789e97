internal import Geodesy
internal import Moments
internal import RoadGraph

/// Turns decisions into maneuvers, leg by leg.
struct ManeuverWriter {
  /// When the trip begins.
  let begin: Timestamp?
  private var maneuvers: [Maneuver] = []
  /// The number of junctions up to the last maneuver.
  private var junctions = 0
  /// What the sentences of the leg tell of the road.
  private var opening: Telling.Opening?
  private var telling: Telling?

  init(begin: Timestamp?) { self.begin = begin }

  /// Takes out the maneuvers that are complete. The last of a leg that is not over waits for its next one.
  mutating func takeManeuvers() -> [Maneuver] {
    for i in maneuvers.indices.dropLast() { maneuvers[i].lead(to: maneuvers[i + 1]) }
    guard let last = maneuvers.last, last.type != .arrive else {
      if let end = maneuvers.indices.last { maneuvers[end].timeToNext = maneuvers[end].duration.map { _ in 0 } }
      defer { maneuvers.removeAll() }
      return maneuvers
    }
    defer { maneuvers = [last] }
    return maneuvers.dropLast()
  }

  /// Writes the rest of a leg, from an edge on; all of it by default.
  ///
  /// - Parameter ends: what is known of its ends.
  mutating func write(_ leg: GuidedLeg, from edge: Int? = nil, floor: Int? = nil, ends: LegEnds = LegEnds()) {
    if edge == nil { writeDeparture(of: leg, ends: ends) }
    let first = edge.map { $0 - leg.firstEdge } ?? 1
    let found = leg.decisions(from: first, floor: max(1, (floor ?? 0) - leg.firstEdge))
    let decisions = JoinedTurns(found, of: leg).decisions
    write(decisions, of: leg, upTo: decisions.count)
    maneuvers.append(arrival(of: leg, side: ends.sideAtEnd))
  }

  mutating func writeDeparture(of leg: GuidedLeg, ends: LegEnds = LegEnds()) {
    maneuvers.append(departure(of: leg, heading: ends.headingAtBegin))
    junctions = leg.junctions[0]
    (opening, telling) = (.departure(leg), nil)
  }

  /// Writes the decisions before `end`; the others are needed only to say what follows.
  mutating func write(_ decisions: [Decision], of leg: GuidedLeg, upTo end: Int) {
    // Pieces of a live leg are found in turn, so that none keeps those before it.
    let opening = telling.map { .after($0.announcement) } ?? opening ?? .departure(leg)
    let telling = Telling(decisions, end, of: leg, after: opening)
    self.telling = telling
    for i in 0..<end {
      maneuvers.append(maneuver(decisions[i], .decision(i, telling), of: leg))
      junctions = leg.junctions[decisions[i].onto]
    }
  }

  /// - Parameter heading: where the vehicle points; `nil` if that is unknown.
  private func departure(of leg: GuidedLeg, heading: Degrees?) -> Maneuver {
    let isBack = pointsBack(heading, at: leg)
    return Maneuver(
      type: .depart, modifier: isBack ? .uTurn : nil, place: leg.begin.place, time: leg.begin.time,
      distance: leg.begin.distance, duration: duration(until: leg.begin.time), edge: leg.firstEdge,
      source: .departure(of: leg, isBack: isBack))
  }

  /// Whether a vehicle with this heading must turn round to depart.
  private func pointsBack(_ heading: Degrees?, at leg: GuidedLeg) -> Bool {
    guard let heading, let bearing = leg.bearingAtBegin else { return false }
    return abs(turn(from: heading, to: bearing)) >= leg.settings.leastUTurnAtBegin
  }

  private func arrival(of leg: GuidedLeg, side: RoadSide?) -> Maneuver {
    Maneuver(
      type: .arrive, modifier: side.map { $0 == .right ? .right : .left }, place: leg.end.place, time: leg.end.time,
      distance: leg.end.distance, duration: duration(until: leg.end.time), edge: leg.firstEdge + leg.edges.count - 1,
      junctionsPassed: leg.junctions[leg.edges.count - 1] - junctions, source: .arrival(of: leg, side: side, telling))
  }

  private func maneuver(_ decision: Decision, _ source: ManeuverSource, of leg: GuidedLeg) -> Maneuver {
    let time = leg.enterTime(of: decision.begin)
    return Maneuver(
      type: decision.type, modifier: decision.modifier, exit: decision.exit,
      place: leg.graph.place(at: leg.edges[decision.begin].stretch.beginPosition), time: time,
      distance: leg.distances[decision.begin], duration: duration(until: time),
      edge: leg.firstEdge + decision.begin, angle: decision.angle,
      junctionsPassed: leg.junctions[decision.first - 1] - junctions,
      source: source)
  }

  private func duration(until time: Timestamp?) -> Seconds? {
    guard let begin, let time else { return nil }
    return time.seconds(since: begin)
  }
}

extension Maneuver {
  fileprivate mutating func lead(to next: Maneuver) {
    distanceToNext = type == .arrive ? 0 : max(0, next.distance - distance)
    timeToNext = duration.flatMap { begin in type == .arrive ? 0 : next.duration.map { $0 - begin } }
  }
}
