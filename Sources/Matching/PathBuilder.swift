internal import Geodesy
internal import RoadGraph
internal import Routing
internal import Traces

/// Turns the likeliest states of a chain into a path, and gives every fix on it its place and confidence.
struct PathBuilder {
  private let graph: RoadGraph
  private let settings: MatchingSettings
  private let trace: Trace
  /// The usable fixes, in order of their numbers.
  private let usable: [KeptFix]
  private let lattice: Lattice
  private let transition: Transition
  private let emission: Emission

  init(graph: RoadGraph, settings: MatchingSettings, trace: Trace, usable: [KeptFix], lattice: Lattice) {
    self.graph = graph
    self.settings = settings
    self.trace = trace
    self.usable = usable
    self.lattice = lattice
    transition = Transition(graph: graph, settings: settings)
    emission = Emission(settings: settings)
  }

  mutating func path(of chain: [Int], using search: inout PathSearch, marking fixes: inout [MatchedFix]) -> MatchedPath
  {
    let states = likeliestStates(of: chain)
    let posteriors = lattice.posteriors(of: chain)
    var path = joined(chain, states, using: &search)
    for (i, row) in chain.enumerated() {
      let candidate = lattice.candidates[states[i]]
      let confidence = posteriors[i][states[i] - lattice.rows[row].candidates.lowerBound]
      let kept = lattice.rows[row].fix
      mark(&fixes[kept.number], candidate.position, candidate.place, distance(candidate, of: kept), confidence)
    }
    addThinned(to: &path, chain: chain, marking: &fixes)
    path.trimTips(shorterThan: settings.leastTip)
    for anchor in path.anchors { move(&fixes[anchor.fix], to: path.steps[anchor.step].edge, at: anchor.offset) }
    return path
  }

  /// From where the fix was read to the candidate; the candidate's own distance is from where it was smoothed to.
  private func distance(_ candidate: Candidate, of kept: KeptFix) -> Metres {
    guard let place = trace.fixes[kept.number].place, place != kept.place else { return candidate.distance }
    return groundDistance(place, candidate.place)
  }

  private func likeliestStates(of chain: [Int]) -> [Int] {
    var states: [Int] = []
    var state = chain.last.flatMap { lattice.best(in: $0) }
    while let here = state {
      states.append(here)
      state = lattice.back[here] < 0 ? nil : Int(lattice.back[here])
    }
    return states.reversed()
  }

  /// Lets a fix that a tip was trimmed under lie on the edge that is left.
  private func move(_ fix: inout MatchedFix, to edge: EdgeID, at offset: Metres) {
    guard let old = fix.position, old.edge != edge else { return }
    mark(&fix, EdgePosition(edge: edge, offset: offset), old.place, old.distance, fix.confidence)
  }

  private func mark(
    _ fix: inout MatchedFix, _ position: EdgePosition, _ place: Place, _ distance: Metres, _ confidence: Double
  ) {
    fix = MatchedFix(
      status: .matched, reason: nil,
      position: MatchedPosition(edge: position.edge, offset: position.offset, place: place, distance: distance),
      confidence: min(max(confidence, 0), 1),
      isWrongWay: graph.access(of: position.edge)[settings.rules.mode] == .no)
  }

  // MARK: Joining

  private func joined(_ chain: [Int], _ states: [Int], using search: inout PathSearch) -> MatchedPath {
    let first = lattice.candidates[states[0]].position
    var steps = [PathStep(edge: first.edge, begin: first.offset, end: first.offset)]
    var anchors = [Anchor(fix: lattice.rows[chain[0]].fix.number, step: 0, offset: first.offset)]
    for i in 1..<chain.count {
      let from = lattice.candidates[states[i - 1]]
      let to = lattice.candidates[states[i]]
      guard let step = lattice.rows[chain[i]].step.map(transition.widened) else { continue }
      extend(&steps, from: from, to: to, step, using: &search)
      anchors.append(
        anchor(of: lattice.rows[chain[i]].fix.number, at: to.position.offset, on: steps, after: anchors[i - 1]))
    }
    return MatchedPath(steps: steps, anchors: anchors)
  }

  /// A fix on the last step; not before the anchor before it, since a step back that short is noise.
  private func anchor(of fix: Int, at offset: Metres, on steps: [PathStep], after last: Anchor) -> Anchor {
    let step = steps[steps.count - 1]
    let least = last.step == steps.count - 1 ? last.offset : step.begin
    return Anchor(fix: fix, step: steps.count - 1, offset: min(max(offset, least), step.end))
  }

