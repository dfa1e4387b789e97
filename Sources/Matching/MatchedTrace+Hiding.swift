internal import Geodesy
package import RoadGraph
internal import Traces

extension MatchedTrace {
  /// What is left of a matched trace of which parts are hidden, as if nothing else had been recorded.
  ///
  /// A path with a hidden edge becomes the parts before and after it. Each part begins and ends at a visible fix, so that
  /// no length and no time reaches into what is hidden.
  ///
  /// - Parameters:
  ///   - isVisible: one entry for each fix: whether its place may be seen. A fix that is matched to a hidden edge is
  ///     hidden in any case, and one that was dropped or refused is if a usable fix beside it is.
  ///   - isHidden: edges of which nothing may be seen.
  /// - Returns: `nil` if less than two usable fixes are left.
  package func visible(_ isVisible: [Bool], hiding isHidden: (EdgeID) -> Bool) -> MatchedTrace? {
    var cut = VisibleCut(isVisible)
    for (fix, matched) in fixes.enumerated() where matched.position.map({ isHidden($0.edge) }) ?? false {
      cut.isVisible[fix] = false
    }
    for (number, path) in paths.enumerated() { cut.take(path, number: number, isHidden) }
    cut.hideUnusable(beside: fixes)
    let numbers = cut.numbers
    guard zip(fixes, cut.isVisible).count(where: { $1 && $0.isUsable }) >= 2 else { return nil }
    var visible = MatchedTrace(
      trace: trace.visible(cut.isVisible), fixes: zip(fixes, cut.isVisible).filter(\.1).map { $0.0.hiding(isHidden) },
      paths: cut.parts.map { $0.path.renumbered(numbers) }, breaks: cut.breaks(besides: breaks), timedOut: timedOut)
    (visible.boundedFixes, visible.failure) = (boundedFixes, failure)
    visible.alternatives = alternatives?.compactMap { $0.renumbered(numbers, hiding: isHidden) }
    visible.candidates = candidates?.renumbered(numbers, hiding: isHidden)
    return visible
  }
}

/// The visible parts of a trace.
private struct VisibleCut {
  struct Part {
    var path: MatchedPath
    /// The number of the path that it is part of.
    var number: Int
    /// It begins where that path does, and ends where it does.
    var isWholeAtBegin = true
    var isWholeAtEnd = true
  }

  var isVisible: [Bool]
  private(set) var parts: [Part] = []

  init(_ isVisible: [Bool]) { self.isVisible = isVisible }

  mutating func take(_ path: MatchedPath, number: Int, _ isHidden: (EdgeID) -> Bool) {
    if path.anchors.allSatisfy({ isVisible[$0.fix] }), !path.steps.contains(where: { isHidden($0.edge) }) {
      parts.append(Part(path: path, number: number))
      return
    }
    var step = 0
    while step < path.steps.count {
      let rest = path.steps[step...]
      let end = rest.firstIndex { isHidden($0.edge) } ?? rest.endIndex
      if end > step { take(path, step..<end, number: number) }
      step = end + 1
    }
  }

  /// Takes the visible fixes on some steps, and what was driven between the first and the last of them.
  private mutating func take(_ path: MatchedPath, _ steps: Range<Int>, number: Int) {
    let anchors = path.anchors(on: steps).filter { isVisible[$0.fix] }
    guard let part = path.part(between: anchors), part.steps.reduce(0, { $0 + $1.length }) >= Self.leastLength else {
      for anchor in path.anchors(on: steps) { isVisible[anchor.fix] = false }
      return
    }
    let isWholeAtBegin = anchors.first == path.anchors.first
    let isWholeAtEnd = anchors.last == path.anchors.last
    parts.append(Part(path: part, number: number, isWholeAtBegin: isWholeAtBegin, isWholeAtEnd: isWholeAtEnd))
  }

  /// Shorter rests of a path say nothing.
  private static let leastLength: Metres = 1

  /// Dropped and refused fixes lie somewhere near the fixes beside them.
  mutating func hideUnusable(beside fixes: [MatchedFix]) {
    let usable = isVisible
    func hide(_ numbers: some Sequence<Int>) {
      var isNearVisible = true
      for number in numbers {
        if fixes[number].isUsable {
          isNearVisible = usable[number]
        } else if !isNearVisible {
          isVisible[number] = false
        }
      }
    }
    hide(fixes.indices)
    hide(fixes.indices.reversed())
  }

  /// The new number of each fix that is visible.
  var numbers: [Int?] {
    var count = 0
    return isVisible.map { isVisible in
      defer { if isVisible { count += 1 } }
      return isVisible ? count : nil
    }
  }

  func breaks(besides old: [BreakReason]) -> [BreakReason] {
    zip(parts, parts.dropFirst()).map { before, after in
      let isAsBefore = before.isWholeAtEnd && after.isWholeAtBegin && after.number == before.number + 1
      return isAsBefore ? old[before.number] : .hidden
    }
  }
}

extension MatchedFix {
  fileprivate var isUsable: Bool { status != .dropped && status != .rejected }

  fileprivate func hiding(_ isHidden: (EdgeID) -> Bool) -> MatchedFix {
    var fix = self
    if let other = runnerUp, isHidden(other.edge) { fix.runnerUp = nil }
    return fix
  }
}

extension MatchedPath {
  /// From the first to the last of some of its anchors; `nil` for less than two.
  fileprivate func part(between anchors: [Anchor]) -> MatchedPath? {
    guard let first = anchors.first, let last = anchors.last, anchors.count > 1 else { return nil }
    var part = part(first.step..<last.step + 1)
    part.anchors = anchors.map { Anchor(fix: $0.fix, step: $0.step - first.step, offset: $0.offset) }
    part.steps[0].begin = first.offset
    part.steps[part.steps.count - 1].end = last.offset
    return part
  }

  fileprivate func renumbered(_ numbers: [Int?]) -> MatchedPath {
    var path = self
    for index in path.anchors.indices { path.anchors[index].fix = numbers[path.anchors[index].fix] ?? 0 }
    return path
  }
}

extension AlternativePath {
  /// - Returns: `nil` if any of it is hidden.
  fileprivate func renumbered(_ numbers: [Int?], hiding isHidden: (EdgeID) -> Bool) -> AlternativePath? {
    guard numbers[fixes].allSatisfy({ $0 != nil }), let first = numbers[fixes.lowerBound],
      let last = numbers[fixes.upperBound], !steps.contains(where: { isHidden($0.edge) })
    else { return nil }
    func renumbered(_ meeting: Meeting) -> Meeting? {
      numbers[meeting.fix].flatMap { isHidden(meeting.edge) ? nil : Meeting(fix: $0, edge: meeting.edge) }
    }
    return AlternativePath(
      steps: steps, margin: margin, fixes: first...last, parting: parting.flatMap(renumbered),
      rejoining: rejoining.flatMap(renumbered))
  }
}

extension FixCandidates {
  fileprivate func renumbered(_ numbers: [Int?], hiding isHidden: (EdgeID) -> Bool) -> FixCandidates {
    var visible = FixCandidates()
    for (position, fix) in fixes.enumerated() {
      guard let number = numbers[fix] else { continue }
      visible.append(self[position: position].filter { $0.road.map { !isHidden($0.edge) } ?? true }, of: number)
    }
    return visible
  }
}
