internal import Geodesy
internal import RoadGraph
internal import RoadRules
internal import Traces

/// The current likeliest paths to the newest fix, from which the places of earlier fixes are read.
struct LatticeView {
  private struct Entry: BitwiseCopyable {
    var fix: KeptFix
    var candidate: Candidate
    var chain: Int
  }

  /// The rows on the paths, in order.
  private var entries: [Entry] = []
  /// The evidence of the same rows.
  private var evidence = PathEvidence()

  /// - Parameters:
  ///   - pass: on return with the posteriors of those rows.
  ///   - number: the number of the first fix to be read.
  init(_ pass: inout ForwardPass, from number: Int) {
    for chainNumber in pass.chains.indices {
      let chain = pass.chains[chainNumber].rows
      let before = chain.lastIndex { pass.lattice.rows[$0].fix.number < number }
      // A thinned fix lies after the previous row.
      let rows = chain[(before ?? 0)...]
      pass.lattice.findPosteriors(of: rows)
      take(rows, pass.lattice.likeliestStates(of: rows), of: pass.lattice, chainNumber)
    }
  }

  private mutating func take(_ rows: ArraySlice<Int>, _ states: [Int], of lattice: Lattice, _ chain: Int) {
    entries.reserveCapacity(entries.count + rows.count)
    evidence.reserveCapacity(rows.count)
    for (row, state) in zip(rows, states) {
      entries.append(Entry(fix: lattice.rows[row].fix, candidate: lattice.candidates[state], chain: chain))
      evidence.add(lattice.rows[row], at: state, of: lattice)
    }
  }

  /// The outcome of a fix.
  ///
  /// - Parameter waiting: has candidates near it or was thinned out.
  func matched(_ waiting: WaitingFix, on graph: RoadGraph, _ settings: MatchingSettings) -> MatchedFix {
    let after = entries.firstIndex { $0.fix.number >= waiting.number } ?? entries.count
    var confidence = PathConfidence(graph: graph, settings: settings)
    if after < entries.count, entries[after].fix.number == waiting.number {
      let candidate = entries[after].candidate
      guard !candidate.isOffRoad else { return .offRoad(.notOnRoad) }
      var fix = matched(waiting.fix, candidate.position, candidate.place, on: graph, settings)
      confidence.mark(after, ofUnfinished: evidence, on: candidate.position.edge, &fix)
      return fix
    }
    guard !waiting.isRow, after > 0 else { return .passedOver }
    let isJoined = after < entries.count && entries[after].chain == entries[after - 1].chain
    return thinned(waiting, behind: after - 1, before: isJoined ? after : nil, &confidence, on: graph, settings)
  }

  /// The nearest place on the edges of the rows around it, between their places. Its confidence is that of the row of
  /// that edge.
  private func thinned(
    _ waiting: WaitingFix, behind: Int, before: Int?, _ confidence: inout PathConfidence, on graph: RoadGraph,
    _ settings: MatchingSettings
  ) -> MatchedFix {
    let first = entries[behind].candidate
    guard !first.isOffRoad else { return .offRoad(.notOnRoad) }
    let from = first.position
    let next = before.map { entries[$0].candidate }
    let to = next.flatMap { $0.isOffRoad ? nil : $0.position }
    let end = to.map { $0.edge == from.edge && $0.offset >= from.offset ? $0.offset : first.length }
    var best = graph.nearestOffset(to: waiting.place, on: from.edge, from: from.offset, to: end ?? first.length)
    var (edge, row) = (from.edge, behind)
    if let to, let before, to.edge != from.edge {
      let other = graph.nearestOffset(to: waiting.place, on: to.edge, from: 0, to: to.offset)
      if other.distance < best.distance { (best, edge, row) = (other, to.edge, before) }
    }
    let place = graph.place(on: edge, at: best.offset)
    var fix = matched(waiting.fix, EdgePosition(edge: edge, offset: best.offset), place, on: graph, settings)
    confidence.mark(row, ofUnfinished: evidence, on: edge, &fix)
    return fix
  }

  private func matched(
    _ fix: Fix, _ position: EdgePosition, _ place: Place, on graph: RoadGraph, _ settings: MatchingSettings
  ) -> MatchedFix {
    let distance = fix.place.map { groundDistance($0, place) } ?? 0
    // Few edges are closed: the rest is not called for every fix.
    let isClosed = graph.access(of: position.edge)[settings.rules.mode] == .no
    return MatchedFix(
      status: .matched, reason: nil,
      position: MatchedPosition(edge: position.edge, offset: position.offset, place: place, distance: distance),
      confidence: 0, isWrongWay: isClosed && graph.isAgainstOneway(position.edge, for: settings.rules.mode))
  }
}

extension MatchedFix {
  /// An outlier.
  fileprivate static let passedOver = MatchedFix(
    status: .unmatched, reason: .noPath, position: nil, confidence: 0, isWrongWay: false)
}

extension ForwardPass {
  /// Releases the rows before the fix with a number, except for some to which the next row may still be joined.
  mutating func forget(keeping rows: Int, upTo number: Int) {
    guard let chain = chains.last else { return }
    // The row before a fix shows where it was thinned out.
    let after = chain.rows.firstIndex { lattice.rows[$0].fix.number >= number } ?? chain.rows.count
    let first = min(max(0, after - 1), max(0, chain.rows.count - 1 - rows))
    let isAlone = chains.dropLast().allSatisfy { $0.rows.last.map { lattice.rows[$0].fix.number < number } ?? true }
    guard isAlone else { return }
    firstUndecided = chain.rows[first]
    forgetDecided()
  }
}
