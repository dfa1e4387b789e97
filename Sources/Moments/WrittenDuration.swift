/// A length of time as people write it: `90s`, `10min`, `36h`, `2d`, `1h30min`. A number needs a unit: 6 alone might
/// mean hours.
///
/// - Returns: seconds, not negative and at most ``longestDuration``; `nil` if the text is not a duration.
package func parseDuration(_ text: String) -> Double? {
  var rest = text[...]
  var total = 0.0
  while !rest.isEmpty {
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    rest = rest.dropFirst(digits.count)
    let unit = rest.prefix { $0.isLetter }
    rest = rest.dropFirst(unit.count)
    guard let number = Double(digits), let factor = secondsPerUnit[String(unit)] else { return nil }
    total += number * factor
  }
  return !text.isEmpty && total <= longestDuration ? total : nil
}

/// A thousand years, in seconds.
package let longestDuration = 3.2e10

private let secondsPerUnit: [String: Double] = [
  "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400, "w": 604_800,
]
