private import CGlibc
internal import Glibc

/// A file that appears under its name only when it is complete.
///
/// The bytes go to `PATH.PROCESS-NUMBER.partial` beside it, a name that no other process and no other file of this one
/// uses. ``commit()`` flushes them to the disk and renames the file. If this value is destroyed before that, so is the
/// partial file, unless someone continues from it. A process that is killed leaves the partial file with everything
/// written so far, and an older complete file unchanged. A link stays a link: its target is replaced.
@safe
package final class AtomicFile {
  package let path: String
  /// The path of the bytes until the file is complete.
  package let partialPath: String
  private let target: String
  /// Negative while the file is suspended.
  private var descriptor: Int32
  /// There is a partial file of this value.
  private var hasPartial = false
  /// The partial file stays if this value is destroyed before the file is complete: a later run continues from it.
  package var isKept = false
  /// Everything written so far is on the disk.
  private var isOnDisk = false
  private var buffer = ByteBuffer()
  /// The size of writes to the system, which begin at a multiple of it: a write that ends within a page of the system
  /// takes nearly twice as long, whatever its size.
  private static let bufferSize = 1 << 18
  /// Bytes handed to the system, and how many of them it has been asked to write to the disk.
  private var written = 0
  private var sentToDisk = 0
  private static let sendingSize = 8 << 20

  /// - Throws: ``StorageError/system(path:call:code:)`` if the partial file cannot be created, or if the path is a
  ///   directory, a device or a pipe.
  package init(path: String, for readers: FileReaders = .everybody) throws(StorageError) {
    self.path = path
    switch FileKind(at: path) {
    case .missing: target = path
    case .file: target = linkTarget(of: path)
    case .directory: throw .system(path: path, call: "replace", code: EISDIR)
    case .stream: throw .system(path: path, call: "replace", code: ENOTSUP)
    }
    partialPath = target + Self.partialEnding()
    descriptor = unsafe withSystemPath(partialPath) { path in
      retrying { unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, readers.fileMode) }
    }
    guard descriptor >= 0 else { throw .system(path: path, call: "create", code: errno) }
    hasPartial = true
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if !isKept { discard() }
  }

  /// `.4711-1f2e3d4c.partial`
  private static func partialEnding() -> String {
    let number = String(UInt32.random(in: .min ... .max), radix: 16)
    return ".\(getpid())-\(String(repeating: "0", count: 8 - number.count))\(number).partial"
  }

  /// The name of the file that a partial file will become; `nil` if it is not a partial file.
  static func nameOfWhole(forPartial name: String) -> String? {
    guard let match = name.wholeMatch(of: /(.+)\.[0-9]+-[0-9a-f]{8}\.partial/) else { return nil }
    return String(match.1)
  }

  /// Whether a path names an unfinished file.
  package static func isPartial(_ path: String) -> Bool {
    nameOfWhole(forPartial: fileName(of: path)) != nil
  }

  /// The number of bytes written so far.
  package var size: Int { written + buffer.count }

  /// The size of the partial file, into which others may have written as well.
  package var sizeOnDisk: Int {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
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

  /// Lets the system start writing to the disk, so that ``commit()`` has little to wait for (10 ms instead of 80 ms for
  /// 160 MB). It is only a hint, and errors are ignored.
  private func sendToDisk(after byteCount: Int) {
    written += byteCount
    guard written - sentToDisk >= Self.sendingSize else { return }
    _ = start_writeback(descriptor, sentToDisk, written - sentToDisk)
    sentToDisk = written
  }

  /// Writes the memory of an array, in this machine's byte order, without copying it.
  package func write<Element: BitwiseCopyable>(memoryOf elements: [Element]) throws(StorageError) {
    try unsafe write(elements.span.bytes)
  }

  /// Replaces bytes written before, such as a header that was not known earlier.
  package func overwrite(_ bytes: [UInt8], at offset: Int) throws(StorageError) {
    try flush()
    isOnDisk = false
    guard lseek(descriptor, offset, SEEK_SET) >= 0 else { throw .system(path: path, call: "seek", code: errno) }
    try writeAll(bytes, to: descriptor, path: path)
    guard lseek(descriptor, 0, SEEK_END) >= 0 else { throw .system(path: path, call: "seek", code: errno) }
  }

  /// Lets the next bytes replace the bytes from an offset on. Bytes after the new ones stay.
  package func rewind(to offset: Int) throws(StorageError) {
    try flush()
    isOnDisk = false
    guard lseek(descriptor, offset, SEEK_SET) >= 0 else { throw .system(path: path, call: "seek", code: errno) }
    written = offset
    sentToDisk = min(sentToDisk, offset)
  }

  /// Replaces everything written so far, a part at a time. The replacements so far must never be longer than the parts.
  ///
  /// - Returns: the number of bytes that the file has now.
  package func edit(_ edited: ([UInt8]) -> [UInt8]) throws(StorageError) -> Int {
    try flush()
    let whole = try ByteStream(path: partialPath)
    try rewind(to: 0)
    var part = [UInt8](repeating: 0, count: ByteStream.chunkSize)
    var size = 0
    while true {
      let count = try whole.read(into: &part, from: 0)
      if count == 0 { break }
      let new = edited(Array(part[..<count]))
      try write(new)
      size += new.count
    }
    try flush()
    guard retrying({ ftruncate(descriptor, off_t(size)) }) == 0 else {
      throw .system(path: path, call: "truncate", code: errno)
    }
    return size
  }

  /// Hands everything written so far to the system, so that it survives if the process is killed.
  package func flush() throws(StorageError) {
    guard !buffer.isEmpty else { return }
    try reopen()
    isOnDisk = false
    try writeAll(buffer, to: descriptor, path: path)
    sendToDisk(after: buffer.count)
    buffer.removeAll()
  }

  /// Flushes everything written so far to the disk, so that ``commit()`` only has to rename.
  package func prepare() throws(StorageError) {
    try flush()
    guard !isOnDisk else { return }
    try reopen()
    guard retrying({ fsync(descriptor) }) == 0 else { throw .system(path: path, call: "flush", code: errno) }
    isOnDisk = true
  }

  /// Frees the descriptor and the buffer until the next bytes come, so that many files can be written in turns.
  package func suspend() throws(StorageError) {
    guard descriptor >= 0 else { return }
    try flush()
    buffer = ByteBuffer()
    close(descriptor)
    descriptor = -1
  }

  private func reopen() throws(StorageError) {
    guard descriptor < 0 else { return }
    descriptor = unsafe withSystemPath(partialPath) { path in retrying { unsafe open(path, O_WRONLY | O_CLOEXEC) } }
    guard descriptor >= 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
      throw .system(path: path, call: "open", code: errno)
    }
  }

  /// Makes the file appear under its name.
  package func commit() throws(StorageError) {
    try prepare()
    guard renameFile(partialPath, to: target) == 0 else {
      throw .system(path: path, call: "rename", code: errno)
    }
    hasPartial = false
  }

  /// Gives a partial file that an earlier process completed its name.
  package static func complete(_ partialPath: String, to path: String) throws(StorageError) {
    let target = FileKind(at: path) == .missing ? path : linkTarget(of: path)
    guard renameFile(partialPath, to: target) == 0 else {
      throw .system(path: path, call: "rename", code: errno)
    }
  }

  /// Flushes the names of the files of a folder to the disk.
  package static func syncFolder(_ path: String) throws(StorageError) {
    let descriptor = unsafe withSystemPath(path) { path in retrying { unsafe open(path, O_RDONLY | O_CLOEXEC) } }
    guard descriptor >= 0 else { throw .system(path: path, call: "open", code: errno) }
    defer { close(descriptor) }
    guard retrying({ fsync(descriptor) }) == 0 || errno == EINVAL else {
      throw .system(path: path, call: "flush", code: errno)
    }
  }

  /// Removes the partial file of an unwanted result.
  package func discard() {
    if hasPartial { _ = removeFile(partialPath) }
    hasPartial = false
  }
}

/// Writes all bytes to a descriptor, with as many calls as necessary.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(StorageError) {
  try unsafe writeAll(bytes.span.bytes, to: descriptor, path: path)
}

/// Writes all bytes to a descriptor, with as many calls as necessary.
package func writeAll(_ bytes: borrowing ByteBuffer, to descriptor: Int32, path: String) throws(StorageError) {
  try writeAll(bytes.bytes, to: descriptor, path: path)
}

/// Writes all bytes to a descriptor, with as many calls as necessary.
private func writeAll(_ bytes: RawSpan, to descriptor: Int32, path: String) throws(StorageError) {
  var written = 0
  while written < bytes.byteCount {
    let count = unsafe bytes.withUnsafeBytes { buffer in
      retrying {
        unsafe write(descriptor, buffer.baseAddress.unsafelyUnwrapped + written, buffer.count - written)
      }
    }
    guard count >= 0 else { throw .system(path: path, call: "write", code: errno) }
    written += count
  }
}
