internal import Foundation

/// The logarithm of a sum of numbers given by their logarithms, without overflow.
struct LogSum {
  private var greatest = -Double.infinity
  private var scaled = 0.0

  mutating func add(_ log: Double) {
    guard log > -.infinity else { return }
    if log <= greatest {
      scaled += exp(log - greatest)
    } else {
      scaled = scaled * exp(greatest - log) + 1
      greatest = log
    }
  }

  /// −∞ for an empty sum.
  var value: Double { scaled > 0 ? greatest + log(scaled) : -.infinity }
}

func exponential(_ x: Double) -> Double { exp(x) }
