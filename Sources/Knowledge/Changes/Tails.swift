private import Glibc

/// Probabilities of values as far out as the one seen, or further.
enum Tails {
  /// Counts with more spread than Poisson's: negative binomial with a mean, and a variance of `mean + mean² / shape`.
  ///
  /// - Returns: P(X ≤ `count`).
  static func below(_ count: Int, mean: Double, shape: Double) -> Double {
    var (term, sum) = (atZero(mean, shape), 0.0)
    for value in 0...max(0, count) {
      sum += term
      term *= (shape + Double(value)) / Double(value + 1) * mean / (shape + mean)
    }
    return min(1, sum)
  }

  /// - Returns: P(X ≥ `count`), exact also where it is tiny.
  static func above(_ count: Int, mean: Double, shape: Double) -> Double {
    guard count > 0 else { return 1 }
    var (term, sum) = (atZero(mean, shape), 0.0)
    for value in 0..<count { term *= (shape + Double(value)) / Double(value + 1) * mean / (shape + mean) }
    var value = count
    while term > 1e-17 * sum, value < count + 10_000 {
      sum += term
      term *= (shape + Double(value)) / Double(value + 1) * mean / (shape + mean)
      value += 1
    }
    return min(1, sum)
  }

  private static func atZero(_ mean: Double, _ shape: Double) -> Double { exp(-shape * log1p(mean / shape)) }

  /// One side of Student's distribution.
  ///
  /// - Source: the approximation of Wallace, Annals of Mathematical Statistics 1959, doi:10.1214/aoms/1177706335, within
  ///   0.02 normal deviations from 5 degrees of freedom on.
  static func student(_ value: Double, freedom: Double) -> Double {
    let size = (8 * freedom + 1) / (8 * freedom + 3) * (freedom * log1p(value * value / freedom)).squareRoot()
    let tail = erfc(size / 2.0.squareRoot()) / 2
    return value > 0 ? tail : 1 - tail
  }

  /// Which of many hypotheses are rejected so that the expected share of false ones among them is at most `share`,
  /// however they depend on each other.
  ///
  /// - Returns: the greatest p-value that is rejected, or −1.
  /// - Source: Benjamini & Yekutieli, Annals of Statistics 2001, doi:10.1214/aos/1013699998.
  static func limit(_ values: [Double], share: Double) -> Double {
    let harmonic = (1...max(1, values.count)).reduce(0) { $0 + 1 / Double($1) }
    var limit = -1.0
    for (number, value) in values.sorted().enumerated()
    where value <= share * Double(number + 1) / Double(values.count) / harmonic { limit = value }
    return limit
  }

  static func logarithm(_ value: Double) -> Double { log(value) }
  static func exponential(_ value: Double) -> Double { exp(value) }
}
