internal import Geodesy
internal import Moments
internal import Records
internal import Storage

/// The result of reading a latitude or longitude field.
enum CoordinateReading: Equatable {
  /// Degrees × 10⁷.
  case unitsE7(Int32)
  case missing
  case notANumber
  case outOfRange
}

extension ByteCursor {
  /// A number that fills the cursor's range, except for blanks around it.
  @_lifetime(self: copy self)
  mutating func wholeNumber(_ style: NumberStyle) -> ScannedDecimal? {
    skipBlanks()
    let begin = position
    var number = decimal(separator: style.separator)
    if style.separator != 0x2E, peek == 0x2E {
      position = begin
      number = decimal()
    }
    skipBlanks()
    return isAtEnd ? number : nil
  }

  /// A coordinate in degrees within ±`limit`.
  @_lifetime(self: copy self)
  mutating func coordinate(limit: Int, _ style: NumberStyle) -> CoordinateReading {
    skipBlanks()
    if isAtEnd { return .missing }
    guard let number = wholeNumber(style) else { return .notANumber }
    if let units = number.exactUnitsE7 {
      return units.magnitude <= UInt64(limit) * 10_000_000 ? .unitsE7(Int32(units)) : .outOfRange
    }
    let value = number.value
    return abs(value) <= Degrees(limit) ? .unitsE7(Int32(nearestInteger(value * 1e7))) : .outOfRange
  }

  /// A number that cannot be negative, or `nil`: devices write −1 for "unknown".
  @_lifetime(self: copy self)
  mutating func magnitude(_ style: NumberStyle = NumberStyle()) -> Double? {
    guard let value = wholeNumber(style)?.value, value >= 0 else { return nil }
    return value
  }

  /// A course clockwise from north; 360 becomes 0, and anything outside 0…360 is unknown.
  @_lifetime(self: copy self)
  mutating func course(_ style: NumberStyle = NumberStyle()) -> Degrees? {
    guard let value = magnitude(style), value <= 360 else { return nil }
    return value == 360 ? 0 : value
  }
}

extension ScannedDecimal {
  /// The number × 10⁷ if it has at most seven decimals; most receivers write no finer ones.
  fileprivate var exactUnitsE7: Int64? {
    guard digits.magnitude < 10_000_000_000 else { return nil }
    switch exponent {
    case -7: return digits
    case -6: return digits * 10
    case -5: return digits * 100
    case -4: return digits * 1000
    default: return nil
    }
  }
}

/// Sentences on why one record was refused.
enum RefusalSentence {
  static func coordinate(_ name: String, _ reading: CoordinateReading, limit: Int, text: [UInt8]) -> String? {
    switch reading {
    case .unitsE7: nil
    case .missing: "\(name) is missing"
    case .notANumber: "\(name) \(quoted(text)) is not a number"
    case .outOfRange: "\(name) \(String(decoding: text.prefix(40), as: UTF8.self)) is outside -\(limit)…\(limit)"
    }
  }

  static func time(_ text: [UInt8], _ flaw: TimeFlaw, as reading: TimeReading) -> String {
    flaw.sentence(on: quoted(text), as: reading)
  }

  /// On a fix whose time the clocks showed twice, once nothing decides which it is.
  static func repeatedHour(_ fix: Fix, _ clock: LocalClock) -> String {
    guard let first = fix.time else { return FixReason.repeatedHour.meaning }
    let offset = clock.time(first).offsetInMinutes
    let shown = first.adding(seconds: Double(60 * offset)).iso8601.dropLast()
    return TimeFlaw.repeatedHour(first).sentence(on: quoted(shown.utf8), as: TimeReading(clock: clock))
  }
}

extension TimeFlaw {
  /// The reason for which a fix with such a time is refused.
  var reason: FixReason {
    switch self {
    case .implausible: .implausibleTime
    case .repeatedHour: .repeatedHour
    case .unreadable, .unknownOrder, .skippedHour: .badTime
    }
  }
}
