internal import Moments
internal import Reports

extension CellColumn {
  /// Appends what a cell of a table says; nothing for an empty cell.
  ///
  /// - Returns: false for a text that is not a value of the column; the row then has no value.
  mutating func append(text: String) -> Bool {
    if text.isEmpty {
      appendNull()
      return true
    }
    guard let value = value(of: text) else {
      if kind == .words { append(word: text) } else { appendNull() }
      return kind == .words
    }
    append(value)
    return true
  }

  /// `nil` for words, and for a text that is not a value.
  private func value(of text: String) -> Int64? {
    switch kind {
    case .words: nil
    case .flags: text == "true" || text == "1" ? 1 : text == "false" || text == "0" ? 0 : nil
    case .times: ZonedTime(iso8601: text)?.moment.millisecondsSince1970
    case .numbers(places: 0): Int64(text)
    case .numbers(let places): Double(text).flatMap { Self.units($0, places: places) }
    }
  }

  /// `nil` if the number is too great.
  private static func units(_ number: Double, places: Int) -> Int64? {
    Int64(exactly: (number * (0..<places).reduce(1.0) { scale, _ in scale * 10 }).rounded())
  }
}
