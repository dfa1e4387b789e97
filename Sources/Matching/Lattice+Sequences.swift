internal import Geodesy
internal import Moments

extension Lattice {
  /// The time from the fix of one row to that of another; infinite if the times are not known.
  func seconds(from row: Int, to other: Int) -> Seconds {
    guard let begin = rows[row].fix.time, let end = rows[other].fix.time else { return .infinity }
    return end.seconds(since: begin)
  }

  /// The likeliest sequence of candidates, one for each row, among those allowed; `nil` if no way joins them.
  ///
  /// - Parameters:
  ///   - rows: consecutive rows of a chain.
  ///   - leastWay: transitions of a row to a candidate that are at most this likely are not paths on the map.
  ///   - isAllowed: takes a position in `rows` and a candidate.
  /// - Complexity: O(*n · k²*) for *n* rows of *k* candidates.
  /// - Source: Viterbi's algorithm, Rabiner 1989, doi:10.1109/5.18626, §III.B.
  func likeliestStates(
    of rows: ArraySlice<Int>, leastWay: (LatticeRow, Candidate) -> Double, where isAllowed: (Int, Int) -> Bool
  ) -> [Int]? {
    guard let first = rows.first, let last = rows.last else { return nil }
    let base = self.rows[first].candidates.lowerBound
    var best = [Double](repeating: -.infinity, count: self.rows[last].candidates.upperBound - base)
    var from = [Int](repeating: -1, count: best.count)
    for i in self.rows[first].candidates where isAllowed(rows.startIndex, i) { best[i - base] = scores[i] }
    for position in rows.indices.dropFirst() {
      let (row, sources) = (self.rows[rows[position]], self.rows[rows[position - 1]].candidates)
      for (column, j) in row.candidates.enumerated() where isAllowed(position, j) {
        let least = leastWay(row, candidates[j])
        for (line, i) in sources.enumerated() where best[i - base] > -.infinity {
          let log = transitions[row.transitions + line * row.candidates.count + column]
          guard log > least, best[i - base] + log > best[j - base] else { continue }
          (best[j - base], from[j - base]) = (best[i - base] + log, i)
        }
        best[j - base] += candidates[j].logEmission
      }
    }
    guard let end = self.rows[last].candidates.max(by: { best[$0 - base] < best[$1 - base] }),
      best[end - base] > -.infinity
    else { return nil }
    var states = [end]
    while let before = states.last.map({ from[$0 - base] }), before >= 0 { states.append(before) }
    return states.reversed()
  }

  /// Makes the posteriors of the candidates against a oneway add up to a share. The others get the rest.
  ///
  /// Nothing changes if no candidate against a oneway has a posterior, or no other one.
  ///
  /// - Parameter restIsOffRoad: if no other one has a posterior, off the road gets the rest.
  mutating func setShareAgainstOneways(of row: Int, to share: Double, restIsOffRoad: Bool = false) {
    var sums = (against: 0.0, along: 0.0)
    for i in rows[row].candidates {
      if candidates[i].isWrongWay { sums.against += posteriors[i] } else { sums.along += posteriors[i] }
    }
    if restIsOffRoad, sums.along == 0, let last = rows[row].candidates.last, candidates[last].isOffRoad {
      (posteriors[last], sums.along) = (1, 1)
    }
    guard sums.against > 0, sums.along > 0 else { return }
    for i in rows[row].candidates {
      posteriors[i] *= candidates[i].isWrongWay ? share / sums.against : (1 - share) / sums.along
    }
  }
}
