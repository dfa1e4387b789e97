internal import Geodesy
internal import RoadGraph
internal import Traces

/// Turns the decisions of one leg after the other into maneuvers.
struct ManeuverWriter {
  /// When the trip begins.
  let begin: Timestamp?
  private(set) var maneuvers: [Maneuver] = []

  init(begin: Timestamp?) { self.begin = begin }

  mutating func write(_ course: Course) {
    maneuvers.append(departure(of: course))
    maneuvers += course.decisions().map { maneuver($0, of: course) }
    maneuvers.append(arrival(of: course))
  }

  private func departure(of course: Course) -> Maneuver {
    let road = course.road(from: 0)
    return maneuver(
      Decision(.depart, nil, angle: 0, begin: 0, onto: 0), of: course, road: "", nextRoad: road,
      instruction: departSentence(bearing: course.bearingAtBegin, road: road))
  }

  private func maneuver(_ decision: Decision, of course: Course) -> Maneuver {
    let wording = Wording(decision, of: course)
    return maneuver(
      decision, of: course, road: wording.road, nextRoad: wording.nextRoad, instruction: wording.sentence)
  }

  private func maneuver(
    _ decision: Decision, of course: Course, road: String, nextRoad: String, instruction: String
  ) -> Maneuver {
    let edge = course.edges[decision.begin]
    let time = course.enterTime(of: decision.begin)
    return Maneuver(
      type: decision.type, modifier: decision.modifier, exit: decision.exit,
      place: course.graph.place(on: edge.edge, at: edge.beginOffset), time: time,
      distance: course.distances[decision.begin], duration: duration(until: time), road: road, nextRoad: nextRoad,
      edge: course.firstEdge + decision.begin, instruction: instruction)
  }

  private func arrival(of course: Course) -> Maneuver {
    let last = course.edges.count - 1
    let edge = course.edges[last]
    let road = course.road(before: last + 1)
    return Maneuver(
      type: .arrive, modifier: nil, exit: nil, place: course.graph.place(on: edge.edge, at: edge.endOffset),
      time: edge.exitTime, distance: course.distances[last + 1], duration: duration(until: edge.exitTime), road: road,
      nextRoad: "", edge: course.firstEdge + last, instruction: arriveSentence(road: road))
  }

  private func duration(until time: Timestamp?) -> Seconds? {
    guard let begin, let time else { return nil }
    return time.seconds(since: begin)
  }
}

extension Course {
  /// Where the leg heads at first; `nil` where it goes nowhere.
  fileprivate var bearingAtBegin: Degrees? {
    let first = edges[0]
    let end = min(first.endOffset, first.beginOffset + settings.reach)
    return graph.bearing(
      from: graph.place(on: first.edge, at: first.beginOffset), to: graph.place(on: first.edge, at: end))
  }
}
