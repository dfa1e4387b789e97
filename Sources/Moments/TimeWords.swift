internal import Storage

/// The half of the day on a clock of twelve hours.
enum DayHalf {
  case morning, afternoon

  /// The milliseconds since midnight of a clock of twelve hours; `nil` if it shows no hour of 1…12.
  func milliseconds(_ shown: Int) -> Int? {
    let hour = shown / 3_600_000
    guard 1...12 ~= hour else { return nil }
    return shown - (hour == 12 ? 12 * 3_600_000 : 0) + (self == .afternoon ? 12 * 3_600_000 : 0)
  }
}

private let months = [
  "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
  "december",
]
private let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

/// Consumes the English name of a month, whole or its first three letters, or nothing; 1…12.
func scanMonth(_ cursor: inout ByteCursor) -> Int? {
  if let month = scanName(&cursor, of: months) { return month + 1 }
  return skipWord(&cursor, "sept") ? 9 : nil
}

/// Consumes the English name of a day, whole or its first three letters, or nothing; Sunday is 0.
func scanWeekday(_ cursor: inout ByteCursor) -> Int? {
  scanName(&cursor, of: weekdays)
}

/// Consumes `AM`, `pm`, `a.m.` or nothing.
func scanDayHalf(_ cursor: inout ByteCursor) -> DayHalf? {
  for (half, forms) in [(DayHalf.morning, ["am", "a.m.", "a.m"]), (.afternoon, ["pm", "p.m.", "p.m"])] {
    for form in forms where skipWord(&cursor, form) { return half }
  }
  return nil
}

private func scanName(_ cursor: inout ByteCursor, of names: [String]) -> Int? {
  for (index, name) in names.enumerated() where skipWord(&cursor, name) || skipWord(&cursor, String(name.prefix(3))) {
    return index
  }
  return nil
}

/// Consumes a word in any case, unless another letter follows it.
func skipWord(_ cursor: inout ByteCursor, _ word: String) -> Bool {
  let count = word.utf8.count
  guard cursor.position + count <= cursor.end else { return false }
  for (index, letter) in word.utf8.enumerated() {
    let byte = cursor.byte(ahead: index)
    guard byte == letter || isLetter(letter) && byte | 0x20 == letter else { return false }
  }
  if cursor.position + count < cursor.end, isLetter(cursor.byte(ahead: count)) { return false }
  cursor.position += count
  return true
}

private func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }

/// The number of digits ahead.
func digitCount(_ cursor: borrowing ByteCursor) -> Int {
  var count = 0
  while cursor.position + count < cursor.end, cursor.byte(ahead: count) &- 0x30 <= 9 { count += 1 }
  return count
}

func startsWithDigit(_ cursor: borrowing ByteCursor) -> Bool {
  cursor.position < cursor.end && cursor.byte(ahead: 0) &- 0x30 <= 9
}

/// Consumes one or two digits that no third follows.
func scanShort(_ cursor: inout ByteCursor) -> Int? {
  let count = digitCount(cursor)
  return 1...2 ~= count ? cursor.digits(count) : nil
}
