internal import Geodesy
internal import PathSearch
internal import RoadGraph

/// Finds the likeliest other paths of a trace, window by window as its rows are decided.
///
/// An alternative is the likeliest path with one stretch replaced by the likeliest stretch through a candidate on
/// another edge: see ``RunnerUps``. It is reported if it differs enough from the likeliest path and from earlier
/// alternatives.
///
/// Memory: the reported stretches, at most `most`, and the stretches of the current window.
struct AlternativeFinder {
  private let model: MatchingModel
  /// Likeliest first.
  private(set) var found: [AlternativePath] = []

  init(_ model: MatchingModel) { self.model = model }

  private var settings: MatchingSettings { _read { yield model.settings } }
  private var most: Int { settings.alternatives.most }

  /// A stretch, with what distinguishes it from others of the same window.
  private struct Stretch {
    var path: AlternativePath
    var positions: Range<Int>
    /// The steps of the likeliest path in its place.
    var replaced: [EdgeStretch]
  }

  /// Searches rows whose likeliest states are final.
  mutating func look(
    in decided: DecidedRows, of lattice: Lattice, joinedBy builder: PathBuilder, using search: inout PathSearch
  ) {
    let window = window(of: decided, in: lattice)
    guard window.rows.count > 1 else { return }
    var runnerUps = RunnerUps(
      window, of: lattice, mostMargin: settings.alternatives.mostMargin, leastWay: model.leastWay)
    var told: [Stretch] = []
    while told.count < most, let deviation = runnerUps.nextDeviation() {
      if found.count == most, found[most - 1].margin <= deviation.margin { break }
      guard let stretch = stretch(of: deviation, in: window, lattice, builder, using: &search),
        told.allSatisfy({ isDifferent(stretch, from: $0) })
      else { continue }
      told.append(stretch)
    }
    found += told.map(\.path)
    found.sort { ($0.margin, $0.fixes.lowerBound) < ($1.margin, $1.fixes.lowerBound) }
    found.removeLast(max(0, found.count - most))
  }

  /// The decided rows, preceded by the row decided before them.
  private func window(of decided: DecidedRows, in lattice: Lattice) -> LatticeWindow {
    var window = LatticeWindow(
      rows: Array(decided.rows), states: Array(decided.states), begin: .open, end: decided.isEnd ? .open : .closed)
    guard decided.continues else { return window }
    window.begin = .closed
    if let first = window.rows.first, let state = window.states.first, let previous = lattice.rows[first].previous {
      window.rows.insert(previous, at: 0)
      window.states.insert(Int(lattice.back[state]), at: 0)
    }
    return window
  }

  // MARK: Stretches

  /// `nil` if the stretch has a break or differs too little from the likeliest path.
  private func stretch(
    of deviation: RunnerUps.Deviation, in window: LatticeWindow, _ lattice: Lattice, _ builder: PathBuilder,
    using search: inout PathSearch
  ) -> Stretch? {
    let (first, last) = (deviation.positions.lowerBound, deviation.positions.upperBound - 1)
    let hasBegin = first > 0
    let hasEnd = last + 1 < window.rows.count
    let positions = first - (hasBegin ? 1 : 0)..<last + (hasEnd ? 2 : 1)
    let likeliest = Array(window.states[positions])
    let states =
      (hasBegin ? [likeliest[0]] : []) + deviation.states + (hasEnd ? [likeliest[likeliest.count - 1]] : [])
    let rows = window.rows[positions].map { lattice.rows[$0] }
    let own = builder.ways(through: states, of: rows, lattice, using: &search)
    guard own.count == 1, var steps = own.first else { return nil }
    var replaced = builder.ways(through: likeliest, of: rows, lattice, using: &search).flatMap { $0 }
    let meetings = trim(&steps, &replaced, hasBegin: hasBegin, hasEnd: hasEnd)
    guard difference(of: steps, from: replaced) >= settings.alternatives.leastDifference else { return nil }
    func fix(_ position: Int) -> Int { lattice.rows[window.rows[position]].fix.number }
    return Stretch(
      path: AlternativePath(
        steps: steps, margin: deviation.margin, fixes: fix(first)...fix(last),
        parting: meetings.parting.map { AlternativePath.Meeting(fix: fix(first - 1), edge: $0) },
        rejoining: meetings.rejoining.map { AlternativePath.Meeting(fix: fix(last + 1), edge: $0) }),
      positions: deviation.positions, replaced: replaced)
  }

  /// Removes the common beginning and end of both paths; at least one step is left.
  ///
  /// - Returns: the edges of the likeliest path at which they meet.
  private func trim(
    _ steps: inout [EdgeStretch], _ replaced: inout [EdgeStretch], hasBegin: Bool, hasEnd: Bool
  ) -> (parting: EdgeID?, rejoining: EdgeID?) {
    var parting = hasBegin ? steps.first?.edge : nil
    var rejoining = hasEnd ? steps.last?.edge : nil
    while hasBegin, steps.count > 1, let a = steps.first, let b = replaced.first, a.leaves(asDoes: b) {
      parting = a.edge
      steps.removeFirst()
      replaced.removeFirst()
    }
    while hasEnd, steps.count > 1, let a = steps.last, let b = replaced.last, a.comes(asDoes: b) {
      rejoining = a.edge
      steps.removeLast()
      replaced.removeLast()
    }
    return (parting, rejoining)
  }

  // MARK: Differences

  private func difference(of steps: [EdgeStretch], from others: [EdgeStretch]) -> Metres {
    max(length(of: steps, notOn: others), length(of: others, notOn: steps))
  }

  private func length(of steps: [EdgeStretch], notOn others: [EdgeStretch]) -> Metres {
    let edges = Set(others.map(\.edge))
    return steps.reduce(0) { $0 + (edges.contains($1.edge) ? 0 : $1.length) }
  }

  /// One of them has something that the other lacks, at the same time.
  private func isDifferent(_ stretch: Stretch, from other: Stretch) -> Bool {
    guard stretch.positions.overlaps(other.positions) else { return true }
    let least = settings.alternatives.leastDifference
    return length(of: stretch.path.steps, notOn: other.path.steps) >= least
      || length(of: stretch.replaced, notOn: other.replaced) >= least
  }
}

extension EdgeStretch {
  /// At the same offset of the same edge, to the millimetre.
  fileprivate func leaves(asDoes other: EdgeStretch) -> Bool { edge == other.edge && abs(end - other.end) < 0.001 }
  fileprivate func comes(asDoes other: EdgeStretch) -> Bool { edge == other.edge && abs(begin - other.begin) < 0.001 }
}
