/// A small generator of pseudo-random numbers whose sequence is the same everywhere.
///
/// - Source: Steele, Lea & Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014,
///   doi:10.1145/2660193.2660195; the mixing constants are variant 13 of Stafford's.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// 0 ..< 1, in steps of 2⁻⁵³.
  package mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Nearly normal with mean 0 and deviation 1: the sum of twelve uniform numbers, less 6.
  ///
  /// It uses additions only, so that no two machines round it differently, as they may a logarithm.
  package mutating func normal() -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + uniform() }
  }
}
