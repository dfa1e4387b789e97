internal import Storage

/// How a file writes its times, in the directives of `strptime`: `%d.%m.%Y %H:%M:%S`.
///
/// - Source: POSIX.1-2024, System Interfaces, `strptime`; `%f` as in Python, `%F` as in ISO C.
package struct TimePattern: Hashable, Sendable {
  fileprivate enum Part: Hashable, Sendable {
    case literal(UInt8)
    case blanks
    case field(Field)
  }

  fileprivate enum Field: Hashable, Sendable {
    case year, shortYear, month, monthName, day, dayOfYear, weekday
    case hour, hourOfHalf, half, minute, second, fraction
    case offset, epochSeconds
  }

  /// As the user has written it.
  package let text: String
  private let parts: [Part]

  package init(_ text: String) throws(TimePatternError) {
    self.text = text
    guard text.contains("%") else { throw .noPattern(text) }
    var parts: [Part] = []
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      if byte == UInt8(ascii: "%") {
        parts += try Self.parts(of: bytes.popFirst(), in: text)
      } else if byte == 0x20 || byte == 0x09 {
        parts.append(.blanks)
      } else {
        parts.append(.literal(byte))
      }
    }
    self.parts = parts
    try check()
  }

  private static let fields: [UInt8: [Part]] = [
    UInt8(ascii: "Y"): [.field(.year)], UInt8(ascii: "y"): [.field(.shortYear)], UInt8(ascii: "m"): [.field(.month)],
    UInt8(ascii: "b"): [.field(.monthName)], UInt8(ascii: "B"): [.field(.monthName)],
    UInt8(ascii: "h"): [.field(.monthName)], UInt8(ascii: "d"): [.field(.day)],
    UInt8(ascii: "e"): [.blanks, .field(.day)], UInt8(ascii: "j"): [.field(.dayOfYear)],
    UInt8(ascii: "a"): [.field(.weekday)], UInt8(ascii: "A"): [.field(.weekday)], UInt8(ascii: "H"): [.field(.hour)],
    UInt8(ascii: "I"): [.field(.hourOfHalf)], UInt8(ascii: "p"): [.field(.half)], UInt8(ascii: "M"): [.field(.minute)],
    UInt8(ascii: "S"): [.field(.second)], UInt8(ascii: "f"): [.field(.fraction)], UInt8(ascii: "z"): [.field(.offset)],
    UInt8(ascii: "Z"): [.field(.offset)], UInt8(ascii: "s"): [.field(.epochSeconds)], UInt8(ascii: "n"): [.blanks],
    UInt8(ascii: "t"): [.blanks], UInt8(ascii: "%"): [.literal(UInt8(ascii: "%"))],
    UInt8(ascii: "T"): joined([.hour, .minute, .second], ":"), UInt8(ascii: "R"): joined([.hour, .minute], ":"),
    UInt8(ascii: "F"): joined([.year, .month, .day], "-"), UInt8(ascii: "D"): joined([.month, .day, .shortYear], "/"),
  ]

  private static func joined(_ fields: [Field], _ mark: Character) -> [Part] {
    let mark = mark.utf8.map { Part.literal($0) }
    return Array(fields.map { [Part.field($0)] }.joined(separator: mark))
  }

  private static func parts(of letter: UInt8?, in text: String) throws(TimePatternError) -> [Part] {
    guard let letter else { throw .unknownDirective("%", text) }
    guard let parts = fields[letter] else { throw .unknownDirective("%\(Character(Unicode.Scalar(letter)))", text) }
    return parts
  }

  // MARK: Checks

  /// Whether the fields say which moment it is, each once.
  private func check() throws(TimePatternError) {
    let fields = parts.compactMap { if case .field(let field) = $0 { field } else { nil } }
    guard Set(fields).count == fields.count else { throw .repeated(text) }
    let known = Set(fields)
    if known.contains(.epochSeconds) { return }
    guard known.contains(.year) != known.contains(.shortYear) else { throw .incomplete("year", text) }
    let hasMonth = known.contains(.month) != known.contains(.monthName)
    guard known.contains(.dayOfYear) || hasMonth && known.contains(.day) else {
      throw .incomplete("month and day", text)
    }
    guard known.contains(.hour) || known.contains(.hourOfHalf) && known.contains(.half) else {
      throw .incomplete(known.contains(.hourOfHalf) ? "%p beside %I" : "hour", text)
    }
  }

  // MARK: Reading

  /// Consumes a text of this form; more text may follow it.
  func scan(_ cursor: inout ByteCursor) -> WrittenTime? {
    var reading = Reading()
    for (index, part) in parts.enumerated() {
      switch part {
      case .literal(let byte): if !cursor.skip(byte) { return nil }
      case .blanks: cursor.skipBlanks()
      case .field(let field):
        guard reading.take(field, &cursor) else { return nil }
        if field == .second, !followsMark(index) { reading.takeDecimals(&cursor) }
      }
    }
    return reading.time
  }

  /// Whether the pattern itself has a decimal mark after a field.
  private func followsMark(_ index: Int) -> Bool {
    guard index + 1 < parts.count, case .literal(let byte) = parts[index + 1] else { return false }
    return byte == 0x2E || byte == 0x2C
  }
}

