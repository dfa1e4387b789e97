private import Glibc

/// A small generator of pseudo-random numbers whose sequence is the same everywhere.
///
/// - Source: Steele, Lea & Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014,
///   doi:10.1145/2660193.2660195; the mixing constants are variant 13 of Stafford's.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64
  /// The second of a pair of normal numbers, kept for the next call.
  private var spare: Double?

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  /// A number whose bits depend on all bits of `value`. Different values give different numbers.
  package static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Uniform in 0 ..< 1, in steps of 2⁻⁵³.
  package mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Uniform over a range.
  package mutating func uniform(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + uniform() * (range.upperBound - range.lowerBound)
  }

  /// Normal, with mean 0 and standard deviation 1.
  ///
  /// - Source: the polar method, Marsaglia & Bray, SIAM Review 1964, doi:10.1137/1006063.
  package mutating func normal() -> Double {
    if let spare {
      self.spare = nil
      return spare
    }
    while true {
      let x = 2 * uniform() - 1
      let y = 2 * uniform() - 1
      let square = x * x + y * y
      guard square > 0, square < 1 else { continue }
      let scale = (-2 * log(square) / square).squareRoot()
      spare = y * scale
      return x * scale
    }
  }

  /// Nearly normal, with mean 0 and standard deviation 1: the sum of twelve uniform numbers, less 6.
  ///
  /// It uses only additions, so that no two machines round it differently, as they may a logarithm.
  package mutating func nearlyNormal() -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + uniform() }
  }
}
