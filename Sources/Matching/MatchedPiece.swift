package import Traces

/// The decisions on a trace since the previous piece; for a trace matched as a whole, all of them.
///
/// Anchors have the numbers of fixes as well. The fixes reach at least to the last anchor, and no farther while its
/// path continues.
package struct MatchedPiece: Sendable {
  package var fixes: Numbered<Fix>
  /// The results of `fixes`.
  package var matched: Numbered<MatchedFix>
  /// In order. Only the first one may continue a path of an earlier piece, and only the last one may continue in a
  /// later piece.
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
  /// Whether it continues the path of the previous part.
  package let continues: Bool
  /// Whether its first step is the rest of the last step of that part.
  package let continuesStep: Bool
  /// Why it does not continue that path; `nil` also for the first path of a trace.
  package let breakBefore: BreakReason?
  /// Whether the path ends with it.
  package let isEnd: Bool
  /// The step that follows in the next part, if it is certain already.
  package let next: NextStep?

  package init(
    path: MatchedPath, continues: Bool, continuesStep: Bool = false, breakBefore: BreakReason?, isEnd: Bool,
    next: NextStep? = nil
  ) {
    self.path = path
    self.continues = continues
    self.continuesStep = continuesStep
    self.breakBefore = breakBefore
    self.isEnd = isEnd
    self.next = next
  }
}

extension MatchedPiece {
  /// A whole trace.
  package init(of matched: borrowing MatchedTrace) {
    let breaks: [BreakReason?] = [nil] + matched.breaks
    let parts = zip(matched.paths, breaks).map { path, reason in
      PathPart(path: path, continues: false, breakBefore: reason, isEnd: true)
    }
    self.init(fixes: Numbered(matched.trace.fixes), matched: Numbered(matched.fixes), parts: parts)
  }
}