/// The fields of a text as a pattern finds them.
private struct Reading {
  private var year = 0
  private var month = 1
  private var day = 1
  private var dayOfYear: Int?
  private var weekday: Int?
  private var milliseconds = 0
  private var half: DayHalf?
  private var offset: Int?
  private var epoch: Int?

  mutating func take(_ field: TimePattern.Field, _ cursor: inout ByteCursor) -> Bool {
    switch field {
    case .year: return put(cursor.digits(4), in: \.year)
    case .shortYear: return put(cursor.digits(2).map { $0 + ($0 < 69 ? 2000 : 1900) }, in: \.year)
    case .month: return put(number(&cursor, 1...12), in: \.month)
    case .monthName: return put(scanMonth(&cursor), in: \.month)
    case .day: return put(number(&cursor, 1...31), in: \.day)
    case .dayOfYear: return takeDayOfYear(&cursor)
    case .weekday: return takeWeekday(&cursor)
    case .hour: return add(number(&cursor, 0...23), 3_600_000)
    case .hourOfHalf: return add(number(&cursor, 1...12), 3_600_000)
    case .half: return takeHalf(&cursor)
    case .minute: return add(number(&cursor, 0...59), 60_000)
    case .second: return add(number(&cursor, 0...60), 1000)
    case .fraction: return add(scanMilliseconds(&cursor), 1)
    case .offset: return takeOffset(&cursor)
    case .epochSeconds: return takeEpoch(&cursor)
    }
  }

  /// Decimals of seconds, which a pattern need not mention.
  mutating func takeDecimals(_ cursor: inout ByteCursor) {
    let begin = cursor.position
    guard cursor.skip(0x2E) || cursor.skip(0x2C) else { return }
    if !startsWithDigit(cursor) || !add(scanMilliseconds(&cursor), 1) { cursor.position = begin }
  }

  var time: WrittenTime? {
    if let epoch {
      return WrittenTime(date: .day(0), timeOfDay: epoch + milliseconds, offset: 0)
    }
    var shown = milliseconds
    if let half {
      guard let all = half.milliseconds(shown) else { return nil }
      shown = all
    }
    guard let days else { return nil }
    if let weekday, ((days + 4) % 7 + 7) % 7 != weekday { return nil }
    return WrittenTime(date: .day(days), timeOfDay: shown, offset: offset)
  }

  private var days: Int? {
    guard let dayOfYear else { return WrittenDate(year: year, month: month, day: day)?.daysSince1970(nil) }
    guard let first = WrittenDate(year: year, month: 1, day: 1)?.daysSince1970(nil) else { return nil }
    guard dayOfYear <= 337 + CivilDate.dayCount(year: year, month: 2) else { return nil }
    return first + dayOfYear - 1
  }

  // MARK: Fields

  private mutating func put(_ number: Int?, in place: WritableKeyPath<Reading, Int>) -> Bool {
    guard let number else { return false }
    self[keyPath: place] = number
    return true
  }

  private mutating func add(_ number: Int?, _ unit: Int) -> Bool {
    guard let number else { return false }
    milliseconds += number * unit
    return true
  }

  /// One or two digits.
  private func number(_ cursor: inout ByteCursor, _ range: ClosedRange<Int>) -> Int? {
    let count = min(2, digitCount(cursor))
    guard count > 0, let number = cursor.digits(count), range.contains(number) else { return nil }
    return number
  }

  private mutating func takeDayOfYear(_ cursor: inout ByteCursor) -> Bool {
    let count = min(3, digitCount(cursor))
    guard count > 0, let number = cursor.digits(count), number > 0 else { return false }
    dayOfYear = number
    return true
  }

  private mutating func takeWeekday(_ cursor: inout ByteCursor) -> Bool {
    weekday = scanWeekday(&cursor)
    return weekday != nil
  }

  private mutating func takeHalf(_ cursor: inout ByteCursor) -> Bool {
    half = scanDayHalf(&cursor)
    return half != nil
  }

  private mutating func takeOffset(_ cursor: inout ByteCursor) -> Bool {
    offset = skipWord(&cursor, "gmt") || skipWord(&cursor, "utc") ? 0 : scanOffset(&cursor)
    return offset != nil
  }

  private mutating func takeEpoch(_ cursor: inout ByteCursor) -> Bool {
    let count = digitCount(cursor)
    guard 1...11 ~= count, let seconds = cursor.digits(count) else { return false }
    epoch = seconds * 1000
    return true
  }
}

/// Why a text is not a pattern of times.
package enum TimePatternError: Error, Equatable, Sendable {
  case noPattern(String)
  case unknownDirective(String, String)
  case incomplete(String, String)
  case repeated(String)
}

extension TimePatternError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noPattern(let text):
      "one of \(TimeFormat.names.joined(separator: ", ")), or a pattern such as '%d.%m.%Y %H:%M:%S', not \(text)"
    case .unknownDirective(let directive, let text):
      "'\(text)' has \(directive), which is none of %Y %y %m %b %d %e %j %a %H %I %p %M %S %f %z %s %F %D %T %R %%"
    case .incomplete(let missing, let text): "'\(text)' lacks the \(missing)"
    case .repeated(let text): "'\(text)' says the same twice"
    }
  }
}
