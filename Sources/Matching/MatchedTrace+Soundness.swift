internal import Geodesy
internal import RoadGraph
package import Traces

// Later stages rely on paths being joined and on fixes being on them. A result that breaks this must not be reported as
// if it were right.
extension MatchedTrace {
  /// Offsets are sums of lengths that are stored in millimetres.
  private static let tolerance: Metres = 0.01

  /// The result for a trace without a correct result: no fix is matched.
  package init(of trace: Trace, failedWith error: MatchingError) {
    let fixes = trace.fixes.map { MatchedFix(before: $0, .internalError) }
    self.init(trace: trace, fixes: fixes, paths: [], breaks: [], timedOut: false)
    failure = error
  }

  /// - Throws: ``MatchingError`` for the first fault.
  /// - Complexity: O(steps + anchors).
  func check(on graph: RoadGraph) throws(MatchingError) {
    guard fixes.count == trace.fixes.count else { throw .fixCount(fixes.count, of: trace.fixes.count) }
    for (number, path) in paths.enumerated() {
      try Self.checkSteps(of: path, number, on: graph)
      try Self.checkAnchors(of: path, number)
    }
  }

  private static func checkSteps(of path: MatchedPath, _ number: Int, on graph: RoadGraph) throws(MatchingError) {
    for (i, step) in path.steps.enumerated() {
      // Written so that NaN is outside.
      let isInside =
        step.begin >= -tolerance && step.end >= step.begin - tolerance
        && step.end <= graph.length(of: step.edge) + tolerance
      guard isInside else { throw .outside(step.edge, path: number, step: i) }
      guard i > 0 else { continue }
      guard graph.head(of: path.steps[i - 1].edge) == graph.tail(of: step.edge) else {
        throw .parted(path: number, step: i)
      }
    }
  }

  private static func checkAnchors(of path: MatchedPath, _ number: Int) throws(MatchingError) {
    var last: Anchor?
    for anchor in path.anchors {
      guard path.steps.indices.contains(anchor.step) else { throw .misplaced(fix: anchor.fix, path: number) }
      let step = path.steps[anchor.step]
      let isOnStep = anchor.offset >= step.begin - tolerance && anchor.offset <= step.end + tolerance
      let isBehind = last.map { $0.fix < anchor.fix && $0.step <= anchor.step } ?? true
      guard isOnStep, isBehind else { throw .misplaced(fix: anchor.fix, path: number) }
      last = anchor
    }
  }
}

extension MatchedFix {
  /// The result of a fix before it is matched.
  ///
  /// - Parameter reason: the reason for a usable fix.
  init(before fix: Fix, _ reason: FixReason) {
    let status: FixStatus = fix.refusal.map { $0.isOfReader ? .rejected : .dropped } ?? .unmatched
    self.init(status: status, reason: fix.refusal ?? reason, position: nil, confidence: 0, isWrongWay: false)
  }
}
