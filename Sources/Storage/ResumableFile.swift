private import CGlibc
internal import Glibc

/// A file that grows over the lives of several processes and gets its name when it is complete.
///
/// The bytes are written at the path given. What a process wrote is there for the next one, whatever ended it. Bytes
/// that had not reached the disk when the machine stopped may be zeros.
@safe
package final class ResumableFile {
  package let path: String
  private let descriptor: Int32
  /// In bytes.
  package private(set) var size: Int
  /// How many bytes the system has been asked to write to the disk.
  private var sentToDisk: Int

  /// Opens the file, or creates an empty one.
  ///
  /// - Parameter isPrivate: whether only the user may read it.
  /// - Throws: ``StorageError/system(path:call:code:)`` if that fails, or if there is something other than a file.
  package init(path: String, isPrivate: Bool = false) throws(StorageError) {
    self.path = path
    switch FileKind(at: path) {
    case .missing, .file: break
    case .directory: throw .system(path: path, call: "write", code: EISDIR)
    case .stream: throw .system(path: path, call: "write", code: ENOTSUP)
    }
    descriptor = unsafe withSystemPath(path) { path in
      retrying { unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, isPrivate ? 0o600 : 0o644) }
    }
    (size, sentToDisk) = (0, 0)
    guard descriptor >= 0 else { throw .system(path: path, call: "create", code: errno) }
    // An earlier version may have left it readable.
    if isPrivate, retrying({ fchmod(descriptor, 0o600) }) != 0 {
      throw .system(path: path, call: "protect", code: errno)
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system(path: path, call: "examine", code: errno) }
    (size, sentToDisk) = (Int(status.st_size), Int(status.st_size))
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Appends some bytes. If not all of them can be written, ``size`` says how many were.
  package func append(_ bytes: RawSpan) throws(StorageError) {
    var done = 0
    while done < bytes.byteCount {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        retrying {
          unsafe pwrite(descriptor, buffer.baseAddress.unsafelyUnwrapped + done, buffer.count - done, off_t(size))
        }
      }
      guard count >= 0 else { throw .system(path: path, call: "write", code: errno) }
      done += count
      size += count
    }
    sendToDisk()
  }

  /// Appends bytes of another file, starting at the offset that equals this file's size. The file system shares or
  /// copies the bytes itself where it can.
  ///
  /// - Parameter count: the most bytes to append.
  /// - Returns: how many bytes were appended; 0 at the end of the other file.
  package func append(from source: CopySource, count: Int) throws(StorageError) -> Int {
    var (from, to) = (size, size)
    while true {
      let copied = unsafe copy_file_range(source.descriptor, &from, descriptor, &to, UInt(count), 0)
      if copied > 0 {
        size += copied
        sendToDisk()
        return copied
      }
      if copied < 0 && errno == EINTR { continue }
      // 0 may mean that the file system cannot: the plain way decides.
      if copied == 0 || Self.copiesPlainly.contains(errno) { break }
      throw .system(path: path, call: "write", code: errno)
    }
    let bytes = try source.bytes(from: size, count: min(count, ByteStream.chunkSize))
    try unsafe append(bytes.span.bytes)
    return bytes.count
  }

  /// With these, the system says that it cannot copy between two files itself.
  private static let copiesPlainly: Set<Int32> = [EXDEV, EINVAL, ENOSYS, EOPNOTSUPP, EPERM, ETXTBSY]

  /// Waits until the bytes are on the disk.
  package func flush() throws(StorageError) {
    guard retrying({ fsync(descriptor) }) == 0 else { throw .system(path: path, call: "flush", code: errno) }
  }

  /// Drops all bytes.
  package func clear() throws(StorageError) {
    guard retrying({ ftruncate(descriptor, 0) }) == 0 else { throw .system(path: path, call: "truncate", code: errno) }
    (size, sentToDisk) = (0, 0)
  }

  /// Flushes the bytes to the disk, and renames the file in the same folder. A file that had that name is replaced.
  package func complete(as name: String) throws(StorageError) {
    guard retrying({ fsync(descriptor) }) == 0 else { throw .system(path: path, call: "flush", code: errno) }
    let target = FileKind(at: name) == .missing ? name : linkTarget(of: name)
    guard renameFile(path, to: target) == 0 else { throw .system(path: name, call: "rename", code: errno) }
    let folder = folderPath(of: target)
    try AtomicFile.syncFolder(folder.isEmpty ? "." : folder)
  }

  /// Lets the system start writing to the disk, so that the end has little to wait for. It is only a hint.
  private func sendToDisk() {
    guard size - sentToDisk >= Self.sendingSize else { return }
    _ = start_writeback(descriptor, sentToDisk, size - sentToDisk)
    sentToDisk = size
  }

  /// As in ``AtomicFile``.
  private static let sendingSize = 8 << 20
}

/// A file whose bytes are copied into another one, the same file however long that takes.
@safe
package final class CopySource {
  private let path: String
  fileprivate let descriptor: Int32

  /// - Throws: ``StorageError/system(path:call:code:)`` if the file cannot be opened, or is something other than a file.
  package init(path: String) throws(StorageError) {
    self.path = path
    switch FileKind(at: path) {
    case .missing, .file: break
    case .directory: throw .system(path: path, call: "read", code: EISDIR)
    case .stream: throw .system(path: path, call: "copy", code: ENOTSUP)
    }
    descriptor = unsafe withSystemPath(path) { path in retrying { unsafe open(path, O_RDONLY | O_CLOEXEC) } }
    guard descriptor >= 0 else { throw .system(path: path, call: "open", code: errno) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The present stamp of the file.
  package var stamp: FileStamp? { FileStamp(ofDescriptor: descriptor) }

  fileprivate func bytes(from offset: Int, count: Int) throws(StorageError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      retrying {
        unsafe pread(descriptor, buffer.baseAddress.unsafelyUnwrapped, buffer.count, off_t(offset))
      }
    }
    guard count >= 0 else { throw .system(path: path, call: "read", code: errno) }
    return Array(bytes[..<count])
  }
}

/// Bytes that this user may still write to the disk of a folder; `nil` if the system does not say.
package func freeBytes(inFolder path: String) -> Int? {
  var status = statvfs()
  guard unsafe withSystemPath(path, { unsafe statvfs($0, &status) }) == 0 else { return nil }
  return Int(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
}
