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

  init(begin: Timestamp?) { self.begin = begin }

  /// Hands out what has been written since, without a last maneuver whose next one is not known yet.
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
    let decisions = leg.joined(
      leg.decisions(from: edge.map { $0 - leg.firstEdge } ?? 1, floor: max(1, (floor ?? 0) - leg.firstEdge)))
    write(decisions, of: leg, upTo: decisions.count)
    maneuvers.append(arrival(of: leg, side: ends.sideAtEnd))
  }

  mutating func writeDeparture(of leg: GuidedLeg, ends: LegEnds = LegEnds()) {
    maneuvers.append(departure(of: leg, heading: ends.headingAtBegin))
    junctions = leg.junctions[0]
  }

  /// Writes the first of some decisions; those behind them say what comes next.
  mutating func write(_ decisions: [Decision], of leg: GuidedLeg, upTo end: Int) {
    for i in 0..<end {
      let next = i + 1 < decisions.count ? decisions[i + 1] : nil
      maneuvers.append(maneuver(decisions[i], next: next, of: leg))
      junctions = leg.junctions[decisions[i].onto]
    }
  }

  /// - Parameter heading: where the vehicle points; `nil` if that is unknown.
  private func departure(of leg: GuidedLeg, heading: Degrees?) -> Maneuver {
    var values = PhraseValues()
    let road = leg.road(from: 0)
    values.road = slashed(road)
    values.kind = road.isEmpty ? leg.kind(ofRoadFrom: 0) : nil
    values.bearing = leg.bearingAtBegin
    values.isWalked = leg.isWalked(from: 0)
    var circumstances = ManeuverCircumstances()
    circumstances.bearingAfter = leg.bearingAtBegin
    circumstances.nextNumber = leg.graph.ref(of: leg.edge(0))
    let isBack = leg.pointsBack(heading)
    var departure = maneuver(
      .depart, isBack ? .uTurn : nil, at: leg.begin, edge: leg.firstEdge, road: "", nextRoad: road,
      words: leg.settings.language.instruction(isBack ? .departUTurn : .depart, values), circumstances)
    departure.shieldSource = leg.shields(at: 0)
    return departure
  }

  private func arrival(of leg: GuidedLeg, side: RoadSide?) -> Maneuver {
    var values = PhraseValues()
    let road = leg.road(before: leg.edges.count)
    values.road = slashed(road)
    values.kind = road.isEmpty ? leg.kind(ofRoadFrom: leg.edges.count - 1) : nil
    var circumstances = ManeuverCircumstances()
    circumstances.bearingBefore = leg.bearingAtEnd
    circumstances.junctionsPassed = leg.junctions[leg.edges.count - 1] - junctions
    return maneuver(
      .arrive, side.map { $0 == .right ? .right : .left }, at: leg.end, edge: leg.firstEdge + leg.edges.count - 1,
      road: road, nextRoad: "", words: leg.settings.language.instruction(PhraseKey(arrivalOn: side), values),
      circumstances)
  }

  private func maneuver(
    _ type: ManeuverType, _ modifier: ManeuverModifier?, at end: LegEnd, edge: Int, road: String, nextRoad: String,
    words: Instruction, _ circumstances: ManeuverCircumstances
  ) -> Maneuver {
    Maneuver(
      type: type, modifier: modifier, exit: nil, place: end.place, time: end.time, distance: end.distance,
      duration: duration(until: end.time), road: road, nextRoad: nextRoad, edge: edge, words: words,
      circumstances: circumstances)
  }

  private func maneuver(_ decision: Decision, next: Decision?, of leg: GuidedLeg) -> Maneuver {
    let wording = Wording(decision, next: next?.begin, of: leg)
    let edge = leg.edges[decision.begin]
    let time = leg.enterTime(of: decision.begin)
    var maneuver = Maneuver(
      type: decision.type, modifier: decision.modifier, exit: decision.exit,
      place: leg.graph.place(at: edge.stretch.beginPosition), time: time,
      distance: leg.distances[decision.begin], duration: duration(until: time), road: wording.road,
      nextRoad: wording.nextRoad, edge: leg.firstEdge + decision.begin,
      words: leg.settings.language.instruction(wording.key, wording.values),
      circumstances: circumstances(of: decision, next: next, in: leg))
    maneuver.shieldSource = leg.shields(at: decision.onto)
    return maneuver
  }

  private func circumstances(of decision: Decision, next: Decision?, in leg: GuidedLeg) -> ManeuverCircumstances {
    let (graph, onto) = (leg.graph, leg.edge(decision.onto))
    var circumstances = ManeuverCircumstances()
    circumstances.bearingBefore = leg.memory.bearing(arrivingBy: leg.edge(decision.first - 1))
    circumstances.bearingAfter = leg.memory.bearing(leavingBy: onto)
    circumstances.angle = decision.angle
    circumstances.junctionsPassed = leg.junctions[decision.first - 1] - junctions
    circumstances.nextNumber = graph.ref(of: onto)
    let signed = leg.signedEdge(at: decision)
    circumstances.exitName = leg.exitName(at: decision)
    circumstances.destinations = leg.destinations(at: decision, on: signed)
    circumstances.destinationNumbers = graph.destinationRef(of: signed)
    circumstances.lanes = leg.lanes(at: decision, next: next)
    return circumstances
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

extension PhraseKey {
  fileprivate init(arrivalOn side: RoadSide?) {
    switch side {
    case .right: self = .arriveRight
    case .left: self = .arriveLeft
    case nil: self = .arrive
    }
  }
}

extension GuidedLeg {
  /// Whether a vehicle with this heading must turn round to depart.
  fileprivate func pointsBack(_ heading: Degrees?) -> Bool {
    guard let heading, let bearing = bearingAtBegin else { return false }
    return abs(Geodesy.turn(from: heading, to: bearing)) >= settings.leastUTurnAtBegin
  }

  /// The bearing in which the leg ends; `nil` if it goes nowhere.
  fileprivate var bearingAtEnd: Degrees? {
    let last = edges[edges.count - 1]
    let begin = max(last.begin, last.end - settings.reach)
    return graph.bearing(from: graph.place(on: last.edge, at: begin), to: graph.place(at: last.stretch.endPosition))
  }

  /// The initial heading of the leg; `nil` if it goes nowhere.
  fileprivate var bearingAtBegin: Degrees? {
    let first = edges[0]
    let end = min(first.end, first.begin + settings.reach)
    return graph.bearing(
      from: graph.place(at: first.stretch.beginPosition), to: graph.place(on: first.edge, at: end))
  }
}
