package import Foundation

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

/// Opens a device or a named pipe, into which bytes go at once; waits for the reader of a pipe.
///
/// - Throws: ``StorageError/system(path:call:code:)``.
package func streamHandle(writingTo path: String) throws(StorageError) -> FileHandle {
  let descriptor = unsafe withSystemPath(path) { path in retrying { unsafe open(path, O_WRONLY | O_CLOEXEC) } }
  guard descriptor >= 0 else { throw .system(path: path, call: "open", code: errno) }
  return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
}
