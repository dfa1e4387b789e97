internal import Geodesy
internal import Moments
internal import PathSearch
internal import RoadGraph
internal import RoadRules

/// How two candidates are joined.
enum Join {
  /// Ahead on the same edge, or a step back too short to be motion.
  case sameEdge
  /// Turned round between two junctions.
  case turnedRound
  /// Along other edges.
  case path
}

/// What is the same for all pairs of candidates of two fixes.
struct TransitionStep: Sendable, BitwiseCopyable {
  var straight: Metres
  var beta: Metres
  var jitter: Metres
  var limit: SearchLimit
  /// What fixes passed over in between cost a vehicle on the road and one off it, as natural logarithms.
  var onRoad: Double
  var offRoad: Double
  /// What it costs to have gone from road to road where the map has no way.
  var unseen: Double
  /// What the time between the fixes tells; `nil` where it tells nothing.
  var time: TimeEvidence?
  /// What that costs at least, for searches.
  var durations: DurationBound?
}

/// The likelihood of going from one candidate to another: the longer the way compared with the straight line, the
/// less likely, and less likely still when it breaks rules or takes another time than the fixes tell.
///
///     log p = −max(0, route − straight) / β − penalty + log p(time)
///
/// A way shorter than the straight line is the fixes' error.
///
/// - Source: Newson & Krumm 2009, §4.2.
///
/// A class, for its settings are 2 kB that a value would have copied with every call of its methods.
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
  ///   - straight: the ground between the two fixes.
  ///   - usualSpeed: of the trace.
  ///   - driven: the times that the trace took so far.
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
      time: evidence,
      durations: evidence?.bound(metres: beta))
  }

  func logProbability(_ path: FoundPath, _ step: TransitionStep) -> Double {
    -max(0, path.length - step.straight) / step.beta - path.penalty - step.onRoad
      + (step.time?.logProbability(expected: path.duration) ?? 0)
  }

  /// Of going from road to road where the map has no way.
  func unseenLogProbability(to b: Candidate, _ step: TransitionStep) -> Double {
    -step.offRoad - settings.transition.leavingRoad - settings.transition.enteringRoad - step.unseen
      - (b.isWrongWay ? settings.rules.wrongWayEntry : 0)
  }

  /// The join of two candidates without a search, or `nil` when only other edges can join them.
  ///
  /// - Parameter speed: expected on the edge of `b`; `nil` where it has to be asked for.
  func directJoin(
    from a: Candidate, to b: Candidate, _ step: TransitionStep, speed: MetresPerSecond? = nil
  ) -> (join: Join, path: FoundPath)? {
    let (from, to) = (a.position, b.position)
    if from.edge == to.edge {
      guard isAhead(to, of: from, step) else { return nil }
      // A step back is noise, but unlikely noise: else driving backwards would be as good.
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
    // The vehicle turns at the farther one of the two places, seen along the edge of `a`.
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

  /// On the same edge and not behind, but for noise: nothing else joins the two as well.
  func isAhead(_ b: EdgePosition, of a: EdgePosition, _ step: TransitionStep) -> Bool {
    a.edge == b.edge && b.offset >= a.offset - step.jitter
  }

  /// The join over one node, where nothing is in its way: then no other path is as short or as lawful.
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

  /// The penalty of a path from a search, whose labels stand at the begin of edges, with what the two ends add.
  func completed(_ path: FoundPath, from a: Candidate, to b: Candidate) -> FoundPath {
    let onFirst = wrongWayPenalty(a, over: a.length - a.position.offset)
    return FoundPath(
      length: path.length, penalty: path.penalty + onFirst + wrongWayPenalty(b, over: b.position.offset),
      duration: path.duration)
  }

  /// Expected; 0 where nobody asks.
  private func duration(
    of length: Metres, on edge: EdgeID, _ speed: MetresPerSecond?, _ step: TransitionStep
  ) -> Seconds {
    step.time == nil ? 0 : length / (speed ?? times.speed(on: edge))
  }

  private func wrongWayPenalty(_ candidate: Candidate, over length: Metres) -> Double {
    candidate.isWrongWay ? length * settings.rules.wrongWayPerMetre : 0
  }
}
