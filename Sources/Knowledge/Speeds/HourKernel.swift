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
///
/// Shapes, for *n* observed classes of *c*: rows of numbers are in vectors of eight, the last one filled up with zeros.
struct HourRegression {
  private typealias Eight = SIMD8<Double>

  /// *c* rows of *c*.
  private let covariances: [Double]
  private let rows: [Eight]
  private let classCount: Int
  /// The last series.
  private var hours: [Int] = []
  private var errors: [Double] = []
  /// The factor of *S*, *n* rows, and its diagonal.
  private var factor: [Eight] = []
  private var diagonal: [Double] = []
  private var width = 0
  /// *S*⁻¹ *y* and *S*⁻¹ 1.
  private var solved: [Eight] = []
  private var ones: [Eight] = []
  private var rest: [Eight] = []
  private(set) var logDeterminant = 0.0
  private(set) var quadratic = 0.0
  /// The generalised mean of the last series, and the variance of its error.
  private(set) var level = 0.0
  private(set) var levelVariance = 0.0

  /// By class: see ``predict()``.
  private var values: [Eight] = []
  private var shares: [Eight] = []
  private var norms: [Eight] = []
  private var columns: [Eight] = []
  private var variances: [Double] = []
  private var owns: [Double] = []

  init(_ kernel: HourKernel, _ classes: WeekClasses) {
    covariances = kernel.covariances(classes)
    classCount = classes.count
    let (count, all) = (classCount, covariances)
    rows = (0..<count).flatMap { Self.vectors(Array(all[$0 * count..<($0 + 1) * count])) }
  }

  private static func vectors(_ values: [Double]) -> [Eight] {
    var vectors = [Eight](repeating: .zero, count: (values.count + 7) / 8)
    for (place, value) in values.enumerated() { vectors[place / 8][place % 8] = value }
    return vectors
  }

  mutating func take(_ series: HourSeries) {
    (hours, errors) = (series.hours, series.variances)
    width = (series.count + 7) / 8
    factorise()
    solved = solution(of: Self.vectors(series.values))
    ones = solution(of: Self.vectors([Double](repeating: 1, count: series.count)))
    var (sum, information) = (0.0, 0.0)
    quadratic = 0
    for (place, value) in series.values.enumerated() {
      information += ones[place / 8][place % 8]
      sum += solved[place / 8][place % 8]
      quadratic += solved[place / 8][place % 8] * value
    }
    level = information > 0 ? sum / information : 0
    levelVariance = information > 0 ? 1 / information : .infinity
  }

  // MARK: Solving

  private mutating func factorise() {
    factor.removeAll(keepingCapacity: true)
    factor.append(contentsOf: repeatElement(.zero, count: hours.count * width))
    diagonal.removeAll(keepingCapacity: true)
    logDeterminant = 0
    for i in hours.indices {
      for j in 0..<i {
        let rest = covariances[hours[i] * classCount + hours[j]] - product(ofRows: i, j)
        factor[i * width + j / 8][j % 8] = rest / diagonal[j]
      }
      let rest = covariances[hours[i] * classCount + hours[i]] + errors[i] - product(ofRows: i, i)
      diagonal.append(max(1e-12, rest).squareRoot())
      factor[i * width + i / 8][i % 8] = diagonal[i]
      logDeterminant += 2 * log(diagonal[i])
    }
  }

  /// The product of two rows up to the place `j`, which the first does not have yet.
  private func product(ofRows i: Int, _ j: Int) -> Double {
    var sum = Eight.zero
    for place in 0...j / 8 { sum += factor[i * width + place] * factor[j * width + place] }
    return sum.sum()
  }

  private mutating func solution(of right: [Eight]) -> [Eight] {
    rest = right
    var forward = [Eight](repeating: .zero, count: width)
    for i in hours.indices {
      var sum = Eight.zero
      for place in 0...i / 8 { sum += factor[i * width + place] * forward[place] }
      forward[i / 8][i % 8] = (rest[i / 8][i % 8] - sum.sum()) / diagonal[i]
    }
    rest = forward
    for i in hours.indices.reversed() {
      let value = rest[i / 8][i % 8] / diagonal[i]
      for place in 0...i / 8 { rest[place] -= value * factor[i * width + place] }
      forward[i / 8][i % 8] = value
    }
    return forward
  }

  // MARK: Predicting

  /// Prepares what is said of classes for the last series, of all at the same time.
  ///
  /// With the factor *L*, an observed class has the column *L*⁻¹ *e* and any other *L*⁻¹ *k*. As *k* = *S* *e* − *v* *e* for an
  /// observed class with the error *v*, its own weight is 1 − *v* |*L*⁻¹ *e*|², and its variance *v* times that.
  mutating func predict() {
    let all = (classCount + 7) / 8
    var isOpen = [Eight](repeating: Eight(repeating: 1), count: all)
    for hour in hours { isOpen[hour / 8][hour % 8] = 0 }
    values = [Eight](repeating: .zero, count: all)
    shares = values
    norms = values
    columns.removeAll(keepingCapacity: true)
    for i in hours.indices {
      let (value, one) = (solved[i / 8][i % 8], ones[i / 8][i % 8])
      for place in 0..<all {
        let row = rows[hours[i] * all + place]
        values[place] += value * row
        shares[place] += one * row
        columns.append(row * isOpen[place])
      }
      columns[i * all + hours[i] / 8][hours[i] % 8] = 1
      for k in 0..<i {
        let part = factor[i * width + k / 8][k % 8]
        for place in 0..<all { columns[i * all + place] -= part * columns[k * all + place] }
      }
      for place in 0..<all {
        columns[i * all + place] /= diagonal[i]
        norms[place] += columns[i * all + place] * columns[i * all + place]
      }
    }
    takeNorms()
  }

  private mutating func takeNorms() {
    variances.removeAll(keepingCapacity: true)
    for place in 0..<classCount {
      variances.append(max(0, covariances[place * classCount + place] - norms[place / 8][place % 8]))
    }
    owns.removeAll(keepingCapacity: true)
    owns.append(contentsOf: repeatElement(0, count: classCount))
    for (hour, error) in zip(hours, errors) {
      owns[hour] = min(1, max(0, 1 - error * norms[hour / 8][hour % 8]))
      variances[hour] = error * owns[hour]
    }
  }

  /// The deviation of a class from a level, and the share of the level that the observations take back.
  func deviation(of class: Int, from level: Double) -> (value: Double, share: Double) {
    let share = shares[`class` / 8][`class` % 8]
    return (values[`class` / 8][`class` % 8] - level * share, share)
  }

  /// The variance of the deviation of a class when the level is known.
  func variance(of class: Int) -> Double { variances[`class`] }

  /// The weight that the observation of a class itself has in its deviation, when the level is known.
  func weightOfOwn(_ class: Int) -> Double { owns[`class`] }

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
