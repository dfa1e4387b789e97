internal import Geodesy
internal import RoadGraph
internal import Routing
internal import Traces

/// The likeliest paths to the newest fix as they are now, for reading off where the fixes before it were.
struct LatticeView {
  private struct Entry: BitwiseCopyable {
    var fix: KeptFix
    var candidate: Candidate
    var confidence: Double
    var chain: Int
  }

  /// The rows on the paths, in order.
  private var entries: [Entry] = []

  /// - Parameter number: of the first fix that is asked for.
  init(_ pass: ForwardPass, from number: Int) {
    var lattice = pass.lattice
    for (chainNumber, chain) in pass.chains.enumerated() {
      let states = lattice.likeliestStates(of: chain.rows)
      let after = chain.rows.firstIndex { lattice.rows[$0].fix.number >= number } ?? chain.rows.count
      // A fix that was thinned out lies behind the row before it.
      let first = max(0, after - 1)
      guard first < chain.rows.count else { continue }
      lattice.findPosteriors(of: Array(chain.rows[first...]))
      for (row, state) in zip(chain.rows[first...], states[first...]) {
        entries.append(
          Entry(
            fix: lattice.rows[row].fix, candidate: lattice.candidates[state], confidence: lattice.posteriors[state],
            chain: chainNumber))
      }
    }
  }

  /// What became of a fix.
  ///
  /// - Parameter waiting: has candidates near or was thinned out.
  func matched(_ waiting: WaitingFix, on graph: RoadGraph, _ settings: MatchingSettings) -> MatchedFix {
    let after = entries.firstIndex { $0.fix.number >= waiting.number }
    if let after, entries[after].fix.number == waiting.number {
      return matched(entries[after], waiting.fix, on: graph, settings)
    }
    let next = after.map { entries[$0] }
    guard !waiting.isRow, let before = entries[..<(after ?? entries.count)].last else { return .passedOver }
    return thinned(waiting.place, waiting.fix, before, next?.chain == before.chain ? next : nil, on: graph, settings)
  }

  private func matched(_ entry: Entry, _ fix: Fix, on graph: RoadGraph, _ settings: MatchingSettings) -> MatchedFix {
    guard !entry.candidate.isOffRoad else { return .offRoad(.notOnRoad) }
    return matched(
      fix, entry.candidate.position, entry.candidate.place, confidence: entry.confidence, on: graph, settings)
  }

  /// The nearest place on the edges of the rows around it, between their places.
  private func thinned(
    _ place: Place, _ fix: Fix, _ before: Entry, _ after: Entry?, on graph: RoadGraph, _ settings: MatchingSettings
  ) -> MatchedFix {
    guard !before.candidate.isOffRoad else { return .offRoad(.notOnRoad) }
    let from = before.candidate.position
    let to = after.flatMap { $0.candidate.isOffRoad ? nil : $0.candidate.position }
    let end = to.map { $0.edge == from.edge && $0.offset >= from.offset ? $0.offset : before.candidate.length }
    var best = graph.nearestOffset(
      to: place, on: from.edge, from: from.offset, to: end ?? before.candidate.length)
    var edge = from.edge
    if let to, to.edge != from.edge {
      let other = graph.nearestOffset(to: place, on: to.edge, from: 0, to: to.offset)
      if other.distance < best.distance { (best, edge) = (other, to.edge) }
    }
    let position = EdgePosition(edge: edge, offset: best.offset)
    return matched(
      fix, position, graph.place(on: edge, at: best.offset),
      confidence: min(before.confidence, after?.confidence ?? 1), on: graph, settings)
  }

  private func matched(
    _ fix: Fix, _ position: EdgePosition, _ place: Place, confidence: Double, on graph: RoadGraph,
    _ settings: MatchingSettings
  ) -> MatchedFix {
    let distance = fix.place.map { groundDistance($0, place) } ?? 0
    return MatchedFix(
      status: .matched, reason: nil,
      position: MatchedPosition(edge: position.edge, offset: position.offset, place: place, distance: distance),
      confidence: min(max(confidence, 0), 1),
      isWrongWay: graph.access(of: position.edge)[settings.rules.mode] == .no)
  }
}

extension MatchedFix {
  /// An outlier.
  fileprivate static let passedOver = MatchedFix(
    status: .unmatched, reason: .noPath, position: nil, confidence: 0, isWrongWay: false)
}

extension ForwardPass {
  /// Forgets the rows before the fix with a number, but for some of them that the next row may still be joined to.
  mutating func forget(keeping rows: Int, upTo number: Int) {
    guard let chain = chains.last else { return }
    // The row before a fix tells where it was thinned out.
    let after = chain.rows.firstIndex { lattice.rows[$0].fix.number >= number } ?? chain.rows.count
    let first = min(max(0, after - 1), max(0, chain.rows.count - 1 - rows))
    let isAlone = chains.dropLast().allSatisfy { $0.rows.last.map { lattice.rows[$0].fix.number < number } ?? true }
    guard isAlone else { return }
    firstUndecided = chain.rows[first]
    forgetDecided()
  }
}
