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
  mutating func write(_ leg: GuidedLeg, from edge: Int? = nil, floor: Int? = nil) {
    if edge == nil { writeDeparture(of: leg) }
    let decisions = leg.joined(leg.decisions(from: edge.map { $0 - leg.firstEdge } ?? 1, floor: max(1, (floor ?? 0) - leg.firstEdge)))
    for (i, decision) in decisions.enumerated() {
      write(decision, next: i + 1 < decisions.count ? decisions[i + 1].begin : nil, of: leg)
    }
    maneuvers.append(arrival(of: leg))
  }

  mutating func writeDeparture(of leg: GuidedLeg) { maneuvers.append(departure(of: leg)) }

  /// - Parameter next: where the decision that follows begins, if there is one.
  mutating func write(_ decision: Decision, next: Int?, of leg: GuidedLeg) {
    maneuvers.append(maneuver(decision, next: next, of: leg))
  }

  private func departure(of leg: GuidedLeg) -> Maneuver {
    let road = leg.road(from: 0)
    var departure = maneuver(
      .depart, at: leg.begin, edge: leg.firstEdge, road: "", nextRoad: road,
      instruction: departSentence(bearing: leg.bearingAtBegin, road: road))
    departure.shields = leg.shields(at: 0)
    return departure
  }

  private func arrival(of leg: GuidedLeg) -> Maneuver {
    let road = leg.road(before: leg.edges.count)
    return maneuver(
      .arrive, at: leg.end, edge: leg.firstEdge + leg.edges.count - 1, road: road, nextRoad: "",
      instruction: arriveSentence(road: road))
  }

  private func maneuver(
    _ type: ManeuverType, at end: LegEnd, edge: Int, road: String, nextRoad: String, instruction: String
  ) -> Maneuver {
    Maneuver(
      type: type, modifier: nil, exit: nil, place: end.place, time: end.time, distance: end.distance,
      duration: duration(until: end.time), road: road, nextRoad: nextRoad, edge: edge, instruction: instruction)
  }

  private func maneuver(_ decision: Decision, next: Int?, of leg: GuidedLeg) -> Maneuver {
    let wording = Wording(decision, next: next, of: leg)
    let edge = leg.edges[decision.begin]
    let time = leg.enterTime(of: decision.begin)
    var maneuver = Maneuver(
      type: decision.type, modifier: decision.modifier, exit: decision.exit,
      place: leg.graph.place(at: edge.stretch.beginPosition), time: time,
      distance: leg.distances[decision.begin], duration: duration(until: time), road: wording.road,
      nextRoad: wording.nextRoad, edge: leg.firstEdge + decision.begin, instruction: wording.sentence)
    maneuver.shields = leg.shields(at: decision.onto)
    return maneuver
  }

  private func duration(until time: Timestamp?) -> Seconds? {
    guard let begin, let time else { return nil }
    return time.seconds(since: begin)
  }
}

extension GuidedLeg {
  /// The initial heading of the leg; `nil` if it goes nowhere.
  fileprivate var bearingAtBegin: Degrees? {
    let first = edges[0]
    let end = min(first.end, first.begin + settings.reach)
    return graph.bearing(
      from: graph.place(at: first.stretch.beginPosition), to: graph.place(on: first.edge, at: end))
  }
}
