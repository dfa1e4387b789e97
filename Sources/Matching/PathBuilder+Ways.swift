internal import PathSearch
internal import RoadGraph
internal import Storage

extension PathBuilder {
  /// The steps through one candidate of each row: one list for each stretch without a break.
  func ways(
    through states: [Int], of rows: [LatticeRow], _ lattice: Lattice, using search: inout PathSearch
  ) -> [[EdgeStretch]] {
    ways(through: states.map { lattice.candidates[$0] }, of: rows, using: &search)
  }

  func ways(
    through candidates: [Candidate], of rows: [LatticeRow], using search: inout PathSearch
  ) -> [[EdgeStretch]] {
    var ways: [[EdgeStretch]] = []
    var last: Candidate?
    for (row, candidate) in zip(rows, candidates) {
      guard !candidate.isOffRoad else {
        last = nil
        continue
      }
      if last.map({ !join(&ways[ways.count - 1], from: $0, to: candidate, row, using: &search) }) ?? true {
        let position = candidate.position
        ways.append([EdgeStretch(edge: position.edge, begin: position.offset, end: position.offset)])
      }
      last = candidate
    }
    return ways
  }

  private func join(
    _ steps: inout [EdgeStretch], from a: Candidate, to b: Candidate, _ row: LatticeRow, using search: inout PathSearch
  ) -> Bool {
    guard let step = row.step else { return false }
    let unseen = transition.unseenLogProbability(to: b, step)
    return join(&steps, from: a, to: b, step, unless: unseen, using: &search)
  }

  /// The usable fixes with numbers in a range.
  func usable(from first: Int, through last: Int) -> ArraySlice<KeptFix> {
    usable[usable.partitioningIndex { $0.number >= first }..<usable.partitioningIndex { $0.number > last }]
  }
}
