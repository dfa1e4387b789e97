private import Glibc
internal import RoadRules

/// How the hours of the week change the paces of all roads, and of each tier of roads besides.
///
/// Shapes, for *t* tiers and *c* classes of hours:
///
///     effects, variances      t · c, logarithms of factors, and the variances of their errors
struct HourEffects: Sendable {
  private(set) var effects: [Double]
  private(set) var variances: [Double]
  /// Of all roads, and of tiers against these.
  private(set) var common: HourKernel
  private(set) var ofTiers: HourKernel

  private static let sweeps = 3

  /// - Parameter last: the effects under which the sums were made.
  init(_ sums: HourSums, last: [Double], _ classes: WeekClasses) {
    let observed = Self.observed(sums, last: last)
    var common = HourSeries()
    let tiers = observed
    var deviations = [Double](repeating: 0, count: last.count)
    (self.common, ofTiers) = (HourKernel.none, HourKernel.none)
    effects = [Double](repeating: 0, count: last.count)
    variances = effects
    for sweep in 0..<Self.sweeps {
      common = Self.common(tiers, less: deviations, classCount: classes.count)
      if sweep < 2 { self.common = HourRegression.likeliest([common], classes, levelIsKnown: true) }
      let (all, spread) = Self.predicted(common, self.common, classes)
      let rest = tiers.map { Self.rest(of: $0, less: all) }
      if sweep < 2 { ofTiers = HourRegression.likeliest(rest, classes, levelIsKnown: true) }
      for (tier, series) in rest.enumerated() {
        let (own, ownSpread) = Self.predicted(series, ofTiers, classes)
        for hour in 0..<classes.count {
          let cell = tier * classes.count + hour
          deviations[cell] = own[hour]
          effects[cell] = all[hour] + own[hour]
          variances[cell] = spread[hour] + ownSpread[hour]
        }
      }
    }
  }

  /// One series for each tier: the logarithms of factors against the mean of the week.
  private static func observed(_ sums: HourSums, last: [Double]) -> [HourSeries] {
    let classCount = sums.classCount
    return (0..<sums.tierCount).map { tier in
      var series = HourSeries()
      for hour in 0..<classCount {
        let cell = tier * classCount + hour
        guard sums.weights[cell] > 0, sums.ratios[cell] > 0 else { continue }
        let variance = 1 / sums.weights[cell]
        series.append(
          last[cell] + log(sums.ratios[cell] / sums.weights[cell]) + variance / 2, variance: variance, in: hour)
      }
      return series.centred
    }
  }

  /// The weighted means of all tiers.
  private static func common(_ tiers: [HourSeries], less deviations: [Double], classCount: Int) -> HourSeries {
    var weights = [Double](repeating: 0, count: classCount)
    var values = weights
    for (tier, series) in tiers.enumerated() {
      for index in 0..<series.count {
        let hour = series.hours[index]
        weights[hour] += 1 / series.variances[index]
        values[hour] += (series.values[index] - deviations[tier * classCount + hour]) / series.variances[index]
      }
    }
    var common = HourSeries()
    for hour in 0..<classCount where weights[hour] > 0 {
      common.append(values[hour] / weights[hour], variance: 1 / weights[hour], in: hour)
    }
    return common
  }

  private static func rest(of series: HourSeries, less all: [Double]) -> HourSeries {
    var rest = series
    for index in 0..<rest.count { rest.values[index] -= all[rest.hours[index]] }
    return rest
  }

  private static func predicted(
    _ series: HourSeries, _ kernel: HourKernel, _ classes: WeekClasses
  ) -> (values: [Double], variances: [Double]) {
    var regression = HourRegression(kernel, classes)
    regression.take(series)
    regression.predict()
    return (
      (0..<classes.count).map { regression.deviation(of: $0, from: 0).value },
      (0..<classes.count).map { regression.variance(of: $0) }
    )
  }
}

extension HourSeries {
  /// The same with 0 for its weighted mean.
  var centred: HourSeries {
    var (sum, weights) = (0.0, 0.0)
    for index in 0..<count {
      sum += values[index] / variances[index]
      weights += 1 / variances[index]
    }
    guard weights > 0 else { return self }
    var result = self
    for index in 0..<count { result.values[index] -= sum / weights }
    return result
  }
}
