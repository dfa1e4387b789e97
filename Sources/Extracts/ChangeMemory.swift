internal import Storage

/// How much of a set of changes lies in memory at once, and where the rest does.
package struct ChangeMemory: Sendable {
  /// Of changed objects, in bytes; each list that is made of them takes up to a quarter of it. 64 MiB are some 350,000
  /// objects.
  package var byteCount: Int
  /// The folder on whose disk the rest lies; `nil` for `TMPDIR`, or `/tmp`. Nothing there has a name, and nothing stays.
  package var folder: String?

  package init(byteCount: Int = 64 << 20, folder: String? = nil) { (self.byteCount, self.folder) = (byteCount, folder) }

  /// How many rows of a list lie in memory.
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

/// Errors of scratch files become those of extracts.
func scratching<Result>(_ body: () throws(StorageError) -> Result) throws(ExtractError) -> Result {
  do throws(StorageError) { return try body() } catch { throw .scratch(reason: error.description) }
}
