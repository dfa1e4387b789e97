internal import Geodesy
private import Glibc
internal import RoadGraph

/// The evidence of a row's candidates about the path.
private struct RowBelief {
  /// The probability that the vehicle was on the path before the fix, or after it, and the likeliest edge off the path.
  struct Side {
    var onPath = 0.0
    var other: EdgeBelief?

    mutating func add(_ belief: EdgeBelief, isOnPath: Bool) {
      if isOnPath {
        onPath = min(onPath + belief.probability, 1)
      } else if belief.probability > other?.probability ?? PathConfidence.leastRunnerUp {
        other = belief
      }
    }
  }

  var before = Side()
  var behind = Side()

  init() {}

  init(onBothSides side: Side) { (before, behind) = (side, side) }
}

/// Gives the fixes of a finished path their confidence and their runner-up.
///
/// A fix of the lattice has the posteriors of its candidates, weighted by how much of each edge is near the fix (see
/// ``EdgeMass``). A thinned fix has no candidates. It is on an edge of the path if two things hold: the path is right
/// there, estimated from the lattice fixes before and after it (at the ends of the path, from the one next to it); and
/// the edge is the right one of the path, estimated from its own place.
struct PathConfidence {
  private let graph: RoadGraph
  private let settings: PathSettings
  private let mass: EdgeMass
  /// How many times less exact the fixes of the path are than stated, above 0.
  private var coarseness = 1.0
  /// The beliefs of the current row, one for each edge, without off the road.
  private var beliefs: [EdgeBelief] = []
  /// The edges of the path near the current fix.
  private var near: [EdgeID] = []

  init(graph: RoadGraph, settings: borrowing MatchingSettings) {
    self.graph = graph
    self.settings = settings.path
    mass = EdgeMass(graph: graph, emission: Emission(settings: settings.emission))
  }

  /// - Parameters:
  ///   - evidence: for the path.
  ///   - residuals: distances, in standard deviations, of the fixes of the path that precede the evidence.
  ///   - usable: the usable fixes, beginning with the first one of the path.
  mutating func mark(
    _ path: inout MatchedPath, by evidence: PathEvidence, earlier residuals: [Double], _ usable: ArraySlice<KeptFix>,
    _ fixes: inout Numbered<MatchedFix>
  ) {
    coarseness = coarseness(of: residuals + evidence.rows.map(\.residual))
    var row = 0
    var nextUsable = usable.startIndex
    var waiting: [(anchor: Anchor, fix: KeptFix)] = []
    var before: (anchor: Anchor, belief: RowBelief)?
    var driven = StepConfidences(of: path)
    func close(_ a: (anchor: Anchor, belief: RowBelief), _ b: (anchor: Anchor, belief: RowBelief)) {
      for (anchor, fix) in waiting { markThinned(anchor, fix, on: path, a.belief.behind, b.belief.before, &fixes) }
      waiting.removeAll(keepingCapacity: true)
      driven.add(from: a, to: b, on: path)
    }
    for anchor in path.anchors {
      while nextUsable < usable.endIndex, usable[nextUsable].number < anchor.fix { nextUsable += 1 }
      guard row < evidence.rows.count, evidence.rows[row].fix.number == anchor.fix else {
        waiting.append((anchor, usable[nextUsable]))
        continue
      }
      let here = (anchor, markKept(anchor, evidence, row, on: path, &fixes))
      if before == nil { driven.atBegin = here.1.behind.onPath }
      close(before ?? (path.anchors[0], RowBelief(onBothSides: here.1.before)), here)
      before = here
      row += 1
    }
    guard let before, let end = path.anchors.last else { return }
    close(before, (end, RowBelief(onBothSides: before.belief.behind)))
    path.confidences = driven.confidences(atEnd: before.belief.before.onPath)
  }

  /// The factor by which the fixes are less exact than assumed, estimated from their distances to the path; the prior
  /// of the settings weighs as much as some more fixes.
  private func coarseness(of residuals: consuming [Double]) -> Double {
    var residuals = residuals
    let found = normalDeviation(medianSize: median(of: &residuals) ?? 0)
    let count = Double(residuals.count)
    return ((count * found * found + settings.priorResiduals) / (count + settings.priorResiduals)).squareRoot()
  }

  /// A fix that is matched has a confidence, however far its road is from it.
  private static func confidence(_ probability: Double) -> Double { min(max(probability, 1e-12), 1) }

  // MARK: Fixes of the lattice

