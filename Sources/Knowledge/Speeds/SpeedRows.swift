private import Glibc
internal import RoadGraph
internal import RoadRules

extension SpeedModel {
  /// Calls `body` with the rows of all edges that the mode may use, ascending by edge, days and hours.
  ///
  /// Within a set of days, hours with few passages are merged with those beside them whose expected speeds are nearest,
  /// as long as these differ by no more than a tenth or nobody drove.
  ///
  /// - Parameter delays: of turns, for ``RoadSpeed/moving``.
  package func forEachSpeed(delays: [TurnDelay] = [], _ body: (RoadSpeed) throws -> Void) throws {
    try forEachSpeed(MovingTimes(self, EndDelays(delays, settings.classes)), body)
  }

  /// - Parameter delays: of turns, for ``RoadSpeed/moving``.
  func forEachSpeed(besides delays: DelayFold, _ body: (RoadSpeed) throws -> Void) throws {
    try forEachSpeed(MovingTimes(self, EndDelays(delays)), body)
  }

  /// The rows of a bucket are made while `body` takes those of the one before.
  private func forEachSpeed(_ moving: MovingTimes, _ body: (RoadSpeed) throws -> Void) throws {
    try inOrder(buckets.count) { [self] bucket in
      var rows = try SpeedRows(self, bucket: bucket, moving)
      var made: [RoadSpeed] = []
      for edge in buckets[bucket] { try rows.forEachRow(of: edge) { made.append($0) } }
      return made
    } _: {
      try $0.forEach(body)
    }
  }
}

/// Makes the rows of the edges of a bucket, which must be asked for in order.
private struct SpeedRows {
  private let model: SpeedModel
  private let passages: [Passage]
  private let cells: [SpeedCell]
  private let moving: MovingTimes
  private var nextPassage = 0
  private var nextCell = 0
  private var estimator: EdgeEstimator

  init(_ model: SpeedModel, bucket: Int, _ moving: MovingTimes) throws {
    self.model = model
    self.moving = moving
    passages = try model.round.passages.passages(of: bucket, classCount: model.settings.classes.count)
    cells = try model.round.cells.cells(of: bucket)
    estimator = EdgeEstimator(model.fit)
  }

  mutating func forEachRow(of edge: Int, _ body: (RoadSpeed) throws -> Void) throws {
    let firstPassage = nextPassage
    while nextPassage < passages.count, passages[nextPassage].edge == UInt32(edge) { nextPassage += 1 }
    let cell = nextCell
    nextCell += Int(model.round.cellCounts[edge])
    guard model.covers(EdgeID(edge)) else { return }
    estimator.take(edge, cells[cell..<nextCell], model.fit.tree)
    let found = passages[firstPassage..<nextPassage]
    var rest = found
    for days in model.settings.classes.days.indices {
      for range in merged(edge, found, days: days) {
        let used = rest.prefix { Int($0.hours) < range.upperBound }
        rest = rest.dropFirst(used.count)
        try body(row(edge, used, of: found, days: days, range))
      }
    }
  }

  // MARK: Merging

  /// The ranges of classes of a set of days that make rows.
  private func merged(_ edge: Int, _ passages: ArraySlice<Passage>, days: Int) -> [Range<Int>] {
    let perDay = model.settings.classes.hours.count
    let first = days * perDay
    var parts = (first..<first + perDay).map { hours in
      HourPart(classes: hours..<hours + 1, passages: 0, pace: Double(model.field.pace(of: edge, in: hours)))
    }
    for passage in passages where passage.isCounted && parts.indices.contains(Int(passage.hours) - first) {
      parts[Int(passage.hours) - first].passages += 1
    }
    while let index = nextToMerge(parts) { parts.merge(at: index) }
    return parts.map(\.classes)
  }

  /// The first of the two parts that are merged next: the part with the fewest passages, with its nearer neighbour.
  private func nextToMerge(_ parts: [HourPart]) -> Int? {
    var best: (index: Int, passages: Int, apart: Double)?
    for index in 0..<max(0, parts.count - 1) {
      let (a, b) = (parts[index], parts[index + 1])
      let fewest = min(a.passages, b.passages)
      guard fewest < model.settings.fewestPassages else { continue }
      let apart = abs(log(a.pace / b.pace))
      guard apart < 0.1 || fewest == 0 else { continue }
      if best.map({ (fewest, apart) < ($0.passages, $0.apart) }) ?? true { best = (index, fewest, apart) }
    }
    return best?.index
  }

  // MARK: One row

  /// - Parameters:
  ///   - used: the passages in the classes.
  ///   - passages: all of the edge.
  private func row(
    _ edge: Int, _ used: ArraySlice<Passage>, of passages: ArraySlice<Passage>, days: Int, _ classes: Range<Int>
  ) -> RoadSpeed {
    let estimate = estimate(used, classes)
    let free = model.freeFlow[edge]
    let pace = estimate.pace
    let first = model.settings.classes.parts(of: classes.lowerBound).hours
    let last = model.settings.classes.parts(of: classes.upperBound - 1).hours
    let hours = first.lowerBound..<last.upperBound
    var row = RoadSpeed(
      edge: EdgeID(edge), hours: WeekHours(days: days, hours: hours), support: support(of: passages, classes),
      freeFlow: free > 0 ? Double(free) : nil, expected: 3.6 / pace, low: 3.6 / exp(estimate.high),
      high: 3.6 / exp(estimate.low), moving: 3.6 / moving.pace(of: edge, expected: pace),
      basis: estimate.basis)
    addQuantiles(to: &row, used, length: model.field.lengths[edge])
    return row
  }

