internal import Geodesy
internal import Moments
internal import RoadGraph

/// Turns decisions into maneuvers, leg by leg.
struct ManeuverWriter {
  /// When the trip begins.
  let begin: Timestamp?
  private var maneuvers: [Maneuver] = []

  init(begin: Timestamp?) { self.begin = begin }

  /// Hands out what has been written since.
  mutating func takeManeuvers() -> [Maneuver] {
    defer { maneuvers.removeAll() }
    return maneuvers
  }

  /// Writes the rest of a leg, from an edge on; all of it by default.
  ///
  /// - Parameter ends: what is known of its ends.
  mutating func write(_ leg: GuidedLeg, from edge: Int? = nil, floor: Int? = nil, ends: LegEnds = LegEnds()) {
    if edge == nil { writeDeparture(of: leg, ends: ends) }
    let decisions = leg.joined(
      leg.decisions(from: edge.map { $0 - leg.firstEdge } ?? 1, floor: max(1, (floor ?? 0) - leg.firstEdge)))
    for (i, decision) in decisions.enumerated() {
      write(decision, next: i + 1 < decisions.count ? decisions[i + 1].begin : nil, of: leg)
    }
    maneuvers.append(arrival(of: leg, side: ends.sideAtEnd))
  }

  mutating func writeDeparture(of leg: GuidedLeg, ends: LegEnds = LegEnds()) {
    maneuvers.append(departure(of: leg, heading: ends.headingAtBegin))
  }

  /// - Parameter next: where the decision that follows begins, if there is one.
  mutating func write(_ decision: Decision, next: Int?, of leg: GuidedLeg) {
    maneuvers.append(maneuver(decision, next: next, of: leg))
  }

  /// - Parameter heading: where the vehicle points; `nil` if that is unknown.
  private func departure(of leg: GuidedLeg, heading: Degrees?) -> Maneuver {
    var values = PhraseValues()
    let road = leg.road(from: 0)
    values.road = slashed(road)
    values.kind = road.isEmpty ? leg.kind(ofRoadFrom: 0) : nil
    values.bearing = leg.bearingAtBegin
    values.isWalked = leg.isWalked(from: 0)
    let isBack = leg.pointsBack(heading)
    var departure = maneuver(
      .depart, isBack ? .uTurn : nil, at: leg.begin, edge: leg.firstEdge, road: "", nextRoad: road,
      words: leg.settings.language.instruction(isBack ? .departUTurn : .depart, values))
    departure.shields = leg.shields(at: 0)
    return departure
  }

  private func arrival(of leg: GuidedLeg, side: RoadSide?) -> Maneuver {
    var values = PhraseValues()
    let road = leg.road(before: leg.edges.count)
    values.road = slashed(road)
    values.kind = road.isEmpty ? leg.kind(ofRoadFrom: leg.edges.count - 1) : nil
    return maneuver(
      .arrive, side.map { $0 == .right ? .right : .left }, at: leg.end, edge: leg.firstEdge + leg.edges.count - 1,
      road: road, nextRoad: "", words: leg.settings.language.instruction(PhraseKey(arrivalOn: side), values))
  }

  private func maneuver(
    _ type: ManeuverType, _ modifier: ManeuverModifier?, at end: LegEnd, edge: Int, road: String, nextRoad: String,
    words: Instruction
  ) -> Maneuver {
    Maneuver(
      type: type, modifier: modifier, exit: nil, place: end.place, time: end.time, distance: end.distance,
      duration: duration(until: end.time), road: road, nextRoad: nextRoad, edge: edge, words: words)
  }

  private func maneuver(_ decision: Decision, next: Int?, of leg: GuidedLeg) -> Maneuver {
    let wording = Wording(decision, next: next, of: leg)
    let edge = leg.edges[decision.begin]
    let time = leg.enterTime(of: decision.begin)
    var maneuver = Maneuver(
      type: decision.type, modifier: decision.modifier, exit: decision.exit,
      place: leg.graph.place(at: edge.stretch.beginPosition), time: time,
      distance: leg.distances[decision.begin], duration: duration(until: time), road: wording.road,
      nextRoad: wording.nextRoad, edge: leg.firstEdge + decision.begin,
      words: leg.settings.language.instruction(wording.key, wording.values))
    maneuver.shields = leg.shields(at: decision.onto)
    return maneuver
  }

  private func duration(until time: Timestamp?) -> Seconds? {
    guard let begin, let time else { return nil }
    return time.seconds(since: begin)
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

  /// The initial heading of the leg; `nil` if it goes nowhere.
  fileprivate var bearingAtBegin: Degrees? {
    let first = edges[0]
    let end = min(first.end, first.begin + settings.reach)
    return graph.bearing(
      from: graph.place(at: first.stretch.beginPosition), to: graph.place(on: first.edge, at: end))
  }
}
