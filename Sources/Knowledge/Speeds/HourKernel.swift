private import Glibc
internal import RoadRules

/// How alike the deviations of a road are in two classes of hours.
///
/// The covariance falls exponentially with the hours between the middles of the classes, round the clock, and is a share
/// of that between two sets of days. So an hour in which nobody drove takes after the hours beside it and after the same
/// hour of other days.
///
/// - Source: Rasmussen & Williams, Gaussian Processes for Machine Learning, 2006, ISBN 026218253X, §4.2 and §5.4.1: the
///   exponential kernel, and its parameters by the greatest marginal likelihood.
struct HourKernel: Sendable, Equatable {
  var variance: Double
  /// The hours after which the covariance has fallen to 1/e.
  var reach: Double
  /// The correlation of the same hour of two sets of days.
  var betweenDays: Double

  /// The covariances of all classes: *c* rows of *c*.
  func covariances(_ classes: WeekClasses) -> [Double] {
    let places = (0..<classes.count).map { number in
      let part = classes.parts(of: number)
      return (days: part.days, hour: Double(part.hours.lowerBound + part.hours.upperBound) / 2)
    }
    return places.flatMap { a in
      places.map { b in
        let apart = abs(a.hour - b.hour)
        return variance * exp(-min(apart, 24 - apart) / reach) * (a.days == b.days ? 1 : betweenDays)
      }
    }
  }

  /// Nothing is peculiar to any hour.
  static let none = HourKernel(variance: 0, reach: 4, betweenDays: 0.5)
  /// The variances that are tried: from deviations of 1.5 % on, each half as large again as the last.
  static let variances = [0] + (0..<18).map { 0.0002 * pow(1.5, Double($0)) }
  static let reaches = [1.5, 4, 10]
  static let correlations = [0.2, 0.6, 0.9]
}

/// Observations of the deviation of one road or tier in some classes of hours.
struct HourSeries: Sendable {
  var hours: [Int] = []
  /// Logarithms.
  var values: [Double] = []
  /// The variances of their errors.
  var variances: [Double] = []

  var count: Int { hours.count }

  mutating func append(_ value: Double, variance: Double, in class: Int) {
    hours.append(`class`)
    values.append(value)
    variances.append(variance)
  }

  mutating func removeAll() {
    hours.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    variances.removeAll(keepingCapacity: true)
  }
}

/// Predicts all classes of hours from observations of some, with a level that may be unknown.
///
/// With the covariance *K* of the observed classes, their errors *V* and *S* = *K* + *V*, the level is the generalised
/// mean of the observations, and a class deviates from it by *k* *S*⁻¹ (*y* − level).
struct HourRegression {
  private let covariances: [Double]
  private let classCount: Int
  /// The lower triangle of the factor of *S*, row by row.
  private var factor: [Double] = []
  private var hours: [Int] = []
  /// *S*⁻¹ *y* and *S*⁻¹ 1.
  private(set) var solved: [Double] = []
  private(set) var ones: [Double] = []
  private var row: [Double] = []
  private(set) var logDeterminant = 0.0
  private(set) var quadratic = 0.0

  init(_ kernel: HourKernel, _ classes: WeekClasses) {
    covariances = kernel.covariances(classes)
    classCount = classes.count
  }

  /// The generalised mean of the last series, and the variance of its error.
  private(set) var level = 0.0
  private(set) var levelVariance = 0.0

  mutating func take(_ series: HourSeries) {
    hours = series.hours
    factorise(series)
    solved = series.values
    solve(&solved)
    ones = [Double](repeating: 1, count: series.count)
    solve(&ones)
    var (sum, information) = (0.0, 0.0)
    quadratic = 0
    for index in series.values.indices {
      information += ones[index]
      sum += solved[index]
      quadratic += solved[index] * series.values[index]
    }
    level = information > 0 ? sum / information : 0
    levelVariance = information > 0 ? 1 / information : .infinity
  }

  private mutating func factorise(_ series: HourSeries) {
    let count = series.count
    factor.removeAll(keepingCapacity: true)
    logDeterminant = 0
    for i in 0..<count {
      let row = i * (i + 1) / 2
      for j in 0...i {
        var sum = covariances[hours[i] * classCount + hours[j]]
        if i == j { sum += series.variances[i] }
        let other = j * (j + 1) / 2
        for k in 0..<j { sum -= factor[row + k] * factor[other + k] }
        factor.append(i == j ? max(1e-12, sum).squareRoot() : sum / factor[other + j])
      }
      logDeterminant += 2 * log(factor[row + i])
    }
  }

