internal import Glibc

/// A range of the bytes of a file.
package struct FileSlice: Hashable, Sendable {
  package var path: String
  package var begin: Int
  package var byteCount: Int

  package init(path: String, begin: Int, byteCount: Int) {
    self.path = path
    self.begin = begin
    self.byteCount = byteCount
  }

  private static let partSize = 1 << 18

  /// Reads the bytes, a part at a time.
  ///
  /// - Returns: whether the file has all of them.
  /// - Throws: ``StorageError/system(path:call:code:)`` if the file cannot be opened or read, and the errors of `take`.
  package func read(_ take: (RawSpan) throws(StorageError) -> Void) throws(StorageError) -> Bool {
    let descriptor = unsafe withSystemPath(path) { path in retrying { unsafe open(path, O_RDONLY | O_CLOEXEC) } }
    guard descriptor >= 0 else { throw .system(path: path, call: "open", code: errno) }
    defer { close(descriptor) }
    var part = [UInt8](repeating: 0, count: min(Self.partSize, byteCount))
    var done = 0
    while done < byteCount {
      let wanted = min(part.count, byteCount - done)
      let offset = off_t(begin &+ done)
      let count = unsafe part.withUnsafeMutableBytes { part in
        retrying { unsafe pread(descriptor, part.baseAddress, wanted, offset) }
      }
      guard count >= 0 else { throw .system(path: path, call: "read", code: errno) }
      if count == 0 { return false }
      try unsafe take(part.span.bytes.extracting(0..<count))
      done += count
    }
    return true
  }

  /// The hash of the bytes; `nil` if the file is missing, too short or unreadable.
  package var checksum: UInt64? {
    let sum = RunningChecksum()
    guard (try? read { sum.add($0) }) ?? false else { return nil }
    return sum.value
  }
}

/// The hash of a whole file, to its present end; `nil` if it cannot be read.
package func checksum(ofFile path: String) -> UInt64? {
  guard let stamp = FileStamp(of: path) else { return nil }
  return FileSlice(path: path, begin: 0, byteCount: stamp.byteCount).checksum
}
