package import Storage

/// An output that knows which of its bytes came from which part of the input, so that a later run can take them from it.
///
/// The bytes of a part are a segment: contiguous, without the separator before them. Segments follow each other in the
/// order of the parts. The file gets its name in ``commit()``. Until then its bytes stay, since a later run may continue
/// from them; who knows that none will calls ``discard()``.
package final class SegmentedFile {
  /// The bytes of one part.
  package struct Segment: Equatable, Sendable {
    package var begin = 0
    package var byteCount = 0
    package var rowCount = 0
    package var hash: UInt64 = 0
  }

  package let frame: OutputFrame
  private let file: AtomicFile
  private let batches: ArrowBatches?
  private var byteCount = 0
  package private(set) var rowCount = 0
  package private(set) var segmentCount = 0
  private var isEmpty = true
  private let wholeHash = RunningChecksum()
  /// The segment being written.
  private var begin: Int?
  private var segmentRows = 0
  private var segmentHash = RunningChecksum()

  /// Creates the file and writes the text before the first report.
  package init(_ frame: OutputFrame, path: String) throws(ReportError) {
    self.frame = frame
    file = try storing { () throws(StorageError) in try AtomicFile(path: path) }
    file.isKept = true
    batches = frame.batches
    try write(frame.prologue)
  }

  package var path: String { file.path }
  package var partialPath: String { file.partialPath }
  /// The hash of the whole file so far.
  package var hash: UInt64 { wholeHash.value }
  package var size: Int { byteCount }

  // MARK: Segments

  /// Ends the current part: the bytes that follow belong to the next one.
  package func endSegment() {
    if begin != nil { segmentCount += 1 }
    begin = nil
    segmentRows = 0
  }

  /// What the present part has written so far; `nil` if nothing.
  package var segment: Segment? {
    begin.map {
      Segment(begin: $0, byteCount: segmentHash.byteCount, rowCount: segmentRows, hash: segmentHash.value)
    }
  }

  package func append(_ chunk: RenderedChunk) throws(ReportError) {
    var next: RenderedChunk? = chunk
    while let chunk = next {
      if !chunk.content.buffer.isEmpty {
        try openSegment()
        if let batches {
          try write(batches.take(chunk.content.buffer) + batches.flush())  // a part has batches of its own
        } else {
          try write(chunk.content.buffer)
        }
        segmentRows += chunk.rowCount
        rowCount += chunk.rowCount
      }
      next = chunk.rest?()
    }
  }

  /// Appends the segment of another file, and checks it while copying.
  ///
  /// - Returns: false if its bytes do not have the expected hash; then this file holds invalid bytes.
  package func append(_ slice: FileSlice, rowCount: Int, hash: UInt64) throws(ReportError) -> Bool {
    precondition(begin == nil, "a segment is copied as the first of its part")
    try openSegment()
    segmentRows += rowCount
    self.rowCount += rowCount
    do throws(StorageError) {
      return try slice.read { (bytes: RawSpan) throws(StorageError) in try take(bytes) } && segmentHash.value == hash
    } catch {
      throw reportError(error)
    }
  }

  /// Writes the separator that a chunk needs; within a part it belongs to the segment.
  private func openSegment() throws(ReportError) {
    if !isEmpty { try write(Array(frame.separator.utf8)) }
    isEmpty = false
    guard begin == nil else { return }
    begin = byteCount
    segmentHash = RunningChecksum()
  }

  // MARK: The file

  /// Flushes all bytes so far to the disk.
  package func sync() throws(ReportError) { try storing { () throws(StorageError) in try file.prepare() } }

  /// Frees the descriptor and the buffer until the next bytes come.
  package func suspend() throws(ReportError) { try storing { () throws(StorageError) in try file.suspend() } }

  /// Writes the text after the last report, and flushes all bytes to the disk.
  package func seal() throws(ReportError) {
    endSegment()
    try write(frame.epilogue)
    try sync()
  }

  /// Makes the file appear under its name.
  package func commit() throws(ReportError) { try storing { () throws(StorageError) in try file.commit() } }

  package func discard() { file.discard() }

  private func write(_ bytes: [UInt8]) throws(ReportError) { try unsafe write(bytes.span.bytes) }

  private func write(_ bytes: borrowing ByteBuffer) throws(ReportError) { try write(bytes.bytes) }

  private func write(_ bytes: RawSpan) throws(ReportError) {
    do { try take(bytes) } catch { throw reportError(error) }
  }

  private func take(_ bytes: RawSpan) throws(StorageError) {
    try file.write(bytes)
    byteCount += bytes.byteCount
    wholeHash.add(bytes)
    if begin != nil { segmentHash.add(bytes) }
  }
}

extension Manifest.Output {
  package init(_ file: SegmentedFile, name: String) {
    self.init(name: name, rows: file.rowCount, byteCount: file.size)
  }
}

extension OutputFrame {
  /// Rows can be taken from the file byte by byte: it is neither compressed nor a database.
  package var isPlainText: Bool { compression == nil && layers == nil && !isPage }

  /// Equal for outputs whose rows may be in one file.
  package var fingerprint: String { "\(name) \(checksum(prologue + Array(separator.utf8) + epilogue))" }
}
