/// The format of times in a CSV file.
package enum TimeFormat: String, CaseIterable, Sendable {
  /// ISO 8601 if it looks like it, otherwise a number whose unit follows from its magnitude.
  case automatic = "auto"
  case iso8601 = "iso"
  case epochSeconds = "s"
  case epochMilliseconds = "ms"
  case epochMicroseconds = "us"
  case epochNanoseconds = "ns"

  /// The power of ten that converts the number to milliseconds; `nil` if the magnitude or the text decides.
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
