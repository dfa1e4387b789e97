internal import Geodesy
internal import PathSearch
internal import RoadGraph
internal import RoadRules
internal import Storage
internal import Traces

/// Turns the likeliest states of a chain into a path, and gives every fix on it a place and a confidence.
struct PathBuilder {
  private let model: MatchingModel
  /// The fixes as read.
  var read: Numbered<Fix>
  /// The usable fixes, in order of their numbers.
  var usable: [KeptFix]
  /// The usable fixes that were not thinned out.
  var kept: [KeptFix]
  private var confidence: PathConfidence
  var part = Part()
  /// The number of the fix of the last decided row.
  private(set) var lastRow: Int?
  /// The finished parts.
  var parts: [PathPart] = []
  private var hasBegunPath = false

  /// The number of the last fix known to be kept or thinned out. In a trace that is still being recorded, the later
  /// ones are undecided.
  var lastSifted = Int.max

  init(_ model: MatchingModel, read: Numbered<Fix> = Numbered([]), usable: [KeptFix] = [], kept: [KeptFix] = []) {
    self.model = model
    self.read = read
    self.usable = usable
    self.kept = kept
    confidence = PathConfidence(graph: model.graph, settings: model.settings)
  }

  private var graph: RoadGraph { model.graph }
  var settings: MatchingSettings { _read { yield model.settings } }
  var transition: Transition { model.transition }

  /// The finished paths, each from its start.
  var paths: [MatchedPath] { parts.map(\.path) }
  var breaks: [BreakReason] { parts.dropFirst().map { $0.breakBefore ?? .noPath } }

  /// Appends the decided rows of a chain to its paths. Paths end where the vehicle was off the road.
  ///
  /// - Parameter lattice: has the posteriors of the rows.
  mutating func add(
    _ decided: DecidedRows, of lattice: Lattice, using search: inout PathSearch,
    marking fixes: inout Numbered<MatchedFix>
  ) {
    if !decided.continues { part = Part(breakBefore: decided.breakBefore ?? part.breakBefore) }
    part.evidence.reserve(rows: decided.rows.count)
    for (row, state) in zip(decided.rows, decided.states) {
      let candidate = lattice.candidates[state]
      defer { lastRow = lattice.rows[row].fix.number }
      if candidate.isOffRoad {
        markOffRoad(&fixes[lattice.rows[row].fix.number])
        close(marking: &fixes, because: .offRoad)
        continue
      }
      if part.last != nil, !advance(to: candidate, lattice.rows[row], using: &search) {
        close(marking: &fixes, because: lattice.rows[row].step.map { $0.offRoad > 0 } == true ? .offRoad : .noPath)
      }
      if part.last == nil { begin(at: candidate, lattice.rows[row]) }
      part.last = candidate
      let kept = lattice.rows[row].fix
      mark(&fixes[kept.number], candidate.position, candidate.place, distance(candidate, of: kept))
      part.evidence.add(lattice.rows[row], at: state, of: lattice)
    }
    if decided.isEnd { close(marking: &fixes, because: .noPath) }
  }

  /// The part of a path that has been handed on.
  struct Taken {
    /// The number of whole steps, counted from the first kept one.
    var steps: Int
    /// The last fix on the first part of the next step, if that part has been handed on as well.
    var fix: Int?
    var offset: Metres = 0
  }

  /// A path under construction.
  struct Part {
    var breakBefore: BreakReason?
    /// The candidate of the last row; `nil` before the first row.
    var last: Candidate?
    var steps: [EdgeStretch] = []
    /// One anchor per row.
    var anchors: [Anchor] = []
    var evidence = PathEvidence()
    /// The row decided before its first one.
    var rowBefore: Int?
    /// The part that has been handed on, which is kept for what follows.
    var taken: Taken?
    /// The distances of dropped rows from the path, in standard deviations.
    var residuals: [Double] = []
  }

  private func markOffRoad(_ fix: inout MatchedFix) {
    fix.status = .offRoad
    fix.reason = .notOnRoad
  }

  private mutating func begin(at candidate: Candidate, _ row: LatticeRow) {
    let position = candidate.position
    part.steps = [EdgeStretch(edge: position.edge, begin: position.offset, end: position.offset)]
    part.anchors = [Anchor(fix: row.fix.number, step: 0, offset: position.offset)]
    part.rowBefore = lastRow
  }

