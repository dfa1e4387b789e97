internal import Storage

/// Rows of a CSV file with a header, one at a time: RFC 4180, also with semicolons or tabs, which the header tells.
struct TableReader {
  let path: String
  private let stream: ByteStream
  private var buffer = [UInt8](repeating: 0, count: ByteStream.chunkSize)
  /// The bytes read and not yet split are `buffer[begin..<end]`.
  private var begin = 0
  private var end = 0
  private var isAtEnd = false
  private var separator = UInt8(ascii: ",")
  /// Of the current row, within `buffer`.
  private var fields: [Range<Int>] = []
  private var columns: [String: Int] = [:]
  /// Of the current row, from 1.
  private(set) var line = 0
  private var nextLine = 1

  /// Reads the header.
  ///
  /// - Throws: ``ComparisonError/unreadable(_:)``, ``ComparisonError/empty(path:)``.
  init(_ stream: ByteStream) throws(ComparisonError) {
    self.stream = stream
    path = stream.path
    let sample = stream.peek(1 << 12)
    if sample.starts(with: [0xEF, 0xBB, 0xBF]) { begin = 3 }
    let header = sample.prefix { $0 != newline }
    separator = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")].first { header.contains($0) } ?? separator
    guard try readRecord() else { throw .empty(path: path) }
    for index in fields.indices {
      columns[text(at: index).lowercased()] = columns[text(at: index).lowercased()] ?? index
    }
    width = fields.count
  }

  private var width = 0

  /// The number of the first of these columns that the file has.
  func column(_ names: String...) -> Int? { names.lazy.compactMap { columns[$0] }.first }

  /// Whether the current row has as many fields as the header.
  var isWhole: Bool { fields.count >= width }

  /// Steps to the next row that is not empty; `false` at the end.
  mutating func next() throws(ComparisonError) -> Bool {
    while try readRecord() {
      if fields.count > 1 || !fields[0].isEmpty { return true }
    }
    return false
  }

  // MARK: Fields

  /// The text of a column in the current row; empty where the column is absent.
  func text(_ column: Int?) -> String {
    guard let column, column < fields.count else { return "" }
    return text(at: column)
  }

  private func text(at column: Int) -> String {
    let field = buffer[fields[column]]
    guard field.first == quote, field.count > 1, field.last == quote else {
      return String(decoding: field, as: UTF8.self)
    }
    return String(decoding: field.dropFirst().dropLast(), as: UTF8.self).replacing("\"\"", with: "\"")
  }

  /// Whether the column is there and its field holds something.
  func has(_ column: Int?) -> Bool {
    guard let column, column < fields.count else { return false }
    return !fields[column].isEmpty
  }

  /// A whole number; `nil` where the field is none.
  func integer(_ column: Int?) -> Int64? {
    guard let column, column < fields.count else { return nil }
    var digits = buffer[unquoted(fields[column])]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    guard (1...18).contains(digits.count) || digits.count == 19 else { return nil }
    var value: Int64 = 0
    for byte in digits {
      guard byte &- 0x30 <= 9 else { return nil }
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tens.addingReportingOverflow(Int64(byte &- 0x30))
      if overflow || carry { return nil }
      value = sum
    }
    return isNegative ? -value : value
  }

  /// A number; `nil` where the field is none.
  func number(_ column: Int?) -> Double? {
    guard let column, column < fields.count else { return nil }
    var cursor = ByteCursor(buffer.span, in: unquoted(fields[column]))
    guard let number = cursor.decimal(), cursor.isAtEnd else { return nil }
    return number.value
  }

  private func unquoted(_ field: Range<Int>) -> Range<Int> {
    guard field.count > 1, buffer[field.lowerBound] == quote, buffer[field.upperBound - 1] == quote else {
      return field
    }
    return field.lowerBound + 1..<field.upperBound - 1
  }

  // MARK: Records

  private mutating func readRecord() throws(ComparisonError) -> Bool {
    while true {
      if let stop = recordEnd() {
        split(until: stop)
        begin = min(stop + 1, end)
        return true
      }
      if isAtEnd { return false }
      try refill()
    }
  }

  /// Where the record at `begin` ends; `nil` where more bytes are needed, or none are left.
  private func recordEnd() -> Int? {
    var isQuoted = false
    for index in begin..<max(begin, end) {
      if buffer[index] == quote { isQuoted.toggle() }
      if buffer[index] == newline && !isQuoted { return index }
    }
    return isAtEnd && begin < end ? end : nil
  }

  private mutating func refill() throws(ComparisonError) {
    if begin > 3 || begin == end {
      let rest = begin < end ? Array(buffer[begin..<end]) : []
      buffer.replaceSubrange(0..<rest.count, with: rest)
      end = rest.count
      begin = 0
    }
    if end == buffer.count { buffer += [UInt8](repeating: 0, count: buffer.count) }
    do throws(StorageError) {
      let count = try stream.read(into: &buffer, from: end)
      end += count
      isAtEnd = count == 0
    } catch {
      throw .unreadable(error.description)
    }
  }

  private mutating func split(until stop: Int) {
    fields.removeAll(keepingCapacity: true)
    line = nextLine
    nextLine += 1
    var isQuoted = false
    var start = begin
    for index in begin..<stop {
      let byte = buffer[index]
      if byte == quote { isQuoted.toggle() }
      if byte == newline { nextLine += 1 }
      if byte == separator && !isQuoted {
        fields.append(trimmed(start..<index))
        start = index + 1
      }
    }
    fields.append(trimmed(start..<stop))
  }

  private func trimmed(_ field: Range<Int>) -> Range<Int> {
    var (first, last) = (field.lowerBound, field.upperBound)
    while first < last, isBlank(buffer[first]) { first += 1 }
    while first < last, isBlank(buffer[last - 1]) { last -= 1 }
    return first..<last
  }
}

private let newline = UInt8(ascii: "\n")
private let quote = UInt8(ascii: "\"")

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
