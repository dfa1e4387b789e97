/// The unit of a measured number and, in its type, the number of decimals worth writing.
package struct Measure<let places: Int>: Sendable {
  let unit: String
}

extension Measure where places == 1 {
  static var degrees: Self { Self(unit: "deg") }
}

extension Measure where places == 2 {
  /// To the centimetre, the resolution of coordinates.
  static var metres: Self { Self(unit: "m") }
  static var metresPerSecond: Self { Self(unit: "m/s") }
}

extension Measure where places == 3 {
  /// To the millisecond, the resolution of times.
  static var seconds: Self { Self(unit: "s") }
}

extension Measure where places == 4 {
  /// A probability or a share, 0 … 1.
  static var probability: Self { Self(unit: "1") }
  /// A natural logarithm of a ratio of probabilities.
  static var logarithm: Self { Self(unit: "1") }
}

extension Measure where places == 6 {
  /// A position on a line, 0 at its start and 1 at its end: a millionth of 10 km is a centimetre.
  static var fraction: Self { Self(unit: "1") }
}
