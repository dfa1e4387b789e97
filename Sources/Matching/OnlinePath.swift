internal import PathSearch
internal import RoadGraph
internal import Traces

/// The path of a trace that is still being recorded, handed out piece by piece as it becomes certain.
///
/// A row is decided when all paths that may still turn out the likeliest pass through one of its candidates, and so many
/// further fixes have come. What is made of it is the same as of a whole trace; only what a whole trace says of itself,
/// as how exact its fixes are, is learned from those so far.
///
/// Memory: the fixes from the last certain edge on. A path with none for a very long time is ended.
struct OnlinePath: Sendable {
  private var builder: PathBuilder
  /// What is known of the fixes from the first one still needed on.
  private var marked = Numbered<MatchedFix>([])
  private var read = Numbered<Fix>([])
  /// The first fix that has not been handed out.
  private var next = 0
  /// Those before it can be handed out.
  private var end = 0

  init(graph: RoadGraph, settings: MatchingSettings) {
    builder = PathBuilder(graph: graph, settings: settings, read: Numbered([]), usable: [], kept: [])
    builder.lastSifted = -1
  }

  /// How many fixes wait.
  var waitingCount: Int { marked.endIndex - next }

  mutating func take(read fix: Fix) {
    builder.take(read: fix)
    read.append(fix)
    marked.append(MatchedFix(before: fix, .noPath))
  }

  mutating func take(usable fix: KeptFix) { builder.take(usable: fix) }

  /// - Parameter reason: why it has no candidates; `nil` where it is a row.
  mutating func take(kept fix: KeptFix, without reason: FixReason?) {
    builder.take(kept: fix)
    builder.lastSifted = fix.number
    if let reason { marked[fix.number] = .offRoad(reason) }
  }

  /// Takes rows that are decided.
  ///
  /// - Parameter isLast: nothing follows for the path in the making, and all fixes before `number` are final.
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

  /// The next path begins for this reason.
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
