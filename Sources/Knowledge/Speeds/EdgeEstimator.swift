private import Glibc
internal import RoadGraph
internal import RoadRules

/// What was fitted to all drives, from which the speeds of each edge follow.
struct SpeedFit: Sendable {
  let groups: RoadGroups
  let classes: WeekClasses
  let hours: HourEffects
  let kernel: HourKernel
  let tree: RoadTree
  let passages: PassageVariance
}

/// The mean paces of one edge in all classes of hours: its own passages, those of its road, and the hours of its tier.
///
/// The logarithm of the mean pace of an edge is the sum of that of the profile, a level of the edge about that of its
/// road, the effect of the hour on its tier, and a deviation of its own with the covariances of an ``HourKernel``.
struct EdgeEstimator {
  private let groups: RoadGroups
  private let hours: HourEffects
  private let passages: PassageVariance
  private let classCount: Int
  private var regression: HourRegression
  private var series = HourSeries()
  private(set) var edge = 0
  /// The posterior level of the edge, the variance of its error, and the weight of the edge's own passages in it.
  private(set) var level = 0.0
  private(set) var levelVariance = 0.0
  private(set) var ownWeight = 0.0

  init(
    groups: RoadGroups, hours: HourEffects, passages: PassageVariance, kernel: HourKernel, classes: WeekClasses
  ) {
    self.groups = groups
    self.hours = hours
    self.passages = passages
    classCount = classes.count
    regression = HourRegression(kernel, classes)
  }

  init(_ fit: SpeedFit) {
    self.init(groups: fit.groups, hours: fit.hours, passages: fit.passages, kernel: fit.kernel, classes: fit.classes)
  }

  /// The deviations of an edge from the profile and from the hours of its tier.
  mutating func observe(_ edge: Int, _ cells: ArraySlice<SpeedCell>) -> HourSeries {
    series.removeAll()
    let variance = passages.variance(of: edge, kind: groups.kind(of: edge))
    let base = log(Double(groups.basePaces[edge]))
    for cell in cells {
      let error = passages.error(of: cell, variance: variance)
      // The logarithm of a mean is too small by half its relative variance.
      series.append(
        Double(cell.logPace) + error / 2 - base - effect(of: edge, in: Int(cell.hours)), variance: error,
        in: Int(cell.hours))
    }
    return series
  }

  private func effect(of edge: Int, in class: Int) -> Double {
    hours.effects[Int(groups.tiers[edge]) * classCount + `class`]
  }

  /// The level of an edge by its own passages alone, and the variance of its error.
  mutating func ownLevel(of edge: Int, _ cells: ArraySlice<SpeedCell>) -> (value: Double, error: Double) {
    guard !cells.isEmpty else { return (0, .infinity) }
    regression.take(observe(edge, cells))
    return (regression.level, regression.levelVariance)
  }

  /// Takes an edge with its cells, for ``logPace(in:)`` and ``variance(in:)``.
  mutating func take(_ edge: Int, _ cells: ArraySlice<SpeedCell>, _ tree: RoadTree) {
    self.edge = edge
    regression.take(observe(edge, cells))
    regression.predict()
    let prior = tree.prior(of: edge)
    let error = regression.levelVariance
    ownWeight = error < .infinity ? tree.edgeVariance / (tree.edgeVariance + error + 1e-12) : 0
    level = (1 - ownWeight) * prior.mean + (ownWeight > 0 ? ownWeight * regression.level : 0)
    levelVariance = (1 - ownWeight) * (tree.edgeVariance + (1 - ownWeight) * prior.variance)
  }

  /// The expected logarithm of the mean pace in a class, in seconds per metre.
  func logPace(in class: Int) -> Double {
    log(Double(groups.basePaces[edge])) + level + effect(of: edge, in: `class`)
      + regression.deviation(of: `class`, from: level).value
  }

  /// The expected logarithm of the pace in the mean of the week.
  var levelPace: Double { log(Double(groups.basePaces[edge])) + level }

  /// The variance of the error of ``logPace(in:)``.
  func variance(in class: Int) -> Double {
    let share = 1 - regression.deviation(of: `class`, from: level).share
    return regression.variance(of: `class`) + share * share * levelVariance
      + share * share * hours.variances[Int(groups.tiers[edge]) * classCount + `class`]
  }

  /// The weights of passages in a class and in other classes.
  func weights(in class: Int) -> (own: Double, others: Double) {
    let own = regression.weightOfOwn(`class`)
    let share = min(1, max(0, regression.deviation(of: `class`, from: level).share))
    return (own, max(0, share - own) + (1 - share) * ownWeight)
  }
}