  private mutating func markKept(
    _ anchor: Anchor, _ evidence: PathEvidence, _ row: Int, on path: MatchedPath, _ fixes: inout Numbered<MatchedFix>
  ) -> RowBelief {
    mark(row, of: evidence, on: path.steps[anchor.step].edge, &fixes[anchor.fix])
    if beliefs.count == 1 {
      return RowBelief(onBothSides: RowBelief.Side(onPath: fixes[anchor.fix].confidence, other: nil))
    }
    return summary(at: anchor, on: path, sigma: coarseness * evidence.rows[row].fix.sigma)
  }

  /// Gives the fix of one row its confidence in an edge, and its runner-up.
  private mutating func mark(_ row: Int, of evidence: PathEvidence, on edge: EdgeID, _ fix: inout MatchedFix) {
    findBeliefs(of: evidence.rows[row], evidence)
    var own = 0.0
    var runnerUp: EdgeBelief?
    for belief in beliefs {
      if belief.edge == edge {
        own = belief.probability
      } else if belief.probability > runnerUp?.probability ?? Self.leastRunnerUp {
        runnerUp = belief
      }
    }
    fix.confidence = Self.confidence(own)
    fix.runnerUp = runnerUp
  }

  /// Prepares for fixes of an unfinished path, whose rows so far show how exact its fixes are.
  ///
  /// - Parameter residuals: the distances of those rows from the path, in standard deviations.
  mutating func begin(unfinished residuals: consuming [Double]) { coarseness = coarseness(of: residuals) }

  /// Gives the fix of a row, the only one of the evidence, its confidence in an edge, and its runner-up.
  mutating func mark(by evidence: PathEvidence, on edge: EdgeID, _ fix: inout MatchedFix) {
    mark(0, of: evidence, on: edge, &fix)
  }

  /// The probability of each edge of a row: the posterior of its candidates, times how much of the edge is near the
  /// fix.
  private mutating func findBeliefs(of row: PathEvidence.Row, _ evidence: PathEvidence) {
    beliefs.removeAll(keepingCapacity: true)
    let (fix, weight) = (row.fix, row.weight)
    let sigma = coarseness * fix.sigma
    var total = 0.0
    for i in row.candidates {
      let candidate = evidence.candidates[i]
      guard !candidate.isOffRoad else {
        total += evidence.posteriors[i]
        continue
      }
      let (across, within) = mass.parts(
        of: candidate.position.edge, length: candidate.length, offset: candidate.position.offset,
        distance: candidate.distance, by: LocalRuler(at: fix.place), sigma: sigma)
      var probability = evidence.posteriors[i] * within
      if across < candidate.distance {
        let gained =
          mass.emission.logProbability(distance: across, sigma: fix.sigma)
          - mass.emission.logProbability(distance: candidate.distance, sigma: fix.sigma)
        probability *= exp(weight * gained)
      }
      total += probability
      add(EdgeBelief(edge: candidate.position.edge, probability: probability))
    }
    guard total > 0 else { return }
    for i in beliefs.indices { beliefs[i].probability /= total }
  }

  private mutating func add(_ belief: EdgeBelief) {
    if let i = beliefs.firstIndex(where: { $0.edge == belief.edge }) {
      beliefs[i].probability += belief.probability
    } else {
      beliefs.append(belief)
    }
  }

  /// A runner-up less likely than this would be reported as 0.
  fileprivate static let leastRunnerUp = 0.00005

  private mutating func summary(at anchor: Anchor, on path: MatchedPath, sigma: Metres) -> RowBelief {
    let own = findNear(anchor, on: path, within: EdgeMass.reach * sigma)
    var result = RowBelief()
    for belief in beliefs {
      let isNear = near.contains(belief.edge)
      // A vehicle that left or joined the path at a fix was on it on the other side of the fix.
      let isWay = !isNear && !near.contains(belief.edge.reversed)
      let leaves = isWay && near[own...].contains { graph.head(of: $0) == graph.tail(of: belief.edge) }
      let joins = isWay && near[...own].contains { graph.tail(of: $0) == graph.head(of: belief.edge) }
      result.before.add(belief, isOnPath: isNear || leaves)
      result.behind.add(belief, isOnPath: isNear || joins)
    }
    return result
  }

