internal import Glibc

/// A call of the system that is made again as long as a signal interrupts it.
///
/// Network file systems, pipes and locks let any signal end a call before it did anything, and a program that is watched or
/// profiled gets signals that are not meant for it.
///
/// - Parameter call: returns −1 on failure and sets `errno`.
@inline(always)
func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

/// An open device or named pipe, into which bytes go at once. It is closed with its last user.
package final class OpenDescriptor: Sendable {
  private let descriptor: Int32
  private let path: String

  package static let standardOutput = OpenDescriptor(STDOUT_FILENO, path: "standard output")

  private init(_ descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  /// Waits for the reader of a pipe.
  ///
  /// - Throws: ``StorageError/system(path:call:code:)``.
  package convenience init(writingTo path: String) throws(StorageError) {
    let descriptor = unsafe withSystemPath(path) { path in retrying { unsafe open(path, O_WRONLY | O_CLOEXEC) } }
    guard descriptor >= 0 else { throw .system(path: path, call: "open", code: errno) }
    self.init(descriptor, path: path)
  }

  deinit { if descriptor > STDERR_FILENO { close(descriptor) } }

  /// - Throws: ``StorageError/system(path:call:code:)``.
  package func write(_ bytes: borrowing ByteBuffer) throws(StorageError) {
    try writeAll(bytes, to: descriptor, path: path)
  }
}
