internal import Geodesy
internal import RoadGraph
internal import RoadRules

/// The expected delays of all turns: those of their kind, drawn towards what was seen of the turn and of the hour.
///
/// The delay of turn *j* of kind *k* in class *c* of the week is (mean of *k* + effect of *j*) · (hour of *k* in *c*) +
/// effect of *j* in *c*. Each effect is drawn towards 0 by ``Shrinkage``, with variances that all turns show together.
struct DelayModel: Sendable {
  private let classCount: Int
  /// By kind.
  private var kinds: [Seconds] = []
  /// By kind and class, 1 in the mean.
  private var hours: [Double] = []
  /// By turn: the mean; NaN without passages.
  private var turns: [Float] = []
  /// By cell.
  private(set) var cells: [Float] = []
  /// Lost on the free road, as a share of the time in free flow.
  var slowness = 0.1

  init(classCount: Int) { self.classCount = classCount }

  /// - Parameter kind: the number of the kind of a turn.
  init(_ sums: DelaySums, _ index: DelayCells, kindOf kind: [UInt8], classCount: Int) {
    self.classCount = classCount
    slowness = sums.road.slowness
    let groups = KindSums(sums, index, kind, classCount)
    kinds = groups.means()
    hours = groups.hours(kinds)
    shrinkTurns(sums, index, kind, groups)
    shrinkCells(sums, index, kind, groups)
  }

  func expected(turn: Int, kind: Int, weekClass: Int) -> Seconds {
    let mean = turn < turns.count && !turns[turn].isNaN ? Double(turns[turn]) : kinds[kind]
    return max(0, mean * hours[kind * classCount + weekClass])
  }

  private mutating func shrinkTurns(_ sums: DelaySums, _ index: DelayCells, _ kind: [UInt8], _ groups: KindSums) {
    turns = [Float](repeating: .nan, count: index.turnCount)
    var shrinkages = [Shrinkage](repeating: Shrinkage(), count: TurnKind.count)
    for isEstimated in [false, true] {
      for turn in turns.indices where !index.cells(of: turn).isEmpty {
        let number = Int(kind[turn])
        let (mean, count) = level(of: turn, number, sums, index)
        let variance = groups.spread(number) / count
        if isEstimated {
          let drawn = shrinkages[number].drawn(difference: mean - kinds[number], variance: variance)
          turns[turn] = Float(kinds[number] + drawn)
        } else {
          shrinkages[number].add(difference: mean - kinds[number], variance: variance)
        }
      }
      for number in shrinkages.indices { shrinkages[number].estimate() }
    }
  }

  /// The mean of a turn over the hours, as if it were passed in all of them alike.
  private func level(
    of turn: Int, _ kind: Int, _ sums: DelaySums, _ index: DelayCells
  ) -> (mean: Seconds, count: Double) {
    var (sum, weight, count) = (0.0, 0.0, 0.0)
    for (cell, weekClass) in zip(index.cells(of: turn), index.classes(of: turn)) {
      sum += sums.sum(of: cell)
      weight += Double(sums.counts[cell]) * hours[kind * classCount + weekClass]
      count += Double(sums.counts[cell])
    }
    return (weight > 0 ? sum / weight : 0, max(count, 1))
  }

  private mutating func shrinkCells(_ sums: DelaySums, _ index: DelayCells, _ kind: [UInt8], _ groups: KindSums) {
    cells = [Float](repeating: 0, count: index.count)
    var shrinkages = [Shrinkage](repeating: Shrinkage(), count: TurnKind.count)
    for isEstimated in [false, true] {
      for turn in turns.indices where !index.cells(of: turn).isEmpty {
        let number = Int(kind[turn])
        for (cell, weekClass) in zip(index.cells(of: turn), index.classes(of: turn)) where sums.counts[cell] > 0 {
          let centre = expected(turn: turn, kind: number, weekClass: weekClass)
          let difference = sums.sum(of: cell) / Double(sums.counts[cell]) - centre
          let variance = groups.spread(number) / Double(sums.counts[cell])
          if isEstimated {
            let drawn = shrinkages[number].drawn(difference: difference, variance: variance)
            cells[cell] = Float(max(0, centre + drawn))
          } else {
            shrinkages[number].add(difference: difference, variance: variance)
          }
        }
      }
      for number in shrinkages.indices { shrinkages[number].estimate() }
    }
  }
}