  /// Ends a path, and empties the part for the next one.
  private mutating func close(marking fixes: inout Numbered<MatchedFix>, because reason: BreakReason) {
    let isEmpty = part.last == nil
    let breakBefore = part.breakBefore
    let (evidence, residuals, taken) = (part.evidence, part.residuals, part.taken)
    var path = MatchedPath(steps: part.steps, anchors: part.anchors)
    part = Part(breakBefore: isEmpty ? breakBefore ?? reason : reason)
    guard !isEmpty else { return }
    addThinned(to: &path, marking: &fixes)
    if taken == nil { addThinnedBefore(&path, marking: &fixes) }
    addThinnedBehind(&path, marking: &fixes)
    if taken == nil { path.trimBegin(shorterThan: settings.path.leastTip) }
    path.trimEnd(shorterThan: settings.path.leastTip, keeping: (taken?.steps ?? 0) + 1)
    describe(&path, by: evidence, earlier: residuals, &fixes)
    append(path, behind: taken, breakBefore: breakBefore, isEnd: true)
  }

  /// Gives the fixes of a path in its final shape their edges and confidences.
  mutating func describe(
    _ path: inout MatchedPath, by evidence: PathEvidence, earlier residuals: [Double],
    _ fixes: inout Numbered<MatchedFix>
  ) {
    for anchor in path.anchors { move(&fixes[anchor.fix], to: path.steps[anchor.step].edge, at: anchor.offset) }
    let first = usable.partitioningIndex { $0.number >= path.fixes.lowerBound }
    confidence.mark(&path, by: evidence, earlier: residuals, usable[first...], &fixes)
  }

  mutating func append(
    _ path: MatchedPath, behind taken: Taken?, breakBefore: BreakReason?, isEnd: Bool, next: NextStep? = nil
  ) {
    let reason = taken != nil || !hasBegunPath ? nil : breakBefore ?? .noPath
    hasBegunPath = true
    parts.append(
      PathPart(
        path: taken.map { path.rest(behind: $0) } ?? path, continues: taken != nil, continuesStep: taken?.fix != nil,
        breakBefore: reason, isEnd: isEnd, next: next))
  }

  /// The distance from the fix as read to the candidate. The candidate's own distance is from the smoothed place.
  private func distance(_ candidate: Candidate, of kept: KeptFix) -> Metres {
    guard let place = read[kept.number].place, place != kept.place else { return candidate.distance }
    return groundDistance(place, candidate.place)
  }

  /// Moves a fix whose tip was trimmed to the remaining edge.
  private func move(_ fix: inout MatchedFix, to edge: EdgeID, at offset: Metres) {
    guard let old = fix.position, old.edge != edge else { return }
    mark(&fix, EdgePosition(edge: edge, offset: offset), old.place, old.distance)
  }

  private func mark(_ fix: inout MatchedFix, _ position: EdgePosition, _ place: Place, _ distance: Metres) {
    let isClosed = graph.access(of: position.edge)[settings.rules.mode] == .no
    fix = MatchedFix(
      status: .matched, reason: nil,
      position: MatchedPosition(edge: position.edge, offset: position.offset, place: place, distance: distance),
      confidence: 0, runnerUp: nil,
      isWrongWay: isClosed && graph.isAgainstOneway(position.edge, for: settings.rules.mode))
  }

  // MARK: Joining

  /// Extends the part to the next candidate along the path of its transition; false if the map has no such path.
  private mutating func advance(to b: Candidate, _ row: LatticeRow, using search: inout PathSearch) -> Bool {
    guard let step = row.step, let a = part.last, let before = part.anchors.last else { return false }
    let unseen = transition.unseenLogProbability(to: b, step)
    var steps: [EdgeStretch] = []
    swap(&steps, &part.steps)  // the only owner while it grows, or else it would be copied
    defer { swap(&steps, &part.steps) }
    guard join(&steps, from: a, to: b, step, unless: unseen, using: &search) else { return false }
    let end = steps.count - 1
    // Not before the previous fix, since a step back that short is noise.
    let least = before.step == end ? before.offset : steps[end].begin
    let offset = min(max(b.position.offset, least), steps[end].end)
    part.anchors.append(Anchor(fix: row.fix.number, step: end, offset: offset))
    return true
  }

