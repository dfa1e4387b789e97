/// How a CSV file separates its fields and records.
@usableFromInline package struct CSVDialect: Hashable, Sendable {
  /// `,` `;` tab or `|`.
  @usableFromInline package var delimiter: UInt8
  /// A line feed, or a carriage return in files of old computers; a carriage return before a line feed is dropped.
  @usableFromInline package var lineEnd: UInt8 = 0x0A

  package init(delimiter: UInt8) {
    self.delimiter = delimiter
  }

  /// In order of preference: the rarer a character, the stronger the evidence when it separates fields evenly; commas
  /// also occur in decimals.
  private static let delimiters: [UInt8] = [0x09, 0x3B, 0x7C, 0x2C]

  /// Recognises the dialect from the first records.
  ///
  /// The delimiter is the first of tab, `;`, `|`, `,` that occurs equally often in each of several records, or else the
  /// one that occurs most often in the first record.
  ///
  /// - Parameter isWhole: whether `sample` is the whole file, so that its last record is complete.
  package init(of sample: [UInt8], isWhole: Bool, delimiter: UInt8? = nil) {
    let lineEnd: UInt8 = sample.contains(0x0A) || !sample.contains(0x0D) ? 0x0A : 0x0D
    let lines = sample.split(separator: lineEnd, maxSplits: 40).filter { !$0.isEmpty && $0.first != 0x23 }
    let records = lines.count > 1 ? Array(lines.prefix(isWhole ? 40 : lines.count - 1).prefix(20)) : lines
    self.delimiter = delimiter ?? Self.delimiter(of: records)
    self.lineEnd = lineEnd
  }

  /// The offset after a byte order mark, empty lines and lines that begin with `#`, which may precede a table.
  package static func preambleEnd(of sample: [UInt8]) -> (offset: Int, line: Int) {
    var end = (offset: sample.starts(with: byteOrderMark) ? byteOrderMark.count : 0, line: 1)
    let lineEnd: UInt8 = sample.contains(0x0A) ? 0x0A : 0x0D
    while end.offset < sample.count,
      [0x0A, 0x0D, 0x23].contains(sample[end.offset]) || statedDelimiter(at: end.offset, of: sample) != nil
    {
      guard let stop = sample[end.offset...].firstIndex(of: lineEnd) else { break }
      end = (stop + 1, end.line + 1)
    }
    return end
  }

  /// Where the text of the last line before the table begins, if that line begins with `#`.
  package static func lastComment(of sample: [UInt8]) -> (offset: Int, line: Int)? {
    let end = preambleEnd(of: sample)
    guard end.line > 1 else { return nil }
    let lineEnd: UInt8 = sample.contains(0x0A) ? 0x0A : 0x0D
    let before = sample[..<(end.offset - 1)]
    let begin =
      before.lastIndex(of: lineEnd).map { $0 + 1 } ?? (before.starts(with: byteOrderMark) ? byteOrderMark.count : 0)
    guard begin < before.endIndex, sample[begin] == 0x23 else { return nil }
    let text = before[begin...].drop { $0 == 0x23 || $0 == 0x20 || $0 == 0x09 }
    return (text.startIndex, end.line - 1)
  }

  /// The offset of a line, counted from 0, and its number; `nil` beyond the last one.
  package static func offset(ofLine line: Int, in sample: [UInt8]) -> (offset: Int, line: Int)? {
    let lineEnd: UInt8 = sample.contains(0x0A) ? 0x0A : 0x0D
    var offset = 0
    for _ in 0..<line {
      guard let stop = sample[offset...].firstIndex(of: lineEnd) else { return nil }
      offset = stop + 1
    }
    return offset < sample.count ? (offset, line + 1) : nil
  }

  /// The delimiter of a line `sep=;`, which spreadsheets write before a table.
  package static func statedDelimiter(of sample: [UInt8]) -> UInt8? {
    statedDelimiter(at: sample.starts(with: byteOrderMark) ? byteOrderMark.count : 0, of: sample)
  }

  private static func statedDelimiter(at offset: Int, of sample: [UInt8]) -> UInt8? {
    let line = sample[offset...].prefix(6)
    guard String(decoding: line.prefix(4), as: UTF8.self).lowercased() == "sep=",
      let delimiter = line.dropFirst(4).first
    else { return nil }
    let end = line.dropFirst(5).first
    return end == nil || end == 0x0A || end == 0x0D ? delimiter : nil
  }

  private static func delimiter(of records: [ArraySlice<UInt8>]) -> UInt8 {
    let counts = delimiters.map { delimiter in records.map { count(delimiter, in: $0) } }
    for (delimiter, counts) in zip(delimiters, counts) {
      if counts.count > 1, counts[0] > 0, counts.allSatisfy({ $0 == counts[0] }) { return delimiter }
    }
    let most = counts.map { $0.first ?? 0 }.max() ?? 0
    let index = counts.lastIndex { ($0.first ?? 0) == most }
    return index.map { delimiters[$0] } ?? 0x2C
  }

  /// How often `delimiter` occurs outside quotes.
  private static func count(_ delimiter: UInt8, in record: ArraySlice<UInt8>) -> Int {
    var count = 0
    var isQuoted = false
    for byte in record {
      if byte == 0x22 { isQuoted.toggle() }
      if byte == delimiter && !isQuoted { count += 1 }
    }
    return count
  }
}

/// The byte order mark of UTF-8, which some programs write before a text.
package let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

extension CSVDialect: CustomStringConvertible {
  @usableFromInline package var description: String {
    switch delimiter {
    case 0x2C: "comma"
    case 0x3B: "semicolon"
    case 0x09: "tab"
    case 0x7C: "pipe"
    default: quoted([delimiter])
    }
  }
}
