internal import Geodesy
internal import RoadGraph

extension MatchedPath {
  /// Removes leading steps shorter than `length`; their fixes move to the adjoining junction.
  mutating func trimBegin(shorterThan length: Metres) {
    while steps.count > 1, let first = steps.first, first.length < length, !isTurn(after: 0) { removeFirst() }
  }

  /// Removes trailing steps shorter than `length`, but keeps at least `least` steps; their fixes move to the adjoining
  /// junction.
  mutating func trimEnd(shorterThan length: Metres, keeping least: Int = 1) {
    while steps.count > least, let last = steps.last, last.length < length, !isTurn(after: steps.count - 2) {
      removeLast()
    }
  }

  /// The vehicle turned round between a step and the next, so there is no junction to which fixes could move.
  private func isTurn(after step: Int) -> Bool { steps[step].edge == steps[step + 1].edge.reversed }

  private mutating func removeFirst() {
    steps.removeFirst()
    for i in anchors.indices {
      if anchors[i].step > 0 { anchors[i].step -= 1 } else { anchors[i].offset = steps[0].begin }
    }
  }

  private mutating func removeLast() {
    steps.removeLast()
    for i in anchors.indices where anchors[i].step == steps.count {
      anchors[i].step -= 1
      anchors[i].offset = steps[steps.count - 1].end
    }
  }
}
