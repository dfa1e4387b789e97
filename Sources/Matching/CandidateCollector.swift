internal import Geodesy
internal import RoadGraph
internal import Traces

/// Keeps the likeliest candidates of the fixes of a trace, window by window as its rows are decided.
struct CandidateCollector {
  private let model: MatchingModel
  private(set) var found = FixCandidates()
  /// The candidates of a row, likeliest first; kept from row to row.
  private var ranked: [Int] = []

  init(_ model: MatchingModel) { self.model = model }

  private var graph: RoadGraph { model.graph }
  private var most: Int { model.settings.explanation.mostCandidates }

  /// Takes rows whose likeliest states are final.
  ///
  /// - Parameters:
  ///   - lattice: with the posteriors of the rows.
  ///   - read: the fixes as read.
  mutating func take(_ decided: DecidedRows, of lattice: Lattice, read: Numbered<Fix>) {
    for (number, chosen) in zip(decided.rows, decided.states) {
      let row = lattice.rows[number]
      rank(row.candidates, chosen, lattice)
      let step = row.step.flatMap { step in row.previous.map { (step, Int(lattice.back[chosen]), lattice.rows[$0]) } }
      found.append(
        ranked.map { state in
          FixCandidate(
            road: road(lattice.candidates[state], of: row.fix, read),
            logEmission: Float(lattice.candidates[state].logEmission),
            logTransition: step.flatMap { logTransition(to: state, row, from: $1, $2, $0, lattice) },
            posterior: Float(lattice.posteriors[state]), isChosen: state == chosen)
        }, of: row.fix.number)
    }
  }

  /// The likeliest candidates, of equals the nearest first; the chosen one instead of the last if it is not among them.
  private mutating func rank(_ candidates: Range<Int>, _ chosen: Int, _ lattice: Lattice) {
    ranked.removeAll(keepingCapacity: true)
    ranked.append(contentsOf: candidates)
    ranked.sort { (lattice.posteriors[$1], $0) < (lattice.posteriors[$0], $1) }
    guard ranked.count > most else { return }
    let isAmong = ranked[..<most].contains(chosen)
    ranked.removeLast(ranked.count - most)
    if !isAmong { ranked[most - 1] = chosen }
  }

  /// `nil` off the road.
  private func road(_ candidate: Candidate, of kept: KeptFix, _ read: Numbered<Fix>) -> FixCandidate.Road? {
    guard !candidate.isOffRoad else { return nil }
    let (position, place) = (candidate.position, candidate.place)
    // The candidate's own distance is from the smoothed place.
    let fix = read[kept.number].place ?? kept.place
    return FixCandidate.Road(
      edge: position.edge, offset: position.offset, place: place,
      distance: fix == kept.place ? candidate.distance : groundDistance(fix, place),
      heading: graph.bearing(on: position.edge, at: position.offset))
  }

  /// `nil` if nothing joins the two candidates but a way off the road, or on roads that the map lacks.
  private func logTransition(
    to state: Int, _ row: LatticeRow, from previous: Int, _ before: LatticeRow, _ step: TransitionStep,
    _ lattice: Lattice
  ) -> Float? {
    guard before.candidates.contains(previous) else { return nil }
    let line = row.transitions + (previous - before.candidates.lowerBound) * row.candidates.count
    let log = lattice.transitions[line + state - row.candidates.lowerBound]
    let (from, to) = (lattice.candidates[previous], lattice.candidates[state])
    let isOnRoads = !from.isOffRoad && !to.isOffRoad
    let least = isOnRoads ? model.transition.unseenLogProbability(to: to, step) : -.infinity
    return log > least ? Float(log) : nil
  }
}
