package import Storage

/// The bytes of a stream, a chunk at a time, from whose front records are taken.
///
/// Memory: a chunk, or the longest record.
@usableFromInline package struct RecordBuffer {
  private let stream: ByteStream
  /// Those read and not yet taken are `bytes[begin..<end]`.
  package var bytes = [UInt8](repeating: 0, count: ByteStream.chunkSize)
  @usableFromInline package var begin = 0
  @usableFromInline package internal(set) var end = 0
  /// Of the record that begins at `begin`, from 1.
  @usableFromInline package var line: Int
  /// Nothing follows `end`.
  @usableFromInline package internal(set) var isAtEnd = false
  /// What ends the line whose rest is to be passed over.
  @usableFromInline var skippedLineEnd: UInt8?
  /// Bytes still to come that are no records.
  private var skippedCount: Int

  /// - Parameters:
  ///   - skippedCount: how many bytes stand before the first record.
  ///   - line: the number of its line, from 1.
  package init(_ stream: ByteStream, skipping skippedCount: Int = 0, line: Int = 1) {
    self.stream = stream
    self.skippedCount = skippedCount
    self.line = line
  }

  package var path: String { stream.path }

  @inlinable package var isEmpty: Bool { begin == end }

  /// Everything from the first byte in memory to `end`, the records taken before included.
  package var span: Span<UInt8> {
    @_lifetime(borrow self)
    get { bytes.span.extracting(0..<end) }
  }

  /// Reads what comes next behind what is left.
  ///
  /// - Throws: what broke the stream, each time again. What is left then is no whole record.
  package mutating func fill() throws(StorageError) {
    dropTaken()
    if end == bytes.count { bytes.append(contentsOf: [UInt8](repeating: 0, count: bytes.count)) }
    let count = try stream.read(into: &bytes, from: end)
    end += count
    isAtEnd = count == 0
    skip()
  }

  private mutating func dropTaken() {
    guard begin > 0 else { return }
    for offset in begin..<end { bytes[offset - begin] = bytes[offset] }
    end -= begin
    begin = 0
  }

  private mutating func skip() {
    let count = min(skippedCount, end - begin)
    begin += count
    skippedCount -= count
    guard let lineEnd = skippedLineEnd else { return }
    let stop = bytes[begin..<end].firstIndex(of: lineEnd)
    begin = stop.map { $0 + 1 } ?? end
    if stop != nil { skippedLineEnd = nil }
  }

  /// Drops what is in memory, and passes over everything up to the next line end.
  ///
  /// - Precondition: no line end is in memory.
  package mutating func skipLine(endingIn lineEnd: UInt8) {
    begin = end
    skippedLineEnd = lineEnd
  }

  /// Steps to the record behind one.
  @inlinable @inline(__always)
  package mutating func step<Fields>(behind record: CSVRecord<Fields>, _ splitter: CSVSplitter) {
    begin = record.end
    line += 1 + record.innerLines
    if record.isCut { skippedLineEnd = splitter.dialect.lineEnd }
  }

  /// The first byte that is neither blank nor part of a byte order mark, which tells formats apart; `nil` where there is
  /// none.
  package mutating func firstSign() throws(StorageError) -> UInt8? {
    while true {
      if let sign = bytes[begin..<end].first(where: { $0 > 0x20 && !byteOrderMark.contains($0) }) { return sign }
      if isAtEnd { return nil }
      try fill()
    }
  }
}
