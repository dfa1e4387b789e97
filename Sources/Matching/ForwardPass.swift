internal import Geodesy
internal import RoadGraph
internal import Routing
internal import Traces

/// Rows joined without a break, and why they do not continue the chain before.
struct Chain {
  var rows: [Int]
  var breakBefore: BreakReason?
}

/// Goes through a trace once, fix by fix: finds candidates, joins them to those before, and breaks where nothing joins.
struct ForwardPass {
  private let graph: RoadGraph
  private let settings: MatchingSettings
  private let transition: Transition
  private let deadline: ContinuousClock.Instant?
  private var finder: CandidateFinder
  var lattice: Lattice
  var search: PathSearch
  private(set) var chains: [Chain] = []
  private(set) var timedOut = false
  /// Rows that no path has reached yet.
  private var pending: [Int] = []
  /// Off-road fixes since the last row.
  private var offRoad: [KeptFix] = []
  private var longestSilence: Seconds = .infinity
  /// Candidates of the former of two rows, likeliest first.
  private var sources: [Int] = []
  /// Candidates of the latter row that a search must look for.
  private var openTargets: [Int] = []
  private var ruler = MovingRuler(at: Place(latitudeE7: 0, longitudeE7: 0))

  init(
    graph: RoadGraph, settings: MatchingSettings, deadline: ContinuousClock.Instant?, scratch: consuming MatchingScratch
  ) {
    self.graph = graph
    self.settings = settings
    self.deadline = deadline
    transition = Transition(graph: graph, settings: settings)
    finder = CandidateFinder(graph: graph, settings: settings)
    lattice = scratch.lattice
    search = scratch.search
    lattice.removeAll()
  }

  func released() -> MatchingScratch {
    var scratch = MatchingScratch()
    scratch.lattice = lattice
    scratch.search = search
    return scratch
  }

  mutating func run(_ trace: Trace, _ kept: [KeptFix], marking fixes: inout [MatchedFix]) {
    longestSilence = max(settings.longestSilence, 10 * medianPeriod(of: kept))
    for fix in kept {
      if let deadline, ContinuousClock.now > deadline {
        timedOut = true
        break
      }
      take(fix, trace.fixes[fix.number], marking: &fixes)
    }
    flushPending()
  }

  private func medianPeriod(of kept: [KeptFix]) -> Seconds {
    let periods = zip(kept, kept.dropFirst()).compactMap { a, b in
      a.time.flatMap { begin in b.time.map { $0.seconds(since: begin) } }
    }.sorted()
    return periods.isEmpty ? 0 : periods[periods.count / 2]
  }

  private mutating func take(_ kept: KeptFix, _ fix: Fix, marking fixes: inout [MatchedFix]) {
    let first = lattice.candidates.count
    finder.append(fix, as: kept, weight: weight(of: kept), to: &lattice.candidates)
    let range = first..<lattice.candidates.count
    guard !range.isEmpty else {
      fixes[kept.number].status = .offRoad
      fixes[kept.number].reason = finder.reasonForNone(at: kept.place)
      offRoad.append(kept)
      return
    }
    let row = addRow(kept, range)
    connect(row)
    offRoad.removeAll(keepingCapacity: true)
  }

  /// How much of a witness of its own a fix is beside the one before it.
  private func weight(of kept: KeptFix) -> Double {
    guard let last = lattice.rows.last?.fix.time, let time = kept.time else { return 1 }
    return min(max(time.seconds(since: last), 0.2) / settings.errorMemory, 1)
  }

  private mutating func addRow(_ kept: KeptFix, _ range: Range<Int>) -> Int {
    lattice.rows.append(LatticeRow(fix: kept, candidates: range, previous: nil, step: nil, transitions: 0..<0))
    lattice.scores.append(contentsOf: repeatElement(-.infinity, count: range.count))
    lattice.forward.append(contentsOf: repeatElement(-.infinity, count: range.count))
    lattice.back.append(contentsOf: repeatElement(-1, count: range.count))
    return lattice.rows.count - 1
  }

  /// Joins a new row to the last chain, or leaves it pending, or begins a chain with what is pending.
  private mutating func connect(_ row: Int) {
    guard let last = chains.last?.rows.last else { return beginChain(at: row, nil) }
    if let reason = reasonToBreak(lattice.rows[last].fix, lattice.rows[row].fix) {
      flushPending()
      return beginChain(at: row, reason)
    }
    if join(row, to: last) {
      pending.removeAll(keepingCapacity: true)
      chains[chains.count - 1].rows.append(row)
      return
    }
    pending.append(row)
    if pending.count > settings.mostSkippedFixes { flushPending() }
  }

  private func reasonToBreak(_ a: KeptFix, _ b: KeptFix) -> BreakReason? {
    if let first = offRoad.first, let last = offRoad.last {
      let duration = zip(first.time, last.time).map { $1.seconds(since: $0) } ?? 0
      if offRoad.count >= settings.offRoadBreakFixes || duration >= settings.offRoadBreakTime { return .offRoad }
    }
    let silence = zip(a.time, b.time).map { $1.seconds(since: $0) } ?? 0
    let isMoved = silence > longestSilence && groundDistance(a.place, b.place) > settings.silenceDistance
    return isMoved ? .timeGap : nil
  }

