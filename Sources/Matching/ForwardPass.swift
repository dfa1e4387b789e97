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
    finder.append(fix, at: kept.place, to: &lattice.candidates)
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

  private mutating func addRow(_ kept: KeptFix, _ range: Range<Int>) -> Int {
    lattice.rows.append(LatticeRow(fix: kept, candidates: range, previous: nil, transitions: 0..<0))
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
    let step = transition.step(from: lattice.rows[previous].fix, to: lattice.rows[row].fix)
    return join(row, to: previous, step) || join(row, to: previous, transition.widened(step))
  }

  private mutating func join(_ row: Int, to previous: Int, _ step: Transition.Step) -> Bool {
    let a = lattice.rows[previous]
    let b = lattice.rows[row]
    let first = lattice.transitions.count
    lattice.transitions.append(
      contentsOf: repeatElement(-.infinity, count: a.candidates.count * b.candidates.count))
    for (line, i) in a.candidates.enumerated() where lattice.scores[i] > -settings.candidatePruning {
      fill(line: first + line * b.candidates.count, from: lattice.candidates[i].position, to: b.candidates, step)
    }
    let isJoined = lattice.join(row, to: previous, transitions: first..<lattice.transitions.count)
    if !isJoined { lattice.transitions.removeLast(lattice.transitions.count - first) }
    return isJoined
  }

  private mutating func fill(line: Int, from a: EdgePosition, to targets: Range<Int>, _ step: Transition.Step) {
    var needsSearch = false
    for (column, j) in targets.enumerated() {
      if let direct = transition.directJoin(from: a, to: lattice.candidates[j].position, step) {
        lattice.transitions[line + column] = transition.logProbability(direct.path, step)
      } else {
        needsSearch = true
      }
    }
    guard needsSearch else { return }
    search.begin(from: a, within: step.limit, rules: settings.rules, metresPerPenalty: step.beta)
    for j in targets { search.addTarget(lattice.candidates[j].position.edge) }
    search.run(on: graph)
    for (column, j) in targets.enumerated() {
      let target = lattice.candidates[j].position
      guard let path = search.path(to: target, on: graph) else { continue }
      let log = transition.logProbability(transition.completed(path, from: a, to: target), step)
      lattice.transitions[line + column] = max(lattice.transitions[line + column], log)
    }
  }
}

/// Both or neither.
private func zip<A, B>(_ a: A?, _ b: B?) -> (A, B)? {
  a.flatMap { a in b.map { (a, $0) } }
}
