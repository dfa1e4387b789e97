internal import Storage

/// Times that are numbers counted from a stated moment: `s since 1989-12-31`, `days since 1899-12-30`.
///
/// A second number may follow the first, as a day and what passed since it began: `days since 2017-10-31 + ms`. It may
/// also follow a time that is written out: with `iso + min`, `2026-05-08T09:00:00Z 5` is five minutes past nine.
package struct TimeCount: Hashable, Sendable {
  /// As it was stated.
  package let text: String
  /// `nil` if each number counts from the time that is written before it.
  private let unit: Unit?
  private let added: Unit?
  /// Milliseconds since 1970.
  private let beginning: Int64

  private enum Unit: String {
    case minutes = "min"
    case seconds = "s"
    case milliseconds = "ms"
    case microseconds = "us"
    case nanoseconds = "ns"
    /// Of .NET, 100 ns each.
    case ticks
    case days

    func milliseconds(_ number: ScannedDecimal) -> Int64? {
      switch self {
      case .minutes: abs(number.value) < 1e10 ? Int64((number.value * 60_000).rounded()) : nil
      case .seconds: number.rounded(scaledBy: 3)
      case .milliseconds: number.rounded(scaledBy: 0)
      case .microseconds: number.rounded(scaledBy: -3)
      case .nanoseconds: number.rounded(scaledBy: -6)
      case .ticks: number.rounded(scaledBy: -4)
      case .days: abs(number.value) < 1e7 ? Int64((number.value * 86_400_000).rounded()) : nil
      }
    }
  }

  /// `nil` for a text that is not `UNIT since DATE`, `UNIT since DATE + UNIT` or `iso + UNIT`.
  package init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    if words.count == 3, words[0] == "iso", words[1] == "+", let added = Unit(rawValue: words[2]) {
      (self.text, unit, self.added, beginning) = (text, nil, added, 0)
      return
    }
    guard words.count == 3 || words.count == 5 && words[3] == "+", words[1] == "since" else { return nil }
    guard let unit = Unit(rawValue: words[0]) else { return nil }
    let moment = words[2].contains("T") ? words[2] : words[2] + "T00:00:00Z"
    let bytes = Array(moment.utf8)
    guard let beginning = TimeReading(.iso8601, within: TimeReading.years).time(ByteCursor(bytes.span)) else {
      return nil
    }
    self.text = text
    self.unit = unit
    self.beginning = beginning.millisecondsSince1970
    added = words.count == 5 ? Unit(rawValue: words[4]) : nil
    if words.count == 5 && added == nil { return nil }
  }

  /// Whether the numbers count calendar days, and so follow the clock of a place.
  var countsDays: Bool { unit == .days }
  /// Whether each number follows a written time and counts from it.
  var followsWrittenTime: Bool { unit == nil }

  /// What is expected, as the end of a sentence.
  var expectation: String {
    followsWrittenTime ? "a time in ISO 8601 and a number of \(added?.rawValue ?? "") from it on" : "a count of \(text)"
  }

  /// Milliseconds since 1970 of the number or the two numbers that fill the cursor's range.
  func milliseconds(_ cursor: inout ByteCursor) -> Int64? {
    guard let unit else { return nil }
    guard added != nil else { return scanDecimal(&cursor).flatMap(unit.milliseconds).flatMap { sum($0, beginning) } }
    guard let first = cursor.decimal().flatMap(unit.milliseconds), cursor.skip(0x20) else { return nil }
    return addedMilliseconds(&cursor).flatMap { sum(first, $0) }.flatMap { sum($0, beginning) }
  }

  /// Milliseconds of a second number, which fills the cursor's range.
  func addedMilliseconds(_ cursor: inout ByteCursor) -> Int64? {
    scanDecimal(&cursor).flatMap { number in added.flatMap { $0.milliseconds(number) } }
  }

  private func sum(_ a: Int64, _ b: Int64) -> Int64? {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? nil : sum
  }
}
