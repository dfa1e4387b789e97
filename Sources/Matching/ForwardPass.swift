internal import Geodesy
internal import Moments
internal import RoadGraph
internal import Traces

/// Rows joined without a break, and why they do not continue the previous chain.
struct Chain {
  var rows: [Int]
  var breakBefore: BreakReason?
  /// The first row has been decided and is kept for the rows after it.
  var isBegun = false
}

/// Goes through a trace once, fix by fix: finds candidates and joins them to the previous ones.
struct ForwardPass {
  private let model: MatchingModel
  var finder: CandidateFinder
  private var ruler = MovingRuler(at: Place(latitudeE7: 0, longitudeE7: 0))
  /// Two fixes are independent evidence only if they are this far apart in time.
  var errorMemory: Seconds
  var lattice = Lattice()
  /// In order; all but the last are complete.
  var chains: [Chain] = []
  /// The cost of the fixes skipped since the last row.
  var passedOver = PassedOver()
  var last: KeptFix?
  /// The pace of the vehicle so far.
  private var driven: DrivenTimes
  /// Why no previous row can have led to the next one, whether or not there were roads near.
  var torn: BreakReason?
  /// The usual pace of the trace.
  var pace: Pace
  /// The last row before one that fits badly; `nil` if none of the last few rows does.
  var anchor: Int?

  /// The number of fixes for which the bound ended a search: a path to them may have been missed.
  private(set) var boundedFixes = 0
  /// The greatest number of such a fix. A fix whose row was withdrawn and made again counts once.
  private var newestBounded = -1

  /// The rows of `lattice` before this one are decided.
  var firstUndecided = 0

  init(_ model: MatchingModel, pace: Pace = Pace()) {
    self.model = model
    self.pace = pace
    errorMemory = model.settings.noise.errorMemory
    driven = DrivenTimes(model.settings)
    finder = CandidateFinder(graph: model.graph, settings: model.settings)
  }

  var settings: MatchingSettings { _read { yield model.settings } }
  private var joiner: RowJoiner { model.joiner }

  /// Takes the memory of a worker, or returns it. It is swapped and never copied, so that it is not allocated again.
  mutating func exchange(with scratch: inout MatchingScratch) {
    swap(&lattice, &scratch.lattice)
    swap(&finder.memory, &scratch.finding)
  }

  /// The distance to the nearest drivable road, at most the search radius.
  mutating func distanceToRoad(from next: KeptFix) -> Metres { finder.distanceToRoad(fromNext: next) }

  /// Finds the candidates of the next fix and joins them to the previous ones.
  ///
  /// - Returns: why the fix has no candidates, or `nil` if it became a row.
  mutating func take(_ kept: KeptFix, using joining: inout JoiningMemory) -> FixReason? {
    joining.beginFix()
    let first = lattice.candidates.count
    let weight = weight(of: kept)
    if let last { torn = reason(toPart: last, from: kept) ?? torn }
    last = kept
    finder.append(kept, weight: weight, to: &lattice.candidates)
    guard lattice.candidates.count > first else {
      passedOver.add(weight, settings.emission)
      return finder.reasonForNone(at: kept.place)
    }
    lattice.candidates.append(.offRoad(at: kept.place, logEmission: -weight * settings.emission.offRoadCost))
    connect(lattice.addRow(kept, weight: weight, from: first), &joining)
    if joining.metBound, kept.number > newestBounded { (newestBounded, boundedFixes) = (kept.number, boundedFixes + 1) }
    passedOver = PassedOver()
    torn = nil
    return nil
  }

  /// How much a fix is independent evidence beside the previous one.
  private func weight(of kept: KeptFix) -> Double {
    guard let lastTime = last?.time, let time = kept.time else { return 1 }
    return min(max(time.seconds(since: lastTime), settings.noise.leastWeightedPeriod) / errorMemory, Double(kept.count))
  }

  /// Joins a new row to the last chain, or begins one.
  private mutating func connect(_ row: Int, _ joining: inout JoiningMemory) {
    guard let last = chains.last?.rows.last else { return beginChain(at: row, nil) }
    if let torn { return beginChain(at: row, torn) }
    join(row, to: last, passedOver, &joining)
    if anchor == nil { reconsider(before: row) }
    passOverOutliers(before: row, &joining)
    if let time = lattice.rows[row].step?.time, let expected = joining.likeliestDuration {
      driven.add(expected: expected, time)
    }
    chains[chains.count - 1].rows.append(row)
    watch(row)
  }

