internal import Geodesy
internal import RoadGraph
internal import Routing
internal import Traces

/// How two candidates are joined.
enum Join {
  /// Ahead on the same edge, or a step back too short to be motion.
  case sameEdge
  /// Turned round between two junctions.
  case turnedRound
  /// Along other edges.
  case path
}

/// The likelihood of going from one candidate to another: the longer the way compared with the straight line, the
/// less likely, and less likely still when it breaks rules.
///
///     log p = −|route − straight| / β − penalty
///
/// - Source: Newson & Krumm 2009, §4.2.
struct Transition {
  let graph: RoadGraph
  let settings: MatchingSettings

  /// What is the same for all pairs of candidates of two fixes.
  struct Step {
    var straight: Metres
    var beta: Metres
    var jitter: Metres
    var limit: SearchLimit
  }

  func step(from a: KeptFix, to b: KeptFix) -> Step {
    let straight = groundDistance(a.place, b.place)
    let sigma = max(a.sigma, b.sigma)
    var longest = min(settings.detourFactor * straight + settings.detourSlack, settings.longestDetour)
    if let begin = a.time, let end = b.time {
      longest = min(longest, settings.topSpeed * max(end.seconds(since: begin), 1) + settings.detourSlack)
    }
    let beta = settings.beta(sigma: sigma, straight: straight)
    return Step(
      straight: straight, beta: beta, jitter: settings.jitterSigmas * sigma,
      limit: SearchLimit(
        length: max(longest, straight * 1.2), cost: straight + beta * settings.detourPruning,
        edges: settings.mostSettledEdges))
  }

  /// The same step with any detour allowed that its limit on length allows.
  func widened(_ step: Step) -> Step {
    var step = step
    step.limit.cost = .infinity
    return step
  }

  func logProbability(_ path: FoundPath, _ step: Step) -> Double {
    -abs(path.length - step.straight) / step.beta - path.penalty
  }

  /// The join of two candidates without a search, or `nil` when only other edges can join them.
  func directJoin(from a: EdgePosition, to b: EdgePosition, _ step: Step) -> (join: Join, path: FoundPath)? {
    if a.edge == b.edge {
      guard isAhead(b, of: a, step) else { return nil }
      let length = max(0, b.offset - a.offset)
      return (.sameEdge, FoundPath(length: length, penalty: wrongWayPenalty(a.edge, over: length)))
    }
    guard a.edge == b.edge.reversed else { return nil }
    // The vehicle turns at the farther one of the two places, seen along the edge of `a`.
    let back = abs(a.offset - (graph.length(of: b.edge) - b.offset))
    let entry = settings.rules.entry(onto: b.edge, from: graph.access(of: a.edge)[settings.rules.mode], on: graph)
    return (
      .turnedRound,
      FoundPath(length: back, penalty: settings.rules.uTurn + entry + wrongWayPenalty(b.edge, over: back))
    )
  }

  /// On the same edge and not behind, but for noise: nothing else joins the two as well.
  func isAhead(_ b: EdgePosition, of a: EdgePosition, _ step: Step) -> Bool {
    a.edge == b.edge && b.offset >= a.offset - step.jitter
  }

  /// The penalty of a path from a search, whose labels stand at the begin of edges, with what the two ends add.
  func completed(_ path: FoundPath, from a: EdgePosition, to b: EdgePosition) -> FoundPath {
    let onFirst = wrongWayPenalty(a.edge, over: graph.length(of: a.edge) - a.offset)
    return FoundPath(
      length: path.length, penalty: path.penalty + onFirst + wrongWayPenalty(b.edge, over: b.offset))
  }

  private func wrongWayPenalty(_ edge: EdgeID, over length: Metres) -> Double {
    graph.access(of: edge)[settings.rules.mode] == .no ? length * settings.rules.wrongWayPerMetre : 0
  }
}
