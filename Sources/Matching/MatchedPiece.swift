package import Traces

/// What has been decided of a trace since the piece before it: all of a trace that is matched as a whole.
///
/// Anchors have the numbers of fixes too. The fixes reach to the last anchor at least, and no farther while its path goes on.
package struct MatchedPiece: Sendable {
  package var fixes: Numbered<Fix>
  /// What became of `fixes`.
  package var matched: Numbered<MatchedFix>
  /// In order; at most the first one continues a path of an earlier piece, at most the last one goes on.
  package let parts: [PathPart]

  package init(fixes: Numbered<Fix>, matched: Numbered<MatchedFix>, parts: [PathPart]) {
    self.fixes = fixes
    self.matched = matched
    self.parts = parts
  }
}

/// Some steps of a path.
package struct PathPart: Sendable {
  /// The steps and the anchors on them.
  package var path: MatchedPath
  /// It goes on with the path of the part before it.
  package let continues: Bool
  /// And its first step is the rest of the last step of that part.
  package let continuesStep: Bool
  /// Why it does not; `nil` also for the first path of a trace.
  package let breakBefore: BreakReason?
  /// The path ends with it.
  package let isEnd: Bool

  package init(
    path: MatchedPath, continues: Bool, continuesStep: Bool = false, breakBefore: BreakReason?, isEnd: Bool
  ) {
    self.path = path
    self.continues = continues
    self.continuesStep = continuesStep
    self.breakBefore = breakBefore
    self.isEnd = isEnd
  }
}

extension MatchedPiece {
  /// A whole trace.
  package init(of matched: MatchedTrace) {
    let parts = matched.paths.enumerated().map { number, path in
      PathPart(
        path: path, continues: false, breakBefore: number > 0 ? matched.breaks[number - 1] : nil, isEnd: true)
    }
    self.init(fixes: Numbered(matched.trace.fixes), matched: Numbered(matched.fixes), parts: parts)
  }
}
