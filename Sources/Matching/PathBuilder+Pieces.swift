internal import Geodesy
internal import RoadGraph
internal import Traces

// Paths that are handed on before they end. What is certain of a path are the whole steps that lie so far before its end
// that no fix there says anything of them. Rows beside them are kept, as far as they say something of what follows.
extension PathBuilder {
  /// Takes the fixes that have come since: as they were read, as matching sees them, and those not thinned out.
  mutating func take(read fix: Fix) { read.append(fix) }
  mutating func take(usable fix: KeptFix) { usable.append(fix) }
  mutating func take(kept fix: KeptFix) { kept.append(fix) }

  /// A path is in the making.
  var isOpen: Bool { part.last != nil }

  /// The number of the last fix that the path in the making cannot take any more, as far as rows are decided.
  var lastFinal: Int? { isOpen ? part.isBegun ? nil : part.rowBefore : lastRow }

  /// The number of the first fix still needed.
  var firstNeeded: Int? { part.anchors.first?.fix }

  /// Hands out the parts finished since.
  mutating func takeParts() -> [PathPart] {
    defer { parts.removeAll() }
    return parts
  }

  /// Begins the next path for a reason, where no path is in the making.
  mutating func setBreak(_ reason: BreakReason) { if !isOpen { part.breakBefore = reason } }

  /// Finishes what is certain of the path in the making.
  ///
  /// - Parameter fixes: on return as they are now, of which those of the finished steps stay so.
  mutating func finishBegin(marking fixes: inout Numbered<MatchedFix>) {
    guard let rawEnd = certainSteps(before: part.anchors.count - 1), rawEnd > part.takenSteps else { return }
    var path = MatchedPath(steps: part.steps, anchors: part.anchors)
    addThinned(to: &path, marking: &fixes)
    if !part.isBegun {
      addThinnedBefore(&path, marking: &fixes)
      path.trimBegin(shorterThan: settings.path.leastTip)
    }
    let end = rawEnd - (part.steps.count - path.steps.count)
    guard end > part.takenSteps else { return }
    describe(&path, by: part.evidence, earlier: part.residuals, &fixes)
    let tail = path
    path = path.part(0..<end)
    append(path, from: part.takenSteps, breakBefore: part.breakBefore, isEnd: false)
    keep(tail, behind: end)
  }

  /// How many of the first steps lie so far before the last row that nothing there changes what is known of them.
  private func certainSteps(before last: Int) -> Int? {
    guard last > 0, let end = part.anchors.last else { return nil }
    let reach = max(settings.path.leastTip, 2 * EdgeMass.reach * part.evidence.rows[last].fix.sigma)
    var between: Metres = end.offset - part.steps[end.step].begin
    var step = end.step
    for row in (0..<last).reversed() {
      let anchor = part.anchors[row]
      while step > anchor.step {
        step -= 1
        between += part.steps[step].length
      }
      if between - (anchor.offset - part.steps[step].begin) >= reach { return anchor.step }
    }
    return nil
  }

  /// Forgets the first steps of a path, and the rows on them that say nothing of what follows step `end`.
  private mutating func keep(_ path: MatchedPath, behind end: Int) {
    let rows = rowAnchors(of: path)
    var row = rows.firstIndex { $0.step >= end } ?? rows.count - 1
    var between: Metres = 0
    while row > 0, between < 2 * EdgeMass.reach * part.evidence.rows[row].fix.sigma {
      row -= 1
      between = path.length(from: rows[row], toBeginOf: end)
    }
    let first = rows[row].step
    part.steps = Array(path.steps[first...])
    part.anchors = rows[row...].map { Anchor(fix: $0.fix, step: $0.step - first, offset: $0.offset) }
    part.takenSteps = end - first
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

  /// So many fixes tell how exact those of a path are.
  private static let mostResiduals = 240

  /// Forgets the fixes before a number, but for the last one kept.
  mutating func forget(before number: Int) {
    read.forget(before: number)
    usable.removeFirst(usable.firstIndex { $0.number >= number } ?? usable.count)
    let behind = kept.firstIndex { $0.number >= number } ?? kept.count
    kept.removeFirst(max(0, behind - 1))
  }

  /// Gives fixes thinned out next to one off the road, which no path has taken, its reason.
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
  fileprivate func length(from anchor: Anchor, toBeginOf end: Int) -> Metres {
    guard anchor.step < end else { return 0 }
    return steps[anchor.step].end - anchor.offset + steps[anchor.step + 1..<end].reduce(0) { $0 + $1.length }
  }
}
