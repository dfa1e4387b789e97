package import Storage

/// Reads the lines of a stream that are not blank, each as soon as it is complete.
///
/// A byte order mark, carriage returns, and blanks around a line are dropped.
package struct LineReader {
  private var buffer: RecordBuffer
  /// In bytes. For a longer line only the number is known.
  private let longest: Int

  package struct Line: Equatable, Sendable {
    /// From 1.
    package let number: Int
    /// `nil` if it is too long.
    package let bytes: [UInt8]?
  }

  package init(_ buffer: RecordBuffer, longest: Int) {
    self.buffer = buffer
    self.longest = longest
  }

  /// The number of the next line, from 1.
  package var nextNumber: Int { buffer.line }

  /// The next line; `nil` at the end.
  ///
  /// - Throws: the error of the stream, on every call.
  package mutating func next() throws(StorageError) -> Line? {
    while let line = try nextOrBlank() {
      if line.bytes?.isEmpty != true { return line }
    }
    return nil
  }

  private mutating func nextOrBlank() throws(StorageError) -> Line? {
    var searched = 0  // counted from `begin`
    while true {
      let begin = buffer.begin
      if let stop = buffer.bytes[begin + searched..<buffer.end].firstIndex(of: 0x0A) { return take(until: stop) }
      searched = buffer.end - begin
      if searched > longest { return cut() }
      if buffer.isAtEnd { return searched > 0 ? take(until: buffer.end) : nil }
      try buffer.fill()
    }
  }

  private mutating func take(until stop: Int) -> Line {
    let range = buffer.begin..<stop
    let number = buffer.line
    buffer.begin = min(stop + 1, buffer.end)
    buffer.line += 1
    guard range.count <= longest else { return Line(number: number, bytes: nil) }
    return Line(number: number, bytes: Self.trimmed(buffer.bytes[range], isFirst: number == 1))
  }

  private mutating func cut() -> Line {
    buffer.line += 1
    buffer.skipLine(endingIn: 0x0A)
    return Line(number: buffer.line - 1, bytes: nil)
  }

  private static func trimmed(_ line: ArraySlice<UInt8>, isFirst: Bool) -> [UInt8] {
    var line = line
    if isFirst, line.starts(with: byteOrderMark) { line = line.dropFirst(byteOrderMark.count) }
    while let last = line.last, last == 0x0D || last == 0x20 || last == 0x09 { line.removeLast() }
    return Array(line.drop { $0 == 0x20 || $0 == 0x09 })
  }
}
