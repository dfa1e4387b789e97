internal import FoundationEssentials
internal import Glibc

/// A file without a name, for values that do not fit in memory. It disappears with this value or with the process.
///
/// Stores values in this process's own layout; nothing else ever reads it.
@safe
package final class ScratchFile {
  private let descriptor: Int32
  private let directory: String
  /// Bytes written so far.
  package private(set) var byteCount = 0

  /// - Parameter directory: the directory whose space the file uses; `nil` for `TMPDIR`, or `/tmp` if that is not set.
  /// - Throws: ``StorageError/system(path:call:code:)`` if no file can be created there.
  package init(in directory: String? = nil) throws(StorageError) {
    let place = directory ?? ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    self.directory = place
    var template = Array((place + "/tracemill-XXXXXX").utf8CString)
    descriptor = unsafe template.withUnsafeMutableBufferPointer { name in
      let descriptor = unsafe mkstemp(name.baseAddress.unsafelyUnwrapped)
      if descriptor >= 0 { unsafe _ = unlink(name.baseAddress.unsafelyUnwrapped) }
      return descriptor
    }
    guard descriptor >= 0 else { throw .system(path: place, call: "create a temporary file", code: errno) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Appends `values`.
  ///
  /// - Returns: the offset of the first one, in bytes.
  package func append<Value: BitwiseCopyable>(_ values: [Value]) throws(StorageError) -> Int {
    let offset = byteCount
    let total = values.count * MemoryLayout<Value>.stride
    var written = 0
    while written < total {
      let count = unsafe values.withUnsafeBytes { bytes in
        retrying {
          unsafe pwrite(
            descriptor, bytes.baseAddress.unsafelyUnwrapped + written, total - written, off_t(offset + written))
        }
      }
      guard count > 0 else { throw .system(path: directory, call: "write a temporary file", code: errno) }
      written += count
    }
    byteCount += total
    return offset
  }

  /// Appends to `values` the `count` values written from `offset` on.
  ///
  /// - Precondition: ``append(_:)`` has written values of this type there.
  package func read<Value: BitwiseCopyable>(
    _ count: Int, from offset: Int, appendingTo values: inout [Value]
  ) throws(StorageError) {
    let total = count * MemoryLayout<Value>.stride
    precondition(offset >= 0 && offset + total <= byteCount)
    var code: Int32 = 0
    let piece = unsafe [Value](unsafeUninitializedCapacity: count) { buffer, initialized in
      code = unsafe fill(UnsafeMutableRawBufferPointer(buffer), count: total, from: offset)
      initialized = code == 0 ? count : 0
    }
    guard code == 0 else { throw .system(path: directory, call: "read a temporary file", code: code) }
    values.append(contentsOf: piece)
  }

  /// Returns 0 or an errno.
  private func fill(_ buffer: UnsafeMutableRawBufferPointer, count total: Int, from offset: Int) -> Int32 {
    var done = 0
    while done < total {
      let count = retrying {
        unsafe pread(descriptor, buffer.baseAddress.unsafelyUnwrapped + done, total - done, off_t(offset + done))
      }
      if count <= 0 { return count < 0 ? errno : EIO }
      done += count
    }
    return 0
  }
}