  /// Appends the steps from a candidate, at which `steps` end, to the next one. False, with nothing appended, if
  /// leaving the road is likelier than any path.
  func join(
    _ steps: inout [EdgeStretch], from a: Candidate, to b: Candidate, _ step: TransitionStep, unless unseen: Double,
    using search: inout PathSearch
  ) -> Bool {
    let (from, to) = (a.position, b.position)
    let direct = transition.directJoin(from: a, to: b, step)
    if let direct, direct.join == .sameEdge {
      guard logProbability(direct.path, step) >= unseen else { return false }
      goAhead(&steps, to: to)
      return true
    }
    let logDirect = logProbability(direct?.path, step)
    let path = path(from: a, to: b, step, using: &search)
    if max(logDirect, path.log) >= unseen - 1e-9 {
      if logDirect >= path.log { turnRound(&steps, to: to) } else { follow(path.edges, &steps, to: to) }
      return true
    }
    guard from.edge.segment != to.edge.segment, let turned = transition.turnedRound(a) else { return false }
    let back = self.path(from: turned.candidate, to: b, step, using: &search)
    guard back.log - turned.penalty >= unseen - 1e-9 else { return false }
    turnRound(&steps, to: turned.candidate.position)
    follow(back.edges, &steps, to: to)
    return true
  }

  /// The likeliest path along other edges than the first one; without edges if there is none.
  private func path(
    from a: Candidate, to b: Candidate, _ step: TransitionStep, using search: inout PathSearch
  ) -> (edges: [EdgeID], log: Double) {
    if let adjacent = transition.adjacentJoin(from: a, to: b, step) {
      return ([a.position.edge, b.position.edge], logProbability(adjacent, step))
    }
    search.open(on: graph, rules: settings.rules)
    let end = search.place(b.position)
    search.begin(
      from: search.place(a.position), within: step.limit, metresPerPenalty: step.beta,
      toward: SearchGoal(around: LocalRuler(at: b.place), radius: SearchGoal.rounding))
    search.addTarget(end)
    search.run()
    let searched = search.path(to: end).map { transition.completed($0, from: a, to: b) }
    return (search.edges(to: end), logProbability(searched, step))
  }

  private func logProbability(_ path: FoundPath?, _ step: TransitionStep) -> Double {
    path.map { transition.logProbability($0, step) } ?? -.infinity
  }

  private func goAhead(_ steps: inout [EdgeStretch], to: EdgePosition) {
    steps[steps.count - 1].end = max(steps[steps.count - 1].end, to.offset)
  }

  private func turnRound(_ steps: inout [EdgeStretch], to: EdgePosition) {
    let length = graph.length(of: to.edge)
    let last = steps.count - 1
    steps[last].end = max(steps[last].end, length - to.offset)
    let begin = length - steps[last].end
    steps.append(EdgeStretch(edge: to.edge, begin: begin, end: max(to.offset, begin)))
  }

  private func follow(_ edges: [EdgeID], _ steps: inout [EdgeStretch], to: EdgePosition) {
    guard edges.count > 1 else { return }
    steps[steps.count - 1].end = graph.length(of: steps[steps.count - 1].edge)
    for edge in edges.dropFirst().dropLast() {
      steps.append(graph.whole(edge))
    }
    steps.append(EdgeStretch(edge: to.edge, begin: 0, end: to.offset))
  }

  // MARK: Thinned fixes

  /// Gives each thinned fix the nearest place on the path between its kept neighbours.
  func addThinned(to path: inout MatchedPath, marking fixes: inout Numbered<MatchedFix>) {
    var anchors: [Anchor] = []
    var nextKept = kept.partitioningIndex { $0.number >= path.fixes.lowerBound }
    for (i, anchor) in path.anchors.enumerated() {
      anchors.append(anchor)
      guard i + 1 < path.anchors.count else { continue }
      let next = path.anchors[i + 1]
      var last = anchor
      let behind = usable.partitioningIndex { $0.number > anchor.fix }
      for fix in usable[behind...].prefix(while: { $0.number < next.fix }) {
        let number = fix.number
        guard fixes[number].status == .unmatched, let place = read[number].place,
          !isKept(number, from: &nextKept)
        else {
          continue
        }
        last = nearest(to: fix.place, number, on: path.steps, from: last, to: next)
        let position = EdgePosition(edge: path.steps[last.step].edge, offset: last.offset)
        let foot = graph.place(at: position)
        mark(&fixes[number], position, foot, groundDistance(place, foot))
        anchors.append(last)
      }
    }
    path.anchors = anchors
  }

  /// Kept fixes may belong to other chains or have been skipped.
  ///
  /// - Parameter next: an index into the kept fixes, not after the one with the number.
  private func isKept(_ number: Int, from next: inout Int) -> Bool {
    while next < kept.count, kept[next].number < number { next += 1 }
    return next < kept.count && kept[next].number == number
  }

