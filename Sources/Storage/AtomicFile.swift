private import CGlibc
internal import Foundation

/// A file that appears under its name only when it is complete.
///
/// The bytes go to `PATH.PROCESS-NUMBER.partial` beside it, a name that no other process and no other file of this one
/// uses; ``commit()`` flushes them to the disk and renames. A process that dies leaves the partial file behind with all
/// that was written, and an older complete file untouched. A link stays a link: what it leads to is replaced.
@safe
package final class AtomicFile {
  package let path: String
  /// Where the bytes are until the file is complete.
  package let partialPath: String
  private let target: String
  private let descriptor: Int32
  private var isCommitted = false
  /// Nothing was written since the disk had everything.
  private var isOnDisk = false
  private var buffer = ByteBuffer()
  /// What is handed to the system at once, and begins at a multiple of it: a write that ends within a page of the system's
  /// costs it nearly twice as much time, however large it is.
  private static let bufferSize = 1 << 18
  /// Bytes handed to the system, and how many of them it has been asked to bring to the disk.
  private var written = 0
  private var sentToDisk = 0
  private static let sendingSize = 8 << 20

  /// - Throws: ``StorageError/system(path:call:code:)`` when the partial file cannot be made, or when a directory, a
  ///   device or a pipe has the name.
  package init(path: String) throws(StorageError) {
    self.path = path
    switch FileKind(at: path) {
    case .missing: target = path
    case .file: target = linkTarget(of: path)
    case .directory: throw .system(path: path, call: "replace", code: EISDIR)
    case .stream: throw .system(path: path, call: "replace", code: ENOTSUP)
    }
    partialPath = target + Self.partialEnding()
    descriptor = unsafe open(partialPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .system(path: path, call: "create", code: errno) }
  }

  deinit { close(descriptor) }

  /// `.4711-1f2e3d4c.partial`
  private static func partialEnding() -> String {
    let number = String(UInt32.random(in: .min ... .max), radix: 16)
    return ".\(getpid())-\(String(repeating: "0", count: 8 - number.count))\(number).partial"
  }

  /// The name of the file that a partial file is to become; `nil` for the name of any other file.
  static func nameOfWhole(forPartial name: String) -> String? {
    guard let match = name.wholeMatch(of: /(.+)\.[0-9]+-[0-9a-f]{8}\.partial/) else { return nil }
    return String(match.1)
  }

  package func write(_ bytes: [UInt8]) throws(StorageError) { try unsafe write(bytes.span.bytes) }

  package func write(_ bytes: borrowing ByteBuffer) throws(StorageError) { try write(bytes.bytes) }

  package func write(_ bytes: RawSpan) throws(StorageError) {
    var begin = 0
    while begin < bytes.byteCount {
      let free = Self.bufferSize - (written + buffer.count) % Self.bufferSize
      let count = min(free, bytes.byteCount - begin)
      buffer.append(bytes.extracting(begin..<begin + count))
      begin += count
      if count == free { try flush() }
    }
  }

  /// Lets the disk begin with what was written, so that ``commit()`` has little to wait for (of 160 MB, 10 ms instead of
  /// 80); a mere wish, without an error.
  private func sendToDisk(after byteCount: Int) {
    written += byteCount
    guard written - sentToDisk >= Self.sendingSize else { return }
    _ = start_writeback(descriptor, sentToDisk, written - sentToDisk)
    sentToDisk = written
  }

  /// Writes the memory of an array, in this machine's byte order, without copying it first.
  package func write<Element: BitwiseCopyable>(memoryOf elements: [Element]) throws(StorageError) {
    try unsafe write(elements.span.bytes)
  }

  /// Replaces bytes written before, such as a header that was not known in time.
  package func overwrite(_ bytes: [UInt8], at offset: Int) throws(StorageError) {
    try flush()
    isOnDisk = false
    guard lseek(descriptor, offset, SEEK_SET) >= 0 else { throw .system(path: path, call: "seek", code: errno) }
    try writeAll(bytes, to: descriptor, path: path)
    guard lseek(descriptor, 0, SEEK_END) >= 0 else { throw .system(path: path, call: "seek", code: errno) }
  }

  /// Hands everything written so far to the system, so that it outlives a killed process.
  package func flush() throws(StorageError) {
    guard !buffer.isEmpty else { return }
    isOnDisk = false
    try writeAll(buffer, to: descriptor, path: path)
    sendToDisk(after: buffer.count)
    buffer.removeAll()
  }

  /// Brings everything written so far to the disk, so that ``commit()`` has only to rename.
  package func prepare() throws(StorageError) {
    try flush()
    guard !isOnDisk else { return }
    guard fsync(descriptor) == 0 else { throw .system(path: path, call: "flush", code: errno) }
    isOnDisk = true
  }

  /// Makes the file appear under its name.
  package func commit() throws(StorageError) {
    try prepare()
    guard unsafe rename(partialPath, target) == 0 else { throw .system(path: path, call: "rename", code: errno) }
    isCommitted = true
  }

  /// Removes the partial file of a result that nobody should see.
  package func discard() {
    if !isCommitted { unsafe _ = unlink(partialPath) }
  }
}

/// Writes all bytes to a descriptor, however many calls that takes.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(StorageError) {
  try unsafe writeAll(bytes.span.bytes, to: descriptor, path: path)
}

/// Writes all bytes to a descriptor, however many calls that takes.
package func writeAll(_ bytes: borrowing ByteBuffer, to descriptor: Int32, path: String) throws(StorageError) {
  try writeAll(bytes.bytes, to: descriptor, path: path)
}

/// Writes all bytes to a descriptor, however many calls that takes.
private func writeAll(_ bytes: RawSpan, to descriptor: Int32, path: String) throws(StorageError) {
  var written = 0
  while written < bytes.byteCount {
    let count = unsafe bytes.withUnsafeBytes { buffer in
      unsafe write(descriptor, buffer.baseAddress.unsafelyUnwrapped + written, buffer.count - written)
    }
    if count < 0 {
      if errno == EINTR { continue }
      throw .system(path: path, call: "write", code: errno)
    }
    written += count
  }
}