  private func addQuantiles(to row: inout RoadSpeed, _ used: ArraySlice<Passage>, length: Float) {
    let whole = used.filter(\.isWhole).map { 3.6 * length * $0.share / $0.seconds }.sorted()
    let (share, seconds) = used.reduce((0.0, 0.0)) { ($0.0 + Double($1.share), $0.1 + Double($1.seconds)) }
    if row.support.passages > 0, seconds > 0, share > 0 { row.mean = 3.6 * Double(length) * share / seconds }
    guard !whole.isEmpty else { return }
    row.p15 = Double(whole.quantile(0.15))
    row.median = Double(whole.quantile(0.5))
    row.p85 = Double(whole.quantile(0.85))
  }

  /// How much of an edge is a passage, and in which hour it was entered, depends on what is expected of others.
  private func support(of passages: ArraySlice<Passage>, _ classes: Range<Int>) -> Support {
    let near = passages.filter { classes.contains(Int($0.hours)) || classes.contains(Int($0.otherHours)) }
    let counted = near.filter { $0.isCounted && classes.contains(Int($0.hours)) }
    var support = Support(of: counted.map(\.vehicle), drives: counted.map(\.drive), model.vehicles)
    if counted.count < near.count { support.nearly = VehicleSketch(of: near.map(\.vehicle), model.vehicles) }
    return support
  }

  private struct Estimate {
    /// The mean pace, and logarithms of the ends of its interval.
    var pace: Double
    var low: Double
    var high: Double
    var basis: SpeedBasis
  }

  /// Half of the width of a 90 % interval, in standard errors.
  private static let width = 1.6449

  /// The mean over classes, each with the weight of its passages.
  private func estimate(_ used: ArraySlice<Passage>, _ classes: Range<Int>) -> Estimate {
    var (pace, logarithm, variance, weights) = (0.0, 0.0, 0.0, 0.0)
    var (own, others) = (0.0, 0.0)
    for hours in classes {
      let weight = used.isEmpty ? 1 : used.reduce(0.0) { $0 + ($1.hours == UInt8(hours) ? Double($1.share) : 0) }
      guard weight > 0 else { continue }
      let (mean, error) = (estimator.logPace(in: hours), estimator.variance(in: hours))
      let parts = estimator.weights(in: hours)
      pace += weight * exp(mean + error / 2)
      logarithm += weight * mean
      variance += weight * error
      own += weight * parts.own
      others += weight * parts.others
      weights += weight
    }
    variance += weights * division(used, own: min(1, (own + others) / weights))
    let (middle, spread) = (logarithm / weights, Self.width * (variance / weights).squareRoot())
    return Estimate(
      pace: pace / weights, low: middle - spread, high: middle + spread,
      basis: basis(own: own / weights, others: others / weights))
  }

  /// The variance that the division of times leaves however often the edge was driven: fixes err by some metres along
  /// the road, and an edge with a small part of the times between fixes takes of its neighbours' errors, the more of
  /// them the more is waited there.
  ///
  /// On simulated cities, with fixes every 5, 15 and 30 s, two of three errors lie within the root of this.
  private func division(_ used: ArraySlice<Passage>, own: Double) -> Double {
    let (times, seconds) = used.reduce((0.0, 0.0)) {
      ($0.0 + Double($1.own * $1.seconds), $0.1 + Double($1.seconds))
    }
    guard seconds > 0 else { return 0 }
    let ofPlaces = 3.5 / Double(model.field.lengths[estimator.edge])
    let waiting = Double(model.waits.waitingShare(of: EdgeID(estimator.edge), model.field.lengths))
    let ofNeighbours = (0.1 + 0.6 * waiting) * (1 - times / seconds)
    return own * own * (ofPlaces * ofPlaces + ofNeighbours * ofNeighbours)
  }

  private func basis(own: Double, others: Double) -> SpeedBasis {
    let rest = max(0, 1 - own - others)
    let all = [(.hours, own), (.edge, others)] + model.fit.tree.basis(of: estimator.edge).map { ($0.0, $0.1 * rest) }
    return all.reduce((SpeedBasis.profile, -1.0)) { $1.1 > $0.1 ? $1 : $0 }.0
  }
}

/// Neighbouring classes of hours of a set of days.
private struct HourPart {
  var classes: Range<Int>
  var passages: Int
  var pace: Double

  /// By passages; hours count where there are none.
  var weight: Double { Double(passages) + 0.01 * Double(classes.count) }
}

extension [HourPart] {
  /// Makes one of a part and the next.
  fileprivate mutating func merge(at index: Int) {
    let (a, b) = (self[index], self[index + 1])
    let weights = (a.weight, b.weight)
    self[index] = HourPart(
      classes: a.classes.lowerBound..<b.classes.upperBound, passages: a.passages + b.passages,
      pace: (a.pace * weights.0 + b.pace * weights.1) / (weights.0 + weights.1))
    remove(at: index + 1)
  }
}
