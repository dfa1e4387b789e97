internal import Geodesy
internal import RoadGraph
internal import Routing

/// A plan as its exact sequence of stretches of road, and as a line on the ground.
struct PlanLine: Sendable {
  /// A stretch of one edge, not split at waypoints.
  struct Step: Sendable {
    var stretch: EdgeStretch
    /// The distance along the plan at its start.
    let progress: Metres
  }

  let graph: RoadGraph
  let route: Route
  private(set) var steps: [Step] = []
  /// The distance along the plan of each waypoint.
  private(set) var waypoints: [Metres] = [0]
  private(set) var length: Metres = 0
  private var stepsOfEdge: [EdgeID: [Int]] = [:]
  private let ruler: LocalRuler
  private let points: [LocalPoint]

  /// - Parameter route: has at least one leg.
  init(_ route: Route, on graph: RoadGraph) {
    self.graph = graph
    self.route = route
    let path = DrivenPath(route.legs.flatMap { $0.elements.map(\.stretch) })
    var places: [Place] = []
    for stretch in path.stretches {
      steps.append(Step(stretch: stretch, progress: length))
      length += stretch.length
      graph.appendShape(of: stretch, to: &places)
    }
    for leg in route.legs { waypoints.append(waypoints[waypoints.count - 1] + leg.length) }
    let ruler = LocalRuler(at: places[0])
    self.ruler = ruler
    points = places.map { ruler.point($0) }
    stepsOfEdge = Dictionary(grouping: steps.indices) { [steps] in steps[$0].stretch.edge }
  }

  func steps(on edge: EdgeID) -> [Int] { stepsOfEdge[edge] ?? [] }

  /// The place on the road of a waypoint.
  func place(ofWaypoint number: Int) -> Place { graph.place(at: route.waypoints[number].position) }

  /// From a place to the nearest place of the line.
  func distance(to place: Place) -> Metres {
    let point = ruler.point(place)
    return zip(points, points.dropFirst()).reduce(points[0].distance(to: point)) { least, piece in
      min(least, project(point, onto: piece.0, piece.1).distance)
    }
  }

  /// The stretches between two distances along the plan.
  func stretches(from begin: Metres, to end: Metres) -> [EdgeStretch] {
    steps.compactMap { step in
      let first = max(begin - step.progress, 0)
      let last = min(end - step.progress, step.stretch.length)
      guard first < last else { return nil }
      return EdgeStretch(
        edge: step.stretch.edge, begin: step.stretch.begin + first, end: step.stretch.begin + last)
    }
  }

  /// The waypoint that a distance along the plan leads to next.
  func nextWaypoint(after progress: Metres) -> Int {
    waypoints.indices.dropFirst().first { waypoints[$0] > progress } ?? waypoints.count - 1
  }
}
