internal import PathSearch
internal import RoadGraph
internal import Traces

/// The path of a trace that is still being recorded, handed out piece by piece as it becomes certain.
///
/// A row is decided when all paths that may still turn out to be the likeliest pass through one of its candidates, and
/// the lag has passed. The path is built as for a whole trace. Only properties of the whole trace, such as the accuracy
/// of its fixes, are learned from the fixes so far.
///
/// Memory: the fixes since the last certain edge. A path without a certain edge for a very long time is ended.
struct OnlinePath: Sendable {
  private var builder: PathBuilder
  private var judge: OnlineOnewayJudge
  /// The results so far, from the first fix still needed.
  private var marked = Numbered<MatchedFix>([])
  private var read = Numbered<Fix>([])
  /// The number of the first fix that has not been handed out.
  private var next = 0
  /// Fixes before this number can be handed out.
  private var end = 0

  init(_ model: MatchingModel) {
    builder = PathBuilder(model)
    builder.lastSifted = -1
    judge = OnlineOnewayJudge(model)
  }

  /// The number of waiting fixes.
  var waitingCount: Int { marked.endIndex - next }

  mutating func take(read fix: Fix) {
    builder.take(read: fix)
    read.append(fix)
    marked.append(MatchedFix(before: fix, .noPath))
  }

  mutating func take(usable fix: KeptFix) {
    builder.take(usable: fix)
    judge.take(fix)
  }

  /// - Parameter reason: why it has no candidates; `nil` if it is a row.
  mutating func take(kept fix: KeptFix, without reason: FixReason?) {
    builder.take(kept: fix)
    builder.lastSifted = fix.number
    if let reason { marked[fix.number] = .offRoad(reason) }
  }

  /// Decides oneways in doubt once more; rows for which it is too early are decided later.
  mutating func review(
    _ decided: inout [DecidedRows], of pass: inout ForwardPass, isSmoothed: Bool, using joining: inout JoiningMemory
  ) {
    judge.review(&decided, of: &pass, by: builder, isSmoothed: isSmoothed, using: &joining)
  }

  /// Takes decided rows.
  ///
  /// - Parameter isLast: nothing follows for the current path, and all fixes before `number` are final.
  mutating func take(
    _ decided: [DecidedRows], of lattice: Lattice, using search: inout PathSearch, allBefore number: Int? = nil
  ) -> MatchedPiece? {
    if let number { builder.lastSifted = number - 1 }
    for rows in decided { builder.add(rows, of: lattice, using: &search, marking: &marked) }
    var described = marked
    builder.finishBegin(marking: &described)
    let parts = builder.takeParts()
    if let last = parts.last?.path.fixes.upperBound { end = max(end, last + 1) }
    if let last = builder.lastFinal { end = max(end, last + 1) }
    if let number { end = max(end, number) }
    guard end > next else { return nil }
    return piece(parts, described)
  }

  /// Sets the reason for which the next path begins.
  mutating func setBreak(_ reason: BreakReason) { builder.setBreak(reason) }

  private mutating func piece(_ parts: [PathPart], _ described: Numbered<MatchedFix>) -> MatchedPiece {
    var described = described
    builder.markThinned(&described, in: next..<end)
    let piece = MatchedPiece(
      fixes: read.stretch(next..<end), matched: described.stretch(next..<end), parts: parts)
    next = end
    forget()
    return piece
  }

  private mutating func forget() {
    let first = min(next, builder.firstNeeded ?? next)
    guard first >= marked.startIndex + Self.leastForgotten else { return }
    marked.forget(before: first)
    read.forget(before: first)
    builder.forget(before: first)
  }

  private static let leastForgotten = 32
}
