internal import Storage

/// Rows moved out of memory: runs in a scratch file, each with its traces in ascending order.
///
/// Traces are read back in ascending order, so that every run is read once from start to end.
struct RowRuns {
  private let directoryFile: ScratchFile
  private let rowFile: ScratchFile
  private var runs: [Run] = []
  /// The pieces of the run being written.
  private var pieces: [Piece] = []

  /// The rows of one trace in one run.
  private struct Piece: BitwiseCopyable {
    var trace: Int
    var offset: Int
    var count: Int
  }

  private struct Run {
    /// The bytes of this run's pieces in the directory file that were not read yet.
    var unread: Range<Int>
    var pieces: [Piece] = []
    var next = 0
  }

  init(directory: String?) throws(StorageError) {
    directoryFile = try ScratchFile(in: directory)
    rowFile = try ScratchFile(in: directory)
  }

  /// Adds rows to the run being written, after the rows of traces with smaller places.
  mutating func append(_ fixes: [Fix], of trace: Int) throws(StorageError) {
    let offset = try rowFile.append(fixes)
    pieces.append(Piece(trace: trace, offset: offset, count: fixes.count))
  }

  mutating func endRun() throws(StorageError) {
    let begin = try directoryFile.append(pieces)
    runs.append(Run(unread: begin..<directoryFile.byteCount))
    pieces = []
  }

  /// Appends the rows of one trace from every run, in input order.
  ///
  /// - Precondition: `trace` is greater than in the previous call.
  mutating func read(traceAt trace: Int, into fixes: inout [Fix]) throws(StorageError) {
    for index in runs.indices {
      guard let piece = try nextPiece(of: index), piece.trace == trace else { continue }
      runs[index].next += 1
      try rowFile.read(piece.count, from: piece.offset, appendingTo: &fixes)
    }
  }

  private mutating func nextPiece(of index: Int) throws(StorageError) -> Piece? {
    if runs[index].next == runs[index].pieces.count { try readPieces(of: index) }
    return runs[index].next < runs[index].pieces.count ? runs[index].pieces[runs[index].next] : nil
  }

  /// Reads a page of the run's pieces. A page is 24 kB, so a thousand runs take 24 MB.
  private mutating func readPieces(of index: Int) throws(StorageError) {
    let size = MemoryLayout<Piece>.stride
    let unread = runs[index].unread
    let count = min(1000, unread.count / size)
    runs[index].pieces.removeAll(keepingCapacity: true)
    runs[index].next = 0
    guard count > 0 else { return }
    try directoryFile.read(count, from: unread.lowerBound, appendingTo: &runs[index].pieces)
    runs[index].unread = unread.lowerBound + count * size..<unread.upperBound
  }
}
