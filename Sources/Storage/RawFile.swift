internal import Glibc

/// The raw bytes of a file on disk, compressed or not.
@safe
package final class RawFile {
  private let path: String
  private let descriptor: Int32

  /// - Throws: ``StorageError/system(path:call:code:)`` if the file cannot be opened.
  package init(path: String) throws(StorageError) {
    self.path = path
    descriptor = unsafe withSystemPath(path) { path in retrying { unsafe open(path, O_RDONLY | O_CLOEXEC) } }
    guard descriptor >= 0 else { throw .system(path: path, call: "open", code: errno) }
  }

  deinit { close(descriptor) }

  /// The next bytes; `nil` at the end.
  package func next() throws(StorageError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: ByteStream.chunkSize)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      retrying { unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
    }
    guard count >= 0 else { throw .system(path: path, call: "read", code: errno) }
    return count == 0 ? nil : Array(bytes[..<count])
  }

  /// Some of the bytes, wherever ``next()`` is.
  ///
  /// - Throws: ``StorageError/system(path:call:code:)`` if they cannot be read; also if the file ends before them.
  package func bytes(at offset: Int, count: Int) throws(StorageError) -> [UInt8] {
    var (done, code) = (0, Int32(0))
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while done < count, code == 0 {
        let read = retrying {
          unsafe pread(descriptor, buffer.baseAddress.unsafelyUnwrapped + done, count - done, off_t(offset + done))
        }
        if read > 0 { done += read } else { code = read < 0 ? errno : EIO }
      }
      filled = done
    }
    guard code == 0 else { throw .system(path: path, call: "read", code: code) }
    return bytes
  }
}