  private mutating func join(
    _ row: Int, to previous: Int, _ passedOver: PassedOver, _ joining: inout JoiningMemory
  ) {
    let (a, b) = (lattice.rows[previous].fix, lattice.rows[row].fix)
    let straight = ruler.distance(a.place, b.place)
    let step = joiner.transition.step(
      from: a, to: b, straight: straight, usualSpeed: pace.usualSpeed, driven, passedOver)
    lattice.rows[row].step = step
    joiner.join(row, to: previous, step, by: ruler.local(at: b.place), in: &lattice, using: &joining)
  }

  /// A long silence in which the vehicle moved, or a jump that no vehicle makes.
  private mutating func reason(toPart a: KeptFix, from b: KeptFix) -> BreakReason? {
    guard let begin = a.time, let end = b.time else { return nil }
    let (ground, time) = (ruler.distance(a.place, b.place), end.seconds(since: begin))
    if time > pace.longestSilence, ground > settings.breaks.silenceDistance { return .timeGap }
    return ground > settings.breaks.reach(in: time) ? .noPath : nil
  }

  private mutating func beginChain(at row: Int, _ reason: BreakReason?) {
    anchor = nil
    lattice.begin(at: row, rules: settings.rules, offRoad: settings.transition.beginOffRoad)
    chains.append(Chain(rows: [row], breakBefore: chains.isEmpty ? nil : reason))
  }

  // MARK: Outliers

  /// Remembers the row before one that fits badly, which may be an outlier.
  private mutating func watch(_ row: Int) {
    let rows = chains[chains.count - 1].rows
    if let anchor, let since = rows.lastIndex(of: anchor), rows.count - 1 - since > settings.breaks.mostOutliers {
      self.anchor = nil
    }
    guard anchor == nil, rows.count > 1 else { return }
    let previous = rows[rows.count - 2]
    let drop = lattice.rows[previous].level - lattice.rows[row].level
    if drop > settings.emission.outlierCost * lattice.rows[row].weight + settings.breaks.outlierMargin {
      anchor = previous
    }
  }

  /// Remembers the row before the last one if the vehicle seems to have left the road in between and that costs more than
  /// an outlier.
  private mutating func reconsider(before row: Int) {
    let rows = chains[chains.count - 1].rows
    guard rows.count > 1, let last = rows.last else { return }
    let before = rows[rows.count - 2]
    let drop = lattice.rows[before].level - lattice.rows[row].level
    let least = settings.emission.outlierCost * lattice.rows[last].weight + settings.breaks.outlierMargin
    if drop > least, lattice.leftRoad(before: row) { anchor = before }
  }

  /// Skips the rows after the anchor if the new row, the first after them, is likelier when joined without them.
  private mutating func passOverOutliers(before row: Int, _ joining: inout JoiningMemory) {
    guard let anchor, let since = chains[chains.count - 1].rows.lastIndex(of: anchor) else { return }
    let skipped = chains[chains.count - 1].rows[(since + 1)...]
    var passing = passedOver
    for row in skipped { passing.add(lattice.rows[row], settings.emission) }
    let (level, step) = (lattice.rows[row].level, lattice.rows[row].step)
    join(row, to: anchor, passing, &joining)
    if lattice.rows[row].level > level {
      chains[chains.count - 1].rows.removeLast(skipped.count)
      self.anchor = nil
    } else if let previous = skipped.last, let step {
      lattice.rows[row].step = step
      let ruler = ruler.local(at: lattice.rows[row].fix.place)
      joiner.join(row, to: previous, step, by: ruler, in: &lattice, using: &joining)
    }
  }
}

/// What skipped fixes add to a transition, as natural logarithms.
struct PassedOver {
  /// If the vehicle was on the road all the time.
  var onRoad = 0.0
  /// If it had left the road.
  var offRoad = 0.0

  /// A row skipped as an outlier, and what was skipped before it. It costs the same on the road and off it, where any
  /// fix fits: skipping it must not pay.
  mutating func add(_ row: LatticeRow, _ settings: EmissionSettings) {
    onRoad += row.weight * settings.outlierCost + (row.step?.onRoad ?? 0)
    offRoad += row.weight * settings.outlierCost + (row.step?.offRoad ?? 0)
  }

  mutating func add(_ weight: Double, _ settings: EmissionSettings) {
    onRoad += weight * settings.outlierCost
    offRoad += weight * settings.offRoadCost
  }
}
