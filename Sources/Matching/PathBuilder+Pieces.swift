internal import Geodesy
internal import RoadGraph
internal import Traces

// Paths that are handed on before they end. The certain part of a path is its whole steps that are so far before its
// end that no fix there affects them. The rows on them are kept as long as they affect what follows.
extension PathBuilder {
  /// Takes new fixes: as read, as used for matching, and after thinning.
  mutating func take(read fix: Fix) { read.append(fix) }
  mutating func take(usable fix: KeptFix) { usable.append(fix) }
  mutating func take(kept fix: KeptFix) { kept.append(fix) }

  /// Whether a path is under construction.
  var isOpen: Bool { part.last != nil }

  /// The number of the last fix that cannot join the current path any more, as far as rows are decided.
  var lastFinal: Int? { !isOpen ? lastRow : part.taken == nil ? part.rowBefore : nil }

  /// The number of the first fix still needed.
  var firstNeeded: Int? { part.anchors.first?.fix }

  /// Hands out the parts finished since the last call.
  mutating func takeParts() -> [PathPart] {
    defer { parts.removeAll() }
    return parts
  }

  /// Sets the reason for which the next path begins, unless a path is under construction.
  mutating func setBreak(_ reason: BreakReason) { if !isOpen { part.breakBefore = reason } }

  /// Finishes the certain part of the current path: whole steps, and the first part of a step on which the vehicle has
  /// been for very many fixes.
  ///
  /// - Parameter fixes: updated; the fixes of the finished steps are then final.
  mutating func finishBegin(marking fixes: inout Numbered<MatchedFix>) {
    let isLong = fixes.endIndex - (part.taken?.fix ?? part.anchors.first?.fix ?? fixes.endIndex) > Self.mostFixesOfStep
    guard let row = isLong ? part.anchors.count - 2 : certainRow(), row > 0 else { return }
    let last = part.anchors[row]
    guard isLong ? last.fix > part.taken?.fix ?? -1 : last.step > part.taken?.steps ?? 0 else { return }
    var path = MatchedPath(steps: part.steps, anchors: part.anchors)
    addThinned(to: &path, marking: &fixes)
    if part.taken == nil {
      addThinnedBefore(&path, marking: &fixes)
      path.trimBegin(shorterThan: settings.path.leastTip)
    }
    guard let end = path.anchor(notAfter: last.fix), isLong || end.step > part.taken?.steps ?? 0 else { return }
    describe(&path, by: part.evidence, earlier: part.residuals, &fixes)
    let begin = isLong ? path.begin(upTo: end) : path.part(0..<end.step)
    let next = isLong ? nil : path.anchors(on: end.step..<end.step + 1).first
    append(
      begin, behind: part.taken, breakBefore: part.breakBefore, isEnd: false,
      next: next.map { NextStep(path.steps[end.step], $0, read[$0.fix]) })
    keep(path, behind: end, isWithinStep: isLong)
  }

  /// The last row that is so far before the end of the path that nothing there affects the steps before it.
  private func certainRow() -> Int? {
    guard let end = part.anchors.last, let last = part.evidence.rows.last else { return nil }
    let reach = max(settings.path.leastTip, 2 * EdgeMass.reach * last.fix.sigma)
    var between: Metres = end.offset - part.steps[end.step].begin
    var step = end.step
    for row in part.anchors.indices.dropLast().reversed() {
      let anchor = part.anchors[row]
      while step > anchor.step {
        step -= 1
        between += part.steps[step].length
      }
      if between - (anchor.offset - part.steps[step].begin) >= reach { return row }
    }
    return nil
  }

  /// Drops the first steps of a path, and the rows on them that do not affect what follows an anchor.
  private mutating func keep(_ path: MatchedPath, behind end: Anchor, isWithinStep: Bool) {
    let rows = rowAnchors(of: path)
    var row = rows.firstIndex { isWithinStep ? $0.fix >= end.fix : $0.step >= end.step } ?? rows.count - 1
    var between: Metres = 0
    while row > 0, between < 2 * EdgeMass.reach * part.evidence.rows[row].fix.sigma,
      !isWithinStep || rows.count - row < Self.mostRowsOfStep
    {
      row -= 1
      between = path.length(from: rows[row], to: end, isWithinStep: isWithinStep)
    }
    let first = rows[row].step
    part.steps = Array(path.steps[first...])
    part.anchors = rows[row...].map { Anchor(fix: $0.fix, step: $0.step - first, offset: $0.offset) }
    part.taken = Taken(steps: end.step - first, fix: isWithinStep ? end.fix : nil, offset: end.offset)
    part.residuals = Array((part.residuals + part.evidence.forget(row)).suffix(Self.mostResiduals))
  }

  /// The anchors of a path that are rows.
  private func rowAnchors(of path: MatchedPath) -> [Anchor] {
    var row = 0
    return path.anchors.filter { anchor in
      guard row < part.evidence.rows.count, part.evidence.rows[row].fix.number == anchor.fix else { return false }
      row += 1
      return true
    }
  }

  /// A step is handed on before its end if its path has waited for this many fixes.
  private static let mostFixesOfStep = 128
  /// The number of rows kept then.
  private static let mostRowsOfStep = 16

  /// The number of fixes from which the accuracy of a path's fixes is estimated.
  private static let mostResiduals = 240

  /// Drops the fixes before a number, except for the last kept one.
  mutating func forget(before number: Int) {
    read.forget(before: number)
    usable.removeFirst(usable.firstIndex { $0.number >= number } ?? usable.count)
    let behind = kept.firstIndex { $0.number >= number } ?? kept.count
    kept.removeFirst(max(0, behind - 1))
  }

  /// Gives the reason of a fix off the road to the thinned fixes next to it that no path has taken.
  func markThinned(_ fixes: inout Numbered<MatchedFix>, in range: Range<Int>) {
    for (i, fix) in kept.enumerated() where fixes.indices.contains(fix.number) && fixes[fix.number].status == .offRoad {
      let previous = max(range.lowerBound - 1, i > 0 ? kept[i - 1].number : -1)
      let next = min(range.upperBound, i + 1 < kept.count ? kept[i + 1].number : .max)
      guard previous + 1 < next else { continue }
      for number in previous + 1..<next where fixes[number].status == .unmatched { fixes[number] = fixes[fix.number] }
    }
  }
}

extension MatchedPath {
  /// The length from one anchor to another, or to the start of the other's step.
  fileprivate func length(from anchor: Anchor, to end: Anchor, isWithinStep: Bool) -> Metres {
    let onStep = isWithinStep ? end.offset - steps[end.step].begin : 0
    guard anchor.step < end.step else { return onStep - (anchor.offset - steps[end.step].begin) }
    return steps[anchor.step].end - anchor.offset + onStep
      + steps[anchor.step + 1..<end.step].reduce(0) { $0 + $1.length }
  }

  /// The path up to an anchor.
  fileprivate func begin(upTo end: Anchor) -> MatchedPath {
    var begin = part(0..<end.step + 1)
    begin.steps[end.step].end = end.offset
    begin.anchors.removeAll { $0.fix > end.fix }
    return begin
  }

  /// The rest of the path.
  func rest(behind taken: PathBuilder.Taken) -> MatchedPath {
    var rest = part(taken.steps..<steps.count)
    guard let fix = taken.fix else { return rest }
    rest.steps[0].begin = min(taken.offset, rest.steps[0].end)
    rest.anchors.removeAll { $0.fix <= fix }
    return rest
  }
}
