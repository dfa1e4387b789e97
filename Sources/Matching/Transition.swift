internal import Geodesy
internal import Moments
internal import PathSearch
internal import RoadGraph
internal import RoadRules

/// How two candidates are joined.
enum Join {
  /// Ahead on the same edge, or a step back too short to be motion.
  case sameEdge
  /// A U-turn between two junctions.
  case turnedRound
  /// Along other edges.
  case path
}

/// The values common to all pairs of candidates of two fixes.
struct TransitionStep: Sendable, BitwiseCopyable {
  var straight: Metres
  var beta: Metres
  var jitter: Metres
  var limit: SearchLimit
  /// The cost of fixes skipped in between, for a vehicle on the road and for one off it, as natural logarithms.
  var onRoad: Double
  var offRoad: Double
  /// The cost of going from road to road where the map has no path.
  var unseen: Double
  /// What the time between the fixes says; `nil` if it says nothing.
  var time: TimeEvidence?
}

/// The likelihood of going from one candidate to another. It falls with the length of the path compared with the
/// straight line, with the rules it breaks, and with the difference between its expected duration and the elapsed time.
///
///     log p = −max(0, route − straight) / β − penalty + log p(time)
///
/// A path shorter than the straight line is explained by GPS error.
///
/// - Source: Newson & Krumm 2009, §4.2.
///
/// A class, because its settings are 2 kB that a value would copy with every call of its methods.
final class Transition: Sendable {
  let graph: RoadGraph
  let settings: MatchingSettings
  private let times: ExpectedTimes

  init(graph: RoadGraph, settings: MatchingSettings) {
    self.graph = graph
    self.settings = settings
    times = ExpectedTimes(graph: graph, mode: settings.rules.mode)
  }

  /// - Parameters:
  ///   - straight: the ground distance between the two fixes.
  ///   - usualSpeed: the usual speed of the trace.
  ///   - driven: the elapsed times of the trace so far.
  func step(
    from a: KeptFix, to b: KeptFix, straight: Metres, usualSpeed: MetresPerSecond, _ driven: DrivenTimes,
    _ passedOver: PassedOver
  ) -> TransitionStep {
    let sigma = max(a.sigma, b.sigma)
    var longest = settings.transition.longestDetour
    var usual = straight
    var evidence: TimeEvidence?
    if !b.stood, let begin = a.time, let end = b.time {
      let time = end.seconds(since: begin)
      longest = min(longest, settings.breaks.reach(in: time))
      if time <= settings.breaks.longestSilence { usual = max(straight, usualSpeed * time) }
      evidence = driven.evidence(of: time, over: usual, sigma: sigma, fixes: b.number - a.number)
    }
    let beta = settings.transition.beta(sigma: sigma, straight: usual, timed: evidence?.weight ?? 0)
    return TransitionStep(
      straight: straight, beta: beta, jitter: settings.transition.jitterSigmas * sigma,
      limit: SearchLimit(
        length: max(longest, straight * settings.transition.leastDetour),
        cost: straight + beta * settings.search.detourPruning,
        edges: settings.search.mostSettledEdges),
      onRoad: passedOver.onRoad, offRoad: passedOver.offRoad, unseen: straight / settings.transition.unseenMetres,
      time: evidence)
  }

  func logProbability(_ path: FoundPath, _ step: TransitionStep) -> Double {
    -max(0, path.length - step.straight) / step.beta - path.penalty - step.onRoad
      + (step.time?.logProbability(expected: path.duration) ?? 0)
  }

  /// The log probability of going from road to road where the map has no path.
  func unseenLogProbability(to b: Candidate, _ step: TransitionStep) -> Double {
    -step.offRoad - settings.transition.leavingRoad - settings.transition.enteringRoad - step.unseen
      - (b.isWrongWay ? settings.rules.wrongWayEntry : 0)
  }

