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
    if let units = plainUnitsE7(separator: style.separator) {
      return units.magnitude <= UInt32(limit) * 10_000_000 ? .unitsE7(units) : .outOfRange
    }
    skipBlanks()
    if isAtEnd { return .missing }
    guard let number = wholeNumber(style) else { return .notANumber }
    if let units = number.exactUnitsE7 {
      return units.magnitude <= UInt64(limit) * 10_000_000 ? .unitsE7(Int32(units)) : .outOfRange
    }
    let value = number.value
    return abs(value) <= Degrees(limit) ? .unitsE7(Int32(nearestInteger(value * 1e7))) : .outOfRange
  }

  /// Degrees × 10⁷ of `-180.1234567`: three digits or fewer, and seven decimals or fewer, that fill the range; `nil` for
  /// any other text, of which nothing is consumed.
  @inline(__always)
  private func plainUnitsE7(separator: UInt8) -> Int32? {
    let isNegative = peek == 0x2D
    let begin = isNegative ? 1 : 0
    guard position + begin < end, let first = word(paddedAhead: begin) else { return nil }
    let whole = DigitRun(first, atMost: 3)
    let point = begin + whole.count
    guard whole.count > 0, position + point < end, byte(ahead: point) == separator else { return nil }
    guard let second = word(paddedAhead: point + 1) else { return nil }
    let decimals = DigitRun(second)
    guard decimals.count <= 7, position + point + 1 + decimals.count == end else { return nil }
    let scale = DigitRun.scale(7 - decimals.count)
    let units = Int64(whole.value) * 10_000_000 + Int64(decimals.value * scale)
    return Int32(exactly: isNegative ? -units : units)
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