  /// Prolongs the steps to a position, by the same join that the transition was made of.
  private func extend(
    _ steps: inout [PathStep], from a: Candidate, to b: Candidate, _ step: TransitionStep,
    using search: inout PathSearch
  ) {
    let (from, to) = (a.position, b.position)
    let direct = transition.directJoin(from: from, to: to, step)
    if let direct, direct.join == .sameEdge { return extend(&steps, along: to) }
    if transition.adjacentJoin(from: a, to: b, step) != nil {
      return extend(&steps, over: [from.edge, to.edge], to: to)
    }
    search.begin(from: from, within: step.limit, rules: settings.rules, metresPerPenalty: step.beta)
    search.addTarget(to.edge)
    search.run(on: graph)
    let searched = search.path(to: to, on: graph).map { transition.completed($0, from: from, to: to) }
    if let direct, logProbability(direct.path, step) >= logProbability(searched, step) {
      extend(&steps, turningRoundTo: to)
    } else {
      extend(&steps, over: search.edges(to: to), to: to)
    }
  }

  private func logProbability(_ path: FoundPath?, _ step: TransitionStep) -> Double {
    path.map { transition.logProbability($0, step) } ?? -.infinity
  }

  private func extend(_ steps: inout [PathStep], along to: EdgePosition) {
    steps[steps.count - 1].end = max(steps[steps.count - 1].end, to.offset)
  }

  private func extend(_ steps: inout [PathStep], turningRoundTo to: EdgePosition) {
    let length = graph.length(of: to.edge)
    let last = steps.count - 1
    steps[last].end = max(steps[last].end, length - to.offset)
    let begin = length - steps[last].end
    steps.append(PathStep(edge: to.edge, begin: begin, end: max(to.offset, begin)))
  }

  private func extend(_ steps: inout [PathStep], over edges: [EdgeID], to: EdgePosition) {
    guard edges.count > 1 else { return }
    steps[steps.count - 1].end = graph.length(of: steps[steps.count - 1].edge)
    for edge in edges.dropFirst().dropLast() {
      steps.append(PathStep(edge: edge, begin: 0, end: graph.length(of: edge)))
    }
    steps.append(PathStep(edge: to.edge, begin: 0, end: to.offset))
  }

  // MARK: Thinned fixes

  /// Gives each fix that was thinned out the nearest place on the path between its kept neighbours.
  private func addThinned(to path: inout MatchedPath, chain: [Int], marking fixes: inout [MatchedFix]) {
    var anchors: [Anchor] = []
    for (i, anchor) in path.anchors.enumerated() {
      anchors.append(anchor)
      guard i + 1 < path.anchors.count else { continue }
      let next = path.anchors[i + 1]
      let confidence = min(fixes[anchor.fix].confidence, fixes[next.fix].confidence)
      var last = anchor
      for fix in usable[firstUsable(after: anchor.fix)...].prefix(while: { $0.number < next.fix }) {
        let number = fix.number
        guard fixes[number].status == .unmatched, let place = trace.fixes[number].place, isThinned(number) else {
          continue
        }
        last = nearest(to: fix.place, number, on: path.steps, from: last, to: next)
        let position = EdgePosition(edge: path.steps[last.step].edge, offset: last.offset)
        let foot = graph.place(on: position.edge, at: position.offset)
        mark(&fixes[number], position, foot, groundDistance(place, foot), confidence)
        anchors.append(last)
      }
    }
    path.anchors = anchors
  }

  private func firstUsable(after number: Int) -> Int {
    var low = 0
    var high = usable.count
    while low < high {
      let middle = (low + high) / 2
      if usable[middle].number <= number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Every fix that is in no row was thinned; those in rows of other chains or skipped ones are not.
  private func isThinned(_ number: Int) -> Bool {
    var low = 0
    var high = lattice.rows.count
    while low < high {
      let middle = (low + high) / 2
      if lattice.rows[middle].fix.number < number { low = middle + 1 } else { high = middle }
    }
    return low == lattice.rows.count || lattice.rows[low].fix.number != number
  }

  /// The place nearest to `place` on the steps between two anchors.
  private func nearest(to place: Place, _ fix: Int, on steps: [PathStep], from: Anchor, to: Anchor) -> Anchor {
    var best = from
    best.fix = fix
    var bestDistance = Metres.infinity
    for step in from.step...to.step {
      let begin = step == from.step ? from.offset : steps[step].begin
      let end = step == to.step ? to.offset : steps[step].end
      let foot = graph.nearestOffset(to: place, on: steps[step].edge, from: begin, to: end)
      if foot.distance < bestDistance {
        bestDistance = foot.distance
        best = Anchor(fix: fix, step: step, offset: foot.offset)
      }
    }
    return best
  }
}
