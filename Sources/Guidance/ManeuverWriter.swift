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
  mutating func write(_ course: Course, from edge: Int? = nil) {
    if edge == nil { writeDeparture(of: course) }
    let decisions = course.joined(course.decisions(from: edge.map { $0 - course.firstEdge } ?? 1))
    for (i, decision) in decisions.enumerated() {
      write(decision, next: decisions[(i + 1)...].first, of: course)
    }
    maneuvers.append(arrival(of: course))
  }

  mutating func writeDeparture(of course: Course) { maneuvers.append(departure(of: course)) }

  mutating func write(_ decision: Decision, next: Decision?, of course: Course) {
    maneuvers.append(maneuver(decision, next: next, of: course))
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
      place: course.graph.place(on: edge.edge, at: edge.beginOffset), time: time,
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
    let end = min(first.endOffset, first.beginOffset + settings.reach)
    return graph.bearing(
      from: graph.place(on: first.edge, at: first.beginOffset), to: graph.place(on: first.edge, at: end))
  }
}
