package import Matching
internal import RoadGraph
internal import Traces

extension MatchedTrace {
  /// The same trace as decided piece by piece: a path may be cut before each of its steps, after a fix.
  ///
  /// - Parameter isCut: asked at each place where a piece may end.
  package func pieces(isCut: () -> Bool) -> [MatchedPiece] {
    var pieces: [MatchedPiece] = []
    var parts: [PathPart] = []
    var begin = 0
    func close(before end: Int) {
      pieces.append(
        MatchedPiece(
          fixes: Numbered(Array(trace.fixes[begin..<end]), from: begin),
          matched: Numbered(Array(fixes[begin..<end]), from: begin), parts: parts))
      parts = []
      begin = end
    }
    for (number, path) in paths.enumerated() {
      let whole = path.parts(of: trace.fixes, isCut: isCut, breakBefore: number > 0 ? breaks[number - 1] : nil)
      for part in whole.flatMap({ isCut() ? $0.halves : [$0] }) {
        parts.append(part)
        if !part.isEnd || isCut() { close(before: part.path.fixes.upperBound + 1) }
      }
    }
    close(before: fixes.count)
    return pieces
  }
}

extension MatchedPath {
  fileprivate func parts(of fixes: [Fix], isCut: () -> Bool, breakBefore: BreakReason?) -> [PathPart] {
    var parts: [PathPart] = []
    var begin = 0
    for end in 1...steps.count {
      let anchors = anchors(on: begin..<end)
      guard !anchors.isEmpty, end == steps.count || isCut() && !self.anchors(on: end..<steps.count).isEmpty else {
        continue
      }
      var path = MatchedPath(
        steps: Array(steps[begin..<end]),
        anchors: anchors.map { Anchor(fix: $0.fix, step: $0.step - begin, offset: $0.offset) })
      path.confidences = Array(confidences[begin..<end])
      let next = end < steps.count && isCut() ? self.anchors(on: end..<end + 1).first : nil
      parts.append(
        PathPart(
          path: path, continues: begin > 0, breakBefore: begin > 0 ? nil : breakBefore, isEnd: end == steps.count,
          next: next.map { NextStep(steps[end], $0, fixes[$0.fix]) }))
      begin = end
    }
    return parts
  }
}

extension PathPart {
  /// The same in two pieces, cut at a fix in the middle; unchanged if there is only one fix.
  fileprivate var halves: [PathPart] {
    guard path.anchors.count > 1 else { return [self] }
    let cut = path.anchors[path.anchors.count / 2 - 1]
    let (before, behind) = (path.anchors.filter { $0.fix <= cut.fix }, path.anchors.filter { $0.fix > cut.fix })
    var begin = MatchedPath(steps: Array(path.steps[...cut.step]), anchors: before)
    begin.steps[cut.step].end = cut.offset
    begin.confidences = Array(path.confidences[...cut.step])
    var rest = MatchedPath(
      steps: Array(path.steps[cut.step...]),
      anchors: behind.map { Anchor(fix: $0.fix, step: $0.step - cut.step, offset: $0.offset) })
    rest.steps[0].begin = cut.offset
    rest.confidences = Array(path.confidences[cut.step...])
    return [
      PathPart(
        path: begin, continues: continues, continuesStep: continuesStep, breakBefore: breakBefore, isEnd: false),
      PathPart(path: rest, continues: true, continuesStep: true, breakBefore: nil, isEnd: isEnd, next: next),
    ]
  }
}
