/// How times are written in a CSV file.
package enum TimeFormat: String, CaseIterable, Sendable {
  /// ISO 8601 where it looks so, else a number whose unit is told by its magnitude.
  case automatic = "auto"
  case iso8601 = "iso"
  case epochSeconds = "s"
  case epochMilliseconds = "ms"
  case epochMicroseconds = "us"
  case epochNanoseconds = "ns"

  /// The power of ten that turns the number into milliseconds; `nil` where the magnitude or the text decides.
  var shiftToMilliseconds: Int? {
    switch self {
    case .automatic, .iso8601: nil
    case .epochSeconds: 3
    case .epochMilliseconds: 0
    case .epochMicroseconds: -3
    case .epochNanoseconds: -6
    }
  }
}