  /// Distances that differ by less than this are equal: a junction is the end of one edge and the start of the next.
  private static let tie: Metres = 0.01

  /// The place nearest to `place` on the steps between two anchors; the first of equals.
  private func nearest(to place: Place, _ fix: Int, on steps: [EdgeStretch], from: Anchor, to: Anchor) -> Anchor {
    var best = from
    best.fix = fix
    var bestDistance = Metres.infinity
    let ruler = LocalRuler(at: place)
    for step in from.step...to.step {
      let begin = step == from.step ? from.offset : steps[step].begin
      let end = step == to.step ? to.offset : steps[step].end
      let foot = graph.nearestOffset(toOriginOf: ruler, on: steps[step].edge, from: begin, to: end)
      if foot.distance < bestDistance - Self.tie {
        bestDistance = foot.distance
        best = Anchor(fix: fix, step: step, offset: foot.offset)
      }
    }
    return best
  }

  /// Extends a path on its first edge by the fixes thinned out before its first kept fix.
  func addThinnedBefore(_ path: inout MatchedPath, marking fixes: inout Numbered<MatchedFix>) {
    guard let first = path.anchors.first else { return }
    let begin = path.steps[0]
    let before = usable[..<usable.partitioningIndex { $0.number >= first.fix }].reversed()
    let ahead = thinnedNear(first, on: begin.edge, among: before, marking: &fixes) { 0...$0 }
    path.steps[0].begin = min(begin.begin, ahead.last?.offset ?? begin.begin)
    path.anchors = ahead.reversed() + path.anchors
  }

  /// Extends a path on its last edge by the fixes thinned out after its last kept fix.
  private func addThinnedBehind(_ path: inout MatchedPath, marking fixes: inout Numbered<MatchedFix>) {
    guard let last = path.anchors.last else { return }
    let end = path.steps[last.step]
    let after = usable[usable.partitioningIndex { $0.number > last.fix }...]
    let length = graph.length(of: end.edge)
    let behind = thinnedNear(last, on: end.edge, among: after, marking: &fixes) { $0...max($0, length) }
    path.steps[last.step].end = max(end.end, behind.last?.offset ?? end.end)
    path.anchors += behind
  }

  /// Anchors for the leading fixes of `others` that are near `end` or its edge.
  ///
  /// - Parameter reach: where on the edge the next fix may be, given the offset of the previous one.
  private func thinnedNear(
    _ end: Anchor, on edge: EdgeID, among others: some Sequence<KeptFix>, marking fixes: inout Numbered<MatchedFix>,
    within reach: (Metres) -> ClosedRange<Metres>
  ) -> [Anchor] {
    guard let here = read[end.fix].place else { return [] }
    var anchors: [Anchor] = []
    var last = end
    for fix in others {
      guard fix.number <= lastSifted, fixes[fix.number].status == .unmatched, !isKept(fix.number),
        let read = read[fix.number].place
      else { break }
      let reach = reach(last.offset)
      let ruler = LocalRuler(at: fix.place)
      let foot = graph.nearestOffset(toOriginOf: ruler, on: edge, from: reach.lowerBound, to: reach.upperBound)
      let near = settings.thinning.sigmas * fix.sigma
      guard foot.distance < near || groundDistance(read, here) < near else { break }
      last = Anchor(fix: fix.number, step: end.step, offset: foot.offset)
      let position = EdgePosition(edge: edge, offset: foot.offset)
      let place = graph.place(on: edge, at: foot.offset)
      mark(&fixes[fix.number], position, place, groundDistance(read, place))
      anchors.append(last)
    }
    return anchors
  }

  private func isKept(_ number: Int) -> Bool {
    let next = kept.partitioningIndex { $0.number >= number }
    return next < kept.count && kept[next].number == number
  }

  /// Fixes thinned out next to one off the road, and not at the end of a path, are off the road as well.
  func markThinned(_ fixes: inout Numbered<MatchedFix>) {
    for (i, fix) in kept.enumerated() where fixes[fix.number].status == .offRoad {
      let previous = i > 0 ? kept[i - 1].number : -1
      let next = i + 1 < kept.count ? kept[i + 1].number : fixes.count
      for number in previous + 1..<next where fixes[number].status == .unmatched { fixes[number] = fixes[fix.number] }
    }
  }
}