/// Sums of all turns of a kind, by class of the week.
private struct KindSums {
  private let classCount: Int
  private var counts: [Double]
  private var sums: [Double]
  /// Squares around the mean of each cell, and their degrees of freedom, by kind.
  private var squares: [Double]
  private var freedoms = [Double](repeating: 0, count: TurnKind.count)

  init(_ delays: DelaySums, _ index: DelayCells, _ kind: [UInt8], _ classCount: Int) {
    self.classCount = classCount
    counts = [Double](repeating: 0, count: TurnKind.count * classCount)
    sums = counts
    squares = (0..<TurnKind.count).map { delays.squares(ofKind: $0) }
    for turn in 0..<index.turnCount where !index.cells(of: turn).isEmpty {
      let number = Int(kind[turn])
      for (cell, weekClass) in zip(index.cells(of: turn), index.classes(of: turn)) where delays.counts[cell] > 0 {
        let (count, sum) = (Double(delays.counts[cell]), delays.sum(of: cell))
        counts[number * classCount + weekClass] += count
        sums[number * classCount + weekClass] += sum
        squares[number] -= sum * sum / count
        freedoms[number] += count - 1
      }
    }
    squares = squares.map { max(0, $0) }
  }

  /// The mean of each kind, drawn towards the mean of all.
  func means() -> [Seconds] {
    let all = sums.reduce(0, +) / max(1, counts.reduce(0, +))
    var shrinkage = Shrinkage()
    let groups = (0..<TurnKind.count).map { kind in
      let range = kind * classCount..<(kind + 1) * classCount
      let count = counts[range].reduce(0, +)
      return (difference: count > 0 ? sums[range].reduce(0, +) / count - all : 0, count: count)
    }
    for (kind, group) in groups.enumerated() where group.count > 0 {
      shrinkage.add(difference: group.difference, variance: spread(kind) / group.count)
    }
    shrinkage.estimate()
    return groups.enumerated().map { kind, group in
      group.count > 0
        ? all + shrinkage.drawn(difference: group.difference, variance: spread(kind) / group.count) : all
    }
  }

  /// The factor of each hour, by kind, drawn towards 1.
  func hours(_ means: [Seconds]) -> [Double] {
    var hours = [Double](repeating: 1, count: counts.count)
    for kind in 0..<TurnKind.count where means[kind] > 0.1 {
      var shrinkage = Shrinkage()
      let variance = { (cell: Int) in spread(kind) / counts[cell] / (means[kind] * means[kind]) }
      let cells = (kind * classCount..<(kind + 1) * classCount).filter { counts[$0] > 0 }
      let difference = { (cell: Int) in sums[cell] / counts[cell] / means[kind] - 1 }
      for cell in cells { shrinkage.add(difference: difference(cell), variance: variance(cell)) }
      shrinkage.estimate()
      for cell in cells {
        hours[cell] = max(0, 1 + shrinkage.drawn(difference: difference(cell), variance: variance(cell)))
      }
    }
    return hours
  }

  /// The variance of single passages of a kind, around their mean in a turn and class.
  func spread(_ kind: Int) -> Double {
    let all = (squares.reduce(0, +) + 1) / (freedoms.reduce(0, +) + 1)
    // The kind's own counts as soon as it has more degrees of freedom than a handful.
    return (squares[kind] + 5 * all) / (freedoms[kind] + 5) + 0.01
  }
}
