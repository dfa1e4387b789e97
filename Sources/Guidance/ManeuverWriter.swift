internal import Geodesy
internal import Moments
internal import RoadGraph

/// Turns decisions into maneuvers, leg by leg.
struct ManeuverWriter {
  /// When the trip begins.
  let begin: Timestamp?
  private(set) var maneuvers: [Maneuver] = []

  init(begin: Timestamp?) { self.begin = begin }

  mutating func write(_ course: Course) {
    maneuvers.append(departure(of: course))
    let decisions = course.decisions()
    for (i, decision) in decisions.enumerated() {
      maneuvers.append(maneuver(decision, next: decisions[(i + 1)...].first, of: course))
    }
    maneuvers.append(arrival(of: course))
  }

  private func departure(of course: Course) -> Maneuver {
    let road = course.road(from: 0)
    return maneuver(
      .depart, at: course.begin, edge: course.firstEdge, road: "", nextRoad: road,
      instruction: departSentence(bearing: course.bearingAtBegin, road: road))
  }

  private func arrival(of course: Course) -> Maneuver {
    let road = course.road(before: course.edges.count)
    return maneuver(
      .arrive, at: course.end, edge: course.firstEdge + course.edges.count - 1, road: road, nextRoad: "",
      instruction: arriveSentence(road: road))
  }

  private func maneuver(
    _ type: ManeuverType, at end: LegEnd, edge: Int, road: String, nextRoad: String, instruction: String
  ) -> Maneuver {
    Maneuver(
      type: type, modifier: nil, exit: nil, place: end.place, time: end.time, distance: end.distance,
      duration: duration(until: end.time), road: road, nextRoad: nextRoad, edge: edge, instruction: instruction)
  }

  private func maneuver(_ decision: Decision, next: Decision?, of course: Course) -> Maneuver {
    let wording = Wording(decision, next: next, of: course)
    let edge = course.edges[decision.begin]
    let time = course.enterTime(of: decision.begin)
    return Maneuver(
      type: decision.type, modifier: decision.modifier, exit: decision.exit,
      place: course.graph.place(at: edge.stretch.beginPosition), time: time,
      distance: course.distances[decision.begin], duration: duration(until: time), road: wording.road,
      nextRoad: wording.nextRoad, edge: course.firstEdge + decision.begin, instruction: wording.sentence)
  }

  private func duration(until time: Timestamp?) -> Seconds? {
    guard let begin, let time else { return nil }
    return time.seconds(since: begin)
  }
}

extension Course {
  /// The initial heading of the leg; `nil` if it goes nowhere.
  fileprivate var bearingAtBegin: Degrees? {
    let first = edges[0]
    let end = min(first.end, first.begin + settings.reach)
    return graph.bearing(
      from: graph.place(at: first.stretch.beginPosition), to: graph.place(on: first.edge, at: end))
  }
}