  /// Fills `near` with the edges of the path near an anchor, and returns the index of the anchor's own edge.
  private mutating func findNear(_ anchor: Anchor, on path: MatchedPath, within reach: Metres) -> Int {
    near.removeAll(keepingCapacity: true)
    var first = anchor.step
    var behind = anchor.offset - path.steps[first].begin
    while first > 0, behind < reach {
      first -= 1
      behind += path.steps[first].length
    }
    for step in first...anchor.step { near.append(path.steps[step].edge) }
    let own = near.count - 1
    var last = anchor.step
    var ahead = path.steps[last].end - anchor.offset
    while last + 1 < path.steps.count, ahead < reach {
      last += 1
      ahead += path.steps[last].length
      near.append(path.steps[last].edge)
    }
    return own
  }

  // MARK: Thinned fixes

  private func markThinned(
    _ anchor: Anchor, _ fix: KeptFix, on path: MatchedPath, _ before: RowBelief.Side, _ after: RowBelief.Side,
    _ fixes: inout Numbered<MatchedFix>
  ) {
    let onPath = min(before.onPath, after.onPath)
    let (own, neighbour) = shares(of: anchor, fix, on: path)
    let edge = path.steps[anchor.step].edge
    var runnerUp = before.other?.edge == edge ? nil : before.other
    if let other = after.other, other.edge != edge, other.probability > runnerUp?.probability ?? 0 { runnerUp = other }
    if let neighbour, neighbour.probability * onPath > runnerUp?.probability ?? Self.leastRunnerUp {
      runnerUp = EdgeBelief(edge: neighbour.edge, probability: neighbour.probability * onPath)
    }
    fixes[anchor.fix].confidence = Self.confidence(onPath * own)
    fixes[anchor.fix].runnerUp = runnerUp
  }

  /// Given that the path is right: the probability of the anchor's own edge, and of its likelier neighbour. Along the
  /// path the error is Gaussian; the part beyond an end of the edge belongs to its neighbour.
  private func shares(
    of anchor: Anchor, _ fix: KeptFix, on path: MatchedPath
  ) -> (own: Double, neighbour: EdgeBelief?) {
    let sigma = coarseness * fix.sigma
    let (behind, ahead) = (anchor.offset, graph.length(of: path.steps[anchor.step].edge) - anchor.offset)
    guard min(behind, ahead) < EdgeMass.reach * sigma else { return (1, nil) }
    let (before, beyond) = (EdgeMass.beyond(behind / sigma), EdgeMass.beyond(ahead / sigma))
    let next = anchor.step + (before > beyond ? -1 : 1)
    guard path.steps.indices.contains(next) else { return (max(0, 1 - before - beyond), nil) }
    return (
      max(0, 1 - before - beyond), EdgeBelief(edge: path.steps[next].edge, probability: max(before, beyond))
    )
  }
}

extension MatchedPath {
  /// The length of the part of a step between two anchors.
  fileprivate func length(of step: Int, from a: Anchor, to b: Anchor) -> Metres {
    let begin = step == a.step ? a.offset : steps[step].begin
    let end = step == b.step ? b.offset : steps[step].end
    return max(end - begin, 0)
  }

  fileprivate func length(from a: Anchor, to b: Anchor) -> Metres {
    (a.step...b.step).reduce(0) { $0 + length(of: $1, from: a, to: b) }
  }
}

/// The probability of each step: the mean over its parts between fixes of the lattice, weighted by length.
private struct StepConfidences {
  private var sums: [(length: Metres, sum: Double)]
  /// The probability of steps without length at the start of the path.
  var atBegin = 0.0

  init(of path: MatchedPath) { sums = [(length: Metres, sum: Double)](repeating: (0, 0), count: path.steps.count) }

  /// Each of two fixes gives its confidence to the nearer half of the path between them: paths mostly diverge near the
  /// fix that is in doubt.
  mutating func add(
    from a: (anchor: Anchor, belief: RowBelief), to b: (anchor: Anchor, belief: RowBelief), on path: MatchedPath
  ) {
    guard a.anchor.step <= b.anchor.step else { return }
    let half = 0.5 * path.length(from: a.anchor, to: b.anchor)
    var done: Metres = 0
    for step in a.anchor.step...b.anchor.step {
      let length = path.length(of: step, from: a.anchor, to: b.anchor)
      let first = min(max(half - done, 0), length)
      sums[step].length += length
      sums[step].sum += a.belief.behind.onPath * first + b.belief.before.onPath * (length - first)
      done += length
    }
  }

  func confidences(atEnd: Double) -> [Double] {
    sums.enumerated().map { i, step in
      step.length > 0 ? min(step.sum / step.length, 1) : i == 0 ? atBegin : i == sums.count - 1 ? atEnd : 1
    }
  }
}
