package import Geodesy
package import RoadGraph
package import Routing
internal import Storage

/// What a drive was meant to be: a route, with the distance along it of everything on it. It is shared and never
/// copied.
package final class Plan: Sendable {
  package let route: Route
  /// Without splits at waypoints: neighbouring elements on one edge are one step.
  let steps: [PlanStep]
  /// All of them, the start included.
  package let waypoints: [PlanWaypoint]
  package let length: Metres
  package let duration: Seconds
  /// In order.
  package let maneuvers: [PlanManeuver]
  private let stepsOfEdge: [EdgeID: [Int]]
  let shape: RouteShape

  /// - Complexity: O(elements of the route).
  package init(_ route: Route, maneuvers: [PlanManeuver] = [], on graph: RoadGraph) {
    var steps = PlanSteps()
    var waypoints = [PlanWaypoint(0, of: route, leg: 0, after: steps)]
    for (i, leg) in route.legs.enumerated() {
      for element in leg.elements { steps.append(element) }
      waypoints.append(PlanWaypoint(i + 1, of: route, leg: i, after: steps))
    }
    self.route = route
    self.maneuvers = maneuvers
    self.steps = steps.steps
    self.waypoints = waypoints
    length = steps.length
    duration = steps.duration
    stepsOfEdge = Dictionary(grouping: steps.steps.indices) { steps.steps[$0].edge }
    shape = RouteShape(steps.steps.map(\.stretch), on: graph)
  }

  /// The steps on an edge, in order.
  func steps(on edge: EdgeID) -> [Int] { stepsOfEdge[edge] ?? [] }

  /// Whether the plan uses an edge.
  package func leads(along edge: EdgeID) -> Bool { stepsOfEdge[edge] != nil }

  /// Whether the plan leads from an edge onto another one with no more than a length between them.
  package func leads(from edge: EdgeID, onto next: EdgeID, within length: Metres) -> Bool {
    steps(on: edge).contains { step in
      let end = steps[step].progress + steps[step].length
      return steps(on: next).contains { $0 > step && steps[$0].progress - end <= length }
    }
  }

  /// The time from the start to a place along the plan, in traffic where it is known.
  package func duration(to progress: Metres) -> Seconds {
    guard let step = step(at: progress) else { return 0 }
    let share = step.length > 0 ? min(1, max(0, (progress - step.progress) / step.length)) : 1
    return step.departure + share * step.duration
  }

  private func step(at progress: Metres) -> PlanStep? {
    let next = steps.partitioningIndex { $0.progress > progress }
    return next > 0 ? steps[next - 1] : steps.first
  }

  /// The waypoint that a place along the plan leads to next, by its number; the destination at the end.
  package func nextWaypoint(after progress: Metres) -> Int {
    waypoints.dropFirst().first { $0.progress > progress }?.number ?? waypoints.count - 1
  }
}

/// Where along a plan the driver does something.
package struct PlanManeuver: Sendable {
  package let progress: Metres
  /// It is neither a departure nor an arrival.
  package let isTurn: Bool

  package init(progress: Metres, isTurn: Bool) {
    self.progress = progress
    self.isTurn = isTurn
  }
}

/// A stretch of an edge that a plan drives.
struct PlanStep: EdgeTraversal, Sendable {
  var stretch: EdgeStretch
  /// From the start of the plan to its start, in metres and in seconds.
  let progress: Metres
  let departure: Seconds
  var duration: Seconds

  /// Where on the edge a place along the plan is.
  func offset(at progress: Metres) -> Metres { begin + progress - self.progress }

  /// Whether a place on the edge is in the stretch, or this near to it.
  func holds(_ offset: Metres, within slack: Metres) -> Bool { offset >= begin - slack && offset <= end + slack }

  /// How far along the plan a place on the edge is.
  func progress(at offset: Metres) -> Metres { progress + min(max(offset, begin), end) - begin }
}

/// A waypoint of a plan, and how far along the plan it is.
package struct PlanWaypoint: Sendable {
  /// From 0, the start.
  package let number: Int
  /// As it was requested.
  package let waypoint: Waypoint
  package let snapped: SnappedWaypoint
  /// Its place on the road.
  package let position: EdgePosition
  /// From the start of the plan, in metres and in seconds.
  package let progress: Metres
  package let arrival: Seconds
  /// The leg that leads to it; for the start the first one.
  package let leg: Int

  fileprivate init(_ number: Int, of route: Route, leg: Int, after steps: PlanSteps) {
    let waypoint = route.waypoints[number]
    self.number = number
    self.waypoint = waypoint.waypoint
    snapped = waypoint.snapped
    position = waypoint.position
    progress = steps.length
    arrival = steps.duration
    self.leg = leg
  }
}

/// The steps of a plan so far.
private struct PlanSteps {
  private(set) var steps: [PlanStep] = []
  private(set) var length: Metres = 0
  private(set) var duration: Seconds = 0

  mutating func append(_ element: RouteElement) {
    let time = element.durationInTraffic ?? element.duration
    if let last = steps.last, last.edge == element.edge, last.end == element.begin {
      steps[steps.count - 1].stretch.end = element.end
      steps[steps.count - 1].duration += time
    } else {
      steps.append(PlanStep(stretch: element.stretch, progress: length, departure: duration, duration: time))
    }
    length += element.length
    duration += time
  }
}
