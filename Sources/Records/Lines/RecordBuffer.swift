package import Storage

/// The bytes of a stream, read in chunks. Records are taken from the front.
///
/// Memory: a chunk, or the longest record.
@usableFromInline package struct RecordBuffer {
  private let stream: ByteStream
  /// `bytes[begin..<end]` have been read but not yet taken.
  package var bytes: [UInt8]
  @usableFromInline package var begin = 0
  @usableFromInline package internal(set) var end = 0
  /// The line of the record at `begin`, from 1.
  @usableFromInline package var line: Int
  /// Whether nothing follows `end`.
  @usableFromInline package internal(set) var isAtEnd = false
  /// The line end up to which to skip; `nil` if nothing is skipped.
  @usableFromInline var skippedLineEnd: UInt8?
  /// The number of further bytes to skip.
  private var skippedCount: Int
  /// How many bytes of the current line have been skipped.
  private var skippedOfLine = 0
  /// Enough for any line that has an end: without one, a file of zeros on a sparse disk would be read for hours.
  private static let longestSkip = ReadingBound.document
  /// Enough for what may precede the first character of a file.
  private static let longestBlank = ReadingBound.settings

  /// - Parameters:
  ///   - skippedCount: the number of bytes before the first record.
  ///   - line: the number of its line, from 1.
  package init(_ stream: ByteStream, skipping skippedCount: Int = 0, line: Int = 1) {
    self.stream = stream
    bytes = [UInt8](repeating: 0, count: stream.readSize)
    self.skippedCount = skippedCount
    self.line = line
  }

  package var path: String { stream.path }

  @inlinable package var isEmpty: Bool { begin == end }

  /// Everything from the first byte in memory to `end`, including records taken before.
  package var span: Span<UInt8> {
    @_lifetime(borrow self)
    get { bytes.span.extracting(0..<end) }
  }

  /// Appends the next chunk to the remaining bytes.
  ///
  /// - Throws: the error of the stream, on every call. The remaining bytes are then not a complete record.
  package mutating func fill() throws(StorageError) {
    dropTaken()
    if end == bytes.count { bytes.append(contentsOf: [UInt8](repeating: 0, count: bytes.count)) }
    let count = try stream.read(into: &bytes, from: end)
    end += count
    isAtEnd = count == 0
    try skip()
  }

  private mutating func dropTaken() {
    guard begin > 0 else { return }
    for offset in begin..<end { bytes[offset - begin] = bytes[offset] }
    end -= begin
    begin = 0
  }

  private mutating func skip() throws(StorageError) {
    let count = min(skippedCount, end - begin)
    begin += count
    skippedCount -= count
    guard let lineEnd = skippedLineEnd else { return }
    let stop = bytes[begin..<end].firstIndex(of: lineEnd)
    skippedOfLine += (stop ?? end) - begin
    begin = stop.map { $0 + 1 } ?? end
    if skippedOfLine > Self.longestSkip.byteCount { throw .endlessLine(path: path, bound: Self.longestSkip) }
    guard stop != nil else { return }
    (skippedLineEnd, skippedOfLine) = (nil, 0)
  }

  /// Drops the bytes in memory, and skips everything up to the next line end.
  ///
  /// - Precondition: no line end is in memory.
  package mutating func skipLine(endingIn lineEnd: UInt8) {
    begin = end
    skippedLineEnd = lineEnd
  }

  /// Moves past a record.
  @inlinable @inline(__always)
  package mutating func step<Fields: ~Copyable>(behind record: borrowing CSVRecord<Fields>, _ splitter: CSVSplitter) {
    begin = record.end
    line += 1 + record.innerLines
    if record.isCut { skippedLineEnd = splitter.dialect.lineEnd }
  }

  /// The first byte that is neither blank nor part of a byte order mark, which distinguishes formats; `nil` if there is
  /// none.
  package mutating func firstSign() throws(StorageError) -> UInt8? {
    while true {
      if let sign = bytes[begin..<end].first(where: { $0 > 0x20 && !byteOrderMark.contains($0) }) { return sign }
      if isAtEnd { return nil }
      if end - begin > Self.longestBlank.byteCount { throw .endlessLine(path: path, bound: Self.longestBlank) }
      try fill()
    }
  }
}