  private func solve(_ vector: inout [Double]) {
    forward(&vector)
    for i in stride(from: vector.count - 1, through: 0, by: -1) {
      var sum = vector[i]
      for k in i + 1..<max(i + 1, vector.count) { sum -= factor[k * (k + 1) / 2 + i] * vector[k] }
      vector[i] = sum / factor[i * (i + 1) / 2 + i]
    }
  }

  private func forward(_ vector: inout [Double]) {
    for i in vector.indices {
      let row = i * (i + 1) / 2
      var sum = vector[i]
      for k in 0..<i { sum -= factor[row + k] * vector[k] }
      vector[i] = sum / factor[row + i]
    }
  }

  /// The deviation of a class from a level, and the share of the level that the observations take back.
  func deviation(of class: Int, from level: Double) -> (value: Double, share: Double) {
    var (value, share) = (0.0, 0.0)
    for index in hours.indices {
      let covariance = covariances[`class` * classCount + hours[index]]
      value += covariance * (solved[index] - level * ones[index])
      share += covariance * ones[index]
    }
    return (value, share)
  }

  /// The variance of the deviation of a class when the level is known.
  mutating func variance(of class: Int) -> Double {
    row.removeAll(keepingCapacity: true)
    for hour in hours { row.append(covariances[`class` * classCount + hour]) }
    var rest = covariances[`class` * classCount + `class`]
    forwardRow()
    for value in row { rest -= value * value }
    return max(0, rest)
  }

  private mutating func forwardRow() {
    var vector = row
    forward(&vector)
    row = vector
  }

  /// The weight that the observation of a class itself has in its deviation, when the level is known.
  func weightOfOwn(_ class: Int) -> Double {
    guard let index = hours.firstIndex(of: `class`) else { return 0 }
    var unit = [Double](repeating: 0, count: hours.count)
    unit[index] = 1
    solve(&unit)
    var weight = 0.0
    for other in hours.indices { weight += covariances[`class` * classCount + hours[other]] * unit[other] }
    return weight
  }

  /// The logarithm of the likelihood of the last series; of its contrasts if the level is unknown.
  ///
  /// - Source: Harville, JASA 1977, doi:10.1080/01621459.1977.10480998: restricted maximum likelihood.
  func logLikelihood(levelIsKnown: Bool) -> Double {
    if levelIsKnown { return -0.5 * (logDeterminant + quadratic) }
    return -0.5 * (logDeterminant - log(levelVariance) + quadratic - level * level / levelVariance)
  }

  /// The kernel under which several series are likeliest: by its variance, then its shape, then its variance again.
  static func likeliest(_ series: [HourSeries], _ classes: WeekClasses, levelIsKnown: Bool) -> HourKernel {
    func best(_ kernels: [HourKernel]) -> HourKernel {
      var best = (kernel: kernels[0], likelihood: -Double.infinity)
      for kernel in kernels {
        let likelihood = logLikelihood(of: series, kernel, classes, levelIsKnown: levelIsKnown)
        if likelihood > best.likelihood { best = (kernel, likelihood) }
      }
      return best.kernel
    }
    func scaled(_ kernel: HourKernel) -> [HourKernel] {
      HourKernel.variances.map {
        HourKernel(variance: $0, reach: kernel.reach, betweenDays: kernel.betweenDays)
      }
    }
    let first = best(scaled(.none))
    guard first.variance > 0 else { return first }
    let shaped = best(
      HourKernel.reaches.flatMap { reach in
        HourKernel.correlations.map { HourKernel(variance: first.variance, reach: reach, betweenDays: $0) }
      })
    return best(scaled(shaped))
  }

  private static func logLikelihood(
    of series: [HourSeries], _ kernel: HourKernel, _ classes: WeekClasses, levelIsKnown: Bool
  ) -> Double {
    var regression = HourRegression(kernel, classes)
    var sum = 0.0
    for one in series where one.count > 0 {
      regression.take(one)
      sum += regression.logLikelihood(levelIsKnown: levelIsKnown)
    }
    return sum
  }
}
