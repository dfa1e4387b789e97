internal import Storage

/// How much of a set of changes is held in memory, and where the rest goes.
package struct ChangeMemory: Sendable {
  /// Of changed objects, in bytes; each list that is made of them takes up to a quarter of it. 64 MiB are some 350,000
  /// objects.
  package var byteCount: Int
  /// The folder on whose disk the rest is kept; `nil` for `TMPDIR`, or `/tmp`. The files have no names and leave
  /// nothing there.
  package var folder: String?

  package init(byteCount: Int = 64 << 20, folder: String? = nil) { (self.byteCount, self.folder) = (byteCount, folder) }

  /// How many rows of a list are held in memory.
  func rows<Row: BitwiseCopyable>(of _: Row.Type) -> Int { max(1, byteCount / 4 / MemoryLayout<Row>.stride) }

  /// How many rows are read from the disk at a time, of each of some runs.
  func rowsRead<Row: BitwiseCopyable>(of _: Row.Type, runs: Int) -> Int {
    min(4096, max(16, byteCount / (2 * max(1, runs) * MemoryLayout<Row>.stride)))
  }

  /// How many bytes of objects are read from the disk at a time, of each of some runs.
  func bytesRead(runs: Int) -> Int { min(1 << 18, max(1 << 12, byteCount / (2 * max(1, runs)))) }

  func scratchFile() throws(ExtractError) -> ScratchFile {
    try scratching { () throws(StorageError) in try ScratchFile(in: folder) }
  }
}

/// Rethrows errors of scratch files as errors of extracts.
func scratching<Result>(_ body: () throws(StorageError) -> Result) throws(ExtractError) -> Result {
  do throws(StorageError) { return try body() } catch { throw .scratch(reason: error.description) }
}
