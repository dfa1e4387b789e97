internal import Geodesy
internal import Moments
internal import RoadGraph

/// Turns decisions into maneuvers, leg by leg.
struct ManeuverWriter {
  /// When the trip begins.
  let begin: Timestamp?
  private(set) var maneuvers: [Maneuver] = []

  init(begin: Timestamp?) { self.begin = begin }

  mutating func write(_ leg: GuidedLeg) {
    maneuvers.append(departure(of: leg))
    let decisions = leg.decisions()
    for (i, decision) in decisions.enumerated() {
      maneuvers.append(maneuver(decision, next: decisions[(i + 1)...].first, of: leg))
    }
    maneuvers.append(arrival(of: leg))
  }

  private func departure(of leg: GuidedLeg) -> Maneuver {
    let road = leg.road(from: 0)
    return maneuver(
      .depart, at: leg.begin, edge: leg.firstEdge, road: "", nextRoad: road,
      instruction: departSentence(bearing: leg.bearingAtBegin, road: road))
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

  private func maneuver(_ decision: Decision, next: Decision?, of leg: GuidedLeg) -> Maneuver {
    let wording = Wording(decision, next: next, of: leg)
    let edge = leg.edges[decision.begin]
    let time = leg.enterTime(of: decision.begin)
    return Maneuver(
      type: decision.type, modifier: decision.modifier, exit: decision.exit,
      place: leg.graph.place(at: edge.stretch.beginPosition), time: time,
      distance: leg.distances[decision.begin], duration: duration(until: time), road: wording.road,
      nextRoad: wording.nextRoad, edge: leg.firstEdge + decision.begin, instruction: wording.sentence)
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
