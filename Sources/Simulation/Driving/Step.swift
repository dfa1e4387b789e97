internal import Geodesy
internal import RoadGraph

/// A part of a drive of one kind: along one edge, or off the road on a curve.
struct Step: Sendable {
  enum Ground: Sendable {
    /// From one offset to another, in metres from the start of the edge.
    case road(EdgeID, begin: Metres, end: Metres)
    /// Through at least two places.
    case open([Place])
  }

  var ground: Ground
  /// `nil` for an ordinary step.
  var kind: StretchKind?

  func length(on graph: RoadGraph) -> Metres {
    switch ground {
    case .road(_, let begin, let end): end - begin
    case .open(let places): zip(places, places.dropFirst()).reduce(0) { $0 + groundDistance($1.0, $1.1) }
    }
  }

  /// The edge of an ordinary step, with its offsets.
  var ordinaryRoad: (edge: EdgeID, begin: Metres, end: Metres)? {
    guard kind == nil, case .road(let edge, let begin, let end) = ground else { return nil }
    return (edge, begin, end)
  }
}

extension PlannedRoute {
  /// The route as steps, ended after `length` metres.
  func steps(endingAfter length: Metres, on graph: RoadGraph) -> [Step] {
    var steps: [Step] = []
    var rest = max(length, leastLength)
    for (number, edge) in edges.enumerated() where rest > 0 {
      let begin = number == 0 ? self.begin : 0
      let end = min(graph.length(of: edge), begin + rest)
      rest -= end - begin
      guard end > begin else { continue }
      steps.append(Step(ground: .road(edge, begin: begin, end: end), kind: kind(of: number)))
    }
    return steps
  }

  private func kind(of edge: Int) -> StretchKind? {
    offence.edges.contains(edge) ? offence.kind : nil
  }
}