  /// Gives up on joining the pending rows to the last chain and makes chains of their own of them.
  private mutating func flushPending() {
    let rows = pending
    pending.removeAll(keepingCapacity: true)
    for row in rows {
      if let last = chains.last?.rows.last, row != rows.first, join(row, to: last) {
        chains[chains.count - 1].rows.append(row)
      } else {
        beginChain(at: row, .noPath)
      }
    }
  }

  private mutating func beginChain(at row: Int, _ reason: BreakReason?) {
    lattice.begin(at: row, wrongWayPenalty: settings.rules.wrongWayEntry)
    chains.append(Chain(rows: [row], breakBefore: chains.isEmpty ? nil : reason))
  }

  // MARK: Transitions

  private mutating func join(_ row: Int, to previous: Int) -> Bool {
    let (a, b) = (lattice.rows[previous].fix, lattice.rows[row].fix)
    let step = transition.step(from: a, to: b, straight: ruler.distance(a.place, b.place))
    lattice.rows[row].step = step
    return join(row, to: previous, step) || join(row, to: previous, transition.widened(step))
  }

  /// Fills the transitions between two rows, the likeliest candidate of the former first: what it reaches bounds how far
  /// the others need to look.
  private mutating func join(_ row: Int, to previous: Int, _ step: TransitionStep) -> Bool {
    let from = lattice.rows[previous].candidates
    let to = lattice.rows[row].candidates
    let first = lattice.transitions.count
    lattice.transitions.append(contentsOf: repeatElement(-.infinity, count: from.count * to.count))
    for j in to { lattice.scores[j] = -.infinity }
    sources.removeAll(keepingCapacity: true)
    for i in from where lattice.scores[i] > -settings.beam { sources.append(i) }
    let scores = lattice.scores
    sources.sort { (scores[$1], $0) < (scores[$0], $1) }
    for i in sources { fill(line: first + (i - from.lowerBound) * to.count, from: i, to: to, step) }
    let isJoined = lattice.join(row, to: previous, transitions: first..<lattice.transitions.count)
    if !isJoined { lattice.transitions.removeLast(lattice.transitions.count - first) }
    return isJoined
  }

  private mutating func fill(line: Int, from i: Int, to targets: Range<Int>, _ step: TransitionStep) {
    joinDirectly(line: line, from: i, to: targets, step)
    guard let limit = searchLimit(from: i, to: targets, step) else { return }
    let a = lattice.candidates[i].position
    search.begin(from: a, within: limit, rules: settings.rules, metresPerPenalty: step.beta)
    for j in openTargets { search.addTarget(lattice.candidates[j].position.edge) }
    search.run(on: graph)
    for j in openTargets {
      let target = lattice.candidates[j].position
      guard let path = search.path(to: target, on: graph) else { continue }
      let log = transition.logProbability(transition.completed(path, from: a, to: target), step)
      let entry = line + j - targets.lowerBound
      if log > lattice.transitions[entry] { set(entry, from: i, to: j, log) }
    }
  }

  /// The joins that need no search; what may need one is left in `openTargets`.
  private mutating func joinDirectly(line: Int, from i: Int, to targets: Range<Int>, _ step: TransitionStep) {
    let a = lattice.candidates[i]
    openTargets.removeAll(keepingCapacity: true)
    for j in targets {
      let b = lattice.candidates[j]
      let direct = transition.directJoin(from: a.position, to: b.position, step)
      let path = direct?.path ?? transition.adjacentJoin(from: a, to: b, step)
      if let path { set(line + j - targets.lowerBound, from: i, to: j, transition.logProbability(path, step)) }
      if path == nil || direct?.join == .turnedRound { openTargets.append(j) }
    }
  }

  private mutating func set(_ entry: Int, from i: Int, to j: Int, _ log: Double) {
    lattice.transitions[entry] = log
    lattice.scores[j] = max(lattice.scores[j], lattice.scores[i] + log)
  }

  /// How far a search from candidate `i` can matter: not where another candidate is already much likelier to have come
  /// from, nor to a target that is much less likely than the best, nor to one that lies farther than all this allows.
  /// Leaves the targets that do matter in `openTargets`; `nil` when there are none.
  ///
  /// While a row is being joined, the scores of its candidates hold the best way to each so far, without its emission.
  private mutating func searchLimit(from i: Int, to targets: Range<Int>, _ step: TransitionStep) -> SearchLimit? {
    guard step.limit.cost < .infinity else { return openTargets.isEmpty ? nil : step.limit }
    var best = -Double.infinity
    for j in targets { best = max(best, lattice.scores[j] + lattice.candidates[j].logEmission) }
    var limit = step.limit
    limit.cost = 0
    var kept = 0
    for j in openTargets {
      let least = max(
        lattice.scores[j] - settings.posteriorPruning,
        best - settings.beam - lattice.candidates[j].logEmission)
      let cost = step.straight + step.beta * min(lattice.scores[i] - least, settings.detourPruning)
      guard transition.leastLength(from: lattice.candidates[i], to: lattice.candidates[j], &ruler) <= cost else {
        continue
      }
      limit.cost = max(limit.cost, cost)
      openTargets[kept] = j
      kept += 1
    }
    openTargets.removeLast(openTargets.count - kept)
    return kept > 0 ? limit : nil
  }
}

/// Both or neither.
private func zip<A, B>(_ a: A?, _ b: B?) -> (A, B)? {
  a.flatMap { a in b.map { (a, $0) } }
}
