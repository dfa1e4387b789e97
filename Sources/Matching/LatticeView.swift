internal import Geodesy
internal import RoadGraph
internal import RoadRules
internal import Traces

/// The current likeliest paths to the newest fix, from which the places of earlier fixes are read.
///
/// One fix is read for each that arrives, so only the row being read needs more than its distance from the path.
struct LatticeView {
  private struct Entry: BitwiseCopyable {
    /// The number of the fix.
    var number: Int
    var row: Int
    var state: Int
    var chain: Int
  }

  private let model: MatchingModel
  /// The rows on the paths, in order.
  private var entries: [Entry] = []
  private var confidence: PathConfidence
  /// The evidence for the row being read.
  private var evidence = PathEvidence()

  /// - Parameters:
  ///   - pass: on return with the posteriors of those rows.
  ///   - number: the number of the first fix to be read.
  init(_ pass: inout ForwardPass, from number: Int, _ model: MatchingModel) {
    self.model = model
    confidence = PathConfidence(graph: model.graph, settings: model.settings)
    var residuals: [Double] = []
    // Chains earlier than the one with the row before the fix say nothing of it, and may have been released.
    let first = pass.chains.lastIndex { $0.rows.first.map { pass.lattice.rows[$0].fix.number < number } ?? false } ?? 0
    for chain in pass.chains.indices.dropFirst(first) {
      let all = pass.chains[chain].rows
      let before = all.lastIndex { pass.lattice.rows[$0].fix.number < number }
      // A thinned fix comes after the previous row.
      let rows = all[(before ?? 0)...]
      pass.lattice.findPosteriors(of: rows)
      take(rows, of: pass.lattice, chain, &residuals)
    }
    confidence.begin(unfinished: residuals)
  }

  private mutating func take(_ rows: ArraySlice<Int>, of lattice: Lattice, _ chain: Int, _ residuals: inout [Double]) {
    entries.reserveCapacity(entries.count + rows.count)
    residuals.reserveCapacity(residuals.count + rows.count)
    for (row, state) in zip(rows, lattice.likeliestStates(of: rows)) {
      entries.append(Entry(number: lattice.rows[row].fix.number, row: row, state: state, chain: chain))
      residuals.append(lattice.residual(of: row, at: state))
    }
  }

  /// The outcome of a fix.
  ///
  /// - Parameters:
  ///   - waiting: has candidates near it or was thinned out.
  ///   - lattice: the lattice of the pass.
  mutating func matched(_ waiting: WaitingFix, of lattice: Lattice) -> MatchedFix {
    let after = entries.firstIndex { $0.number >= waiting.number } ?? entries.count
    if after < entries.count, entries[after].number == waiting.number {
      let candidate = lattice.candidates[entries[after].state]
      guard !candidate.isOffRoad else { return .offRoad(.notOnRoad) }
      return matched(waiting.fix, candidate.position, candidate.place, by: after, of: lattice)
    }
    guard !waiting.isRow, after > 0 else { return .passedOver }
    let isJoined = after < entries.count && entries[after].chain == entries[after - 1].chain
    return thinned(waiting, behind: after - 1, before: isJoined ? after : nil, of: lattice)
  }

  /// The nearest place on the edges of the rows around it, between their places. It gets the confidence of the row with
  /// that edge.
  private mutating func thinned(
    _ waiting: WaitingFix, behind: Int, before: Int?, of lattice: Lattice
  ) -> MatchedFix {
    let graph = model.graph
    let first = lattice.candidates[entries[behind].state]
    guard !first.isOffRoad else { return .offRoad(.notOnRoad) }
    let from = first.position
    let next = before.map { lattice.candidates[entries[$0].state] }
    let to = next.flatMap { $0.isOffRoad ? nil : $0.position }
    let end = to.map { $0.edge == from.edge && $0.offset >= from.offset ? $0.offset : first.length }
    var best = graph.nearestOffset(to: waiting.place, on: from.edge, from: from.offset, to: end ?? first.length)
    var (edge, entry) = (from.edge, behind)
    if let to, let before, to.edge != from.edge {
      let other = graph.nearestOffset(to: waiting.place, on: to.edge, from: 0, to: to.offset)
      if other.distance < best.distance { (best, edge, entry) = (other, to.edge, before) }
    }
    let place = graph.place(on: edge, at: best.offset)
    return matched(waiting.fix, EdgePosition(edge: edge, offset: best.offset), place, by: entry, of: lattice)
  }

  /// - Parameter entry: the row that shows how certain the edge is.
  private mutating func matched(
    _ fix: Fix, _ position: EdgePosition, _ place: Place, by entry: Int, of lattice: Lattice
  ) -> MatchedFix {
    let distance = fix.place.map { groundDistance($0, place) } ?? 0
    let mode = model.settings.rules.mode
    // Few edges are closed: the rest is not called for every fix.
    let isClosed = model.graph.access(of: position.edge)[mode] == .no
    var matched = MatchedFix(
      status: .matched, reason: nil,
      position: MatchedPosition(edge: position.edge, offset: position.offset, place: place, distance: distance),
      confidence: 0, isWrongWay: isClosed && model.graph.isAgainstOneway(position.edge, for: mode))
    evidence.removeAll()
    evidence.add(lattice.rows[entries[entry].row], at: entries[entry].state, of: lattice)
    confidence.mark(by: evidence, on: position.edge, &matched)
    return matched
  }
}

extension MatchedFix {
  /// An outlier.
  fileprivate static let passedOver = MatchedFix(
    status: .unmatched, reason: .noPath, position: nil, confidence: 0, isWrongWay: false)
}

extension Lattice {
  /// The distance from the fix of a row to one of its candidates, in standard deviations.
  fileprivate func residual(of row: Int, at state: Int) -> Double { candidates[state].distance / rows[row].fix.sigma }
}
