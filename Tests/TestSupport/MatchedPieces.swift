package import Matching
internal import Traces

extension MatchedTrace {
  /// The same as it is decided bit by bit: a path may be cut before each of its steps, behind a fix.
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
      for part in path.parts(isCut: isCut, breakBefore: number > 0 ? breaks[number - 1] : nil) {
        parts.append(part)
        if !part.isEnd || isCut() { close(before: part.path.fixes.upperBound + 1) }
      }
    }
    close(before: fixes.count)
    return pieces
  }
}

extension MatchedPath {
  fileprivate func parts(isCut: () -> Bool, breakBefore: BreakReason?) -> [PathPart] {
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
      parts.append(
        PathPart(
          path: path, continues: begin > 0, breakBefore: begin > 0 ? nil : breakBefore, isEnd: end == steps.count))
      begin = end
    }
    return parts
  }
}
