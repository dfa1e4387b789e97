internal import Foundation

/// The logarithm of a sum of numbers given by their logarithms, without overflow.
struct LogSum {
  private var greatest = -Double.infinity
  private var scaled = 0.0

  /// What is e¹⁵ times less than the greatest term so far does not change the first six digits, and is left out.
  static var negligible: Double { 15 }

  mutating func add(_ log: Double) {
    let less = log - greatest
    if less <= 0 {
      if less > -Self.negligible { scaled += exp(less) }
    } else if log > -.infinity {
      scaled = less < Self.negligible ? scaled * exp(-less) + 1 : 1
      greatest = log
    }
  }

  /// −∞ for an empty sum. Most sums have one part that counts.
  var value: Double { scaled == 1 ? greatest : scaled > 0 ? greatest + log(scaled) : -.infinity }
}

func exponential(_ x: Double) -> Double { exp(x) }
func logarithm(_ x: Double) -> Double { log(x) }
