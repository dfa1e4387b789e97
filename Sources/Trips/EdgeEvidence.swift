internal import Geodesy
internal import Matching
internal import Moments
internal import RoadGraph
internal import Traces

/// How well the fixes tell that each step of a path was driven.
///
/// A step without fixes lies on the way between two neighbouring fixes of its path. It is a detour when that way is not
/// the only one that would do: when the two are long apart in time, as in a gap of the trace, or when the way is much
/// longer than the straight line between them.
struct EdgeEvidence {
  private let matched: MatchedTrace
  private let settings: TripSettings
  /// A longer silence between two fixes is a gap.
  private let longestStep: Seconds

  init(of matched: MatchedTrace, settings: TripSettings) {
    self.matched = matched
    self.settings = settings
    // Most traces have no silence, and need no median.
    var longest: Seconds = 0
    Self.forEachPeriod(of: matched.trace) { longest = max(longest, $0) }
    let median = longest > settings.longestStep ? Self.medianPeriod(of: matched.trace) : 0
    longestStep = max(settings.longestStep, settings.longestStepPeriods * median)
  }

  private static func medianPeriod(of trace: Trace) -> Seconds {
    var periods: [Seconds] = []
    forEachPeriod(of: trace) { periods.append($0) }
    periods.sort()
    return periods[(periods.count - 1) / 2]
  }

  /// From each usable fix with a time to the next.
  private static func forEachPeriod(of trace: Trace, _ body: (Seconds) -> Void) {
    var last: Timestamp?
    for fix in trace.fixes where fix.refusal == nil {
      guard let time = fix.time else { continue }
      if let last { body(time.seconds(since: last)) }
      last = time
    }
  }

  /// One for each step.
  func evidence(of path: MatchedPath) -> [Evidence] {
    var evidence = [Evidence](repeating: .inferred, count: path.steps.count)
    for anchor in path.anchors { evidence[anchor.step] = .observed }
    for (a, b) in zip(path.anchors, path.anchors.dropFirst()) where b.step > a.step + 1 {
      guard isDetour(from: a, to: b, path) else { continue }
      for step in a.step + 1..<b.step { evidence[step] = .detour }
    }
    return evidence
  }

  private func isDetour(from a: Anchor, to b: Anchor, _ path: MatchedPath) -> Bool {
    let (from, to) = (matched.trace.fixes[a.fix], matched.trace.fixes[b.fix])
    if let begin = from.time, let end = to.time, end.seconds(since: begin) > longestStep { return true }
    guard let begin = from.place, let end = to.place else { return false }
    let straight = groundDistance(begin, end)
    let between = path.steps[a.step + 1..<b.step].reduce(0) { $0 + $1.length }
    let way = path.steps[a.step].end - a.offset + between + b.offset - path.steps[b.step].begin
    return way - straight > settings.leastDetour && way > settings.detourRatio * straight
  }
}