  /// The join of two candidates without a search, or `nil` when only other edges can join them.
  ///
  /// - Parameter speed: expected on the edge of `b`; `nil` if it has to be looked up.
  func directJoin(
    from a: Candidate, to b: Candidate, _ step: TransitionStep, speed: MetresPerSecond? = nil
  ) -> (join: Join, path: FoundPath)? {
    let (from, to) = (a.position, b.position)
    if from.edge == to.edge {
      guard isAhead(to, of: from, step) else { return nil }
      // A step back is noise, but unlikely noise. Otherwise driving backwards would be as good.
      let ahead = to.offset - from.offset
      let length = ahead >= 0 ? ahead : step.straight - ahead
      return (
        .sameEdge,
        FoundPath(
          length: length, penalty: wrongWayPenalty(a, over: length),
          duration: duration(of: max(ahead, 0), on: to.edge, speed, step))
      )
    }
    guard from.edge == to.edge.reversed else { return nil }
    // The vehicle turns at the farther of the two places along the edge of `a`.
    let back = abs(from.offset - (b.length - to.offset))
    let entry = settings.rules.entry(
      onto: to.edge, from: graph.access(of: from.edge)[settings.rules.mode], on: graph)
    return (
      .turnedRound,
      FoundPath(
        length: back, penalty: settings.rules.uTurn + entry + wrongWayPenalty(b, over: back),
        duration: duration(of: back, on: to.edge, speed, step))
    )
  }

  /// A candidate after a U-turn at its place, and the price of that; `nil` off the road, and where a direction of the
  /// road is closed to the mode.
  func turnedRound(_ a: Candidate) -> (candidate: Candidate, penalty: Double)? {
    guard !a.isOffRoad else { return nil }
    let (edge, mode) = (a.position.edge, settings.rules.mode)
    guard graph.access(of: edge)[mode] > .no, graph.access(of: edge.reversed)[mode] > .no else { return nil }
    var turned = a
    turned.position = EdgePosition(edge: edge.reversed, offset: a.length - a.position.offset)
    let entry = settings.rules.entry(onto: edge.reversed, from: graph.access(of: edge)[mode], on: graph)
    return (turned, settings.rules.uTurn + entry)
  }

  /// Whether the candidate is on the same edge and not behind, apart from noise: no other join is as good.
  func isAhead(_ b: EdgePosition, of a: EdgePosition, _ step: TransitionStep) -> Bool {
    a.edge == b.edge && b.offset >= a.offset - step.jitter
  }

  /// The join via one node, if nothing speaks against it: no other path is as short or as lawful then.
  func adjacentJoin(from a: Candidate, to b: Candidate, _ step: TransitionStep) -> FoundPath? {
    let (from, to) = (a.position, b.position)
    let node = graph.head(of: from.edge)
    guard node == graph.tail(of: to.edge), !settings.rules.isUTurn(from: from.edge, onto: to.edge, on: graph),
      !graph.mayBeBanned(onto: to.edge),
      !graph.isClosed(node, to: settings.rules.mode), a.length - from.offset <= step.limit.length
    else { return nil }
    let entry = settings.rules.entry(
      onto: to.edge, from: graph.access(of: from.edge)[settings.rules.mode], on: graph)
    guard entry == 0 else { return nil }
    let turn = settings.rules.turning(from: from.edge, onto: to.edge, on: graph)
    var path = FoundPath(length: a.length - from.offset + to.offset, penalty: turn)
    if step.time != nil {
      path.duration =
        times.duration(of: a.length - from.offset, on: from.edge) + times.duration(from: from.edge, onto: to.edge)
        + times.duration(of: to.offset, on: to.edge)
    }
    return completed(path, from: a, to: b)
  }

  /// The penalty of a path from a search, whose labels belong to the starts of edges, plus the penalties of its two
  /// ends.
  func completed(_ path: FoundPath, from a: Candidate, to b: Candidate) -> FoundPath {
    let onFirst = wrongWayPenalty(a, over: a.length - a.position.offset)
    return FoundPath(
      length: path.length, penalty: path.penalty + onFirst + wrongWayPenalty(b, over: b.position.offset),
      duration: path.duration)
  }

  /// The expected duration; 0 if it is not needed.
  private func duration(
    of length: Metres, on edge: EdgeID, _ speed: MetresPerSecond?, _ step: TransitionStep
  ) -> Seconds {
    step.time == nil ? 0 : length / (speed ?? times.speed(on: edge))
  }

  private func wrongWayPenalty(_ candidate: Candidate, over length: Metres) -> Double {
    candidate.isWrongWay ? length * settings.rules.wrongWayPerMetre : 0
  }
}
