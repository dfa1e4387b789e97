internal import Glibc
private import Synchronization

/// A thread for work that waits on the network or on a disk.
///
/// Not chosen: a task. It would keep one of as many threads as there are processors waiting, which those who compute
/// need.
package final class OwnThread: Sendable {
  private let handle: pthread_t
  private let isJoined = Mutex(false)

  /// Starts the thread.
  ///
  /// - Parameter name: for messages.
  /// - Throws: ``StorageError/system(path:call:code:)`` with the thread's name for a path, if the system has no more.
  package init(_ name: String, _ body: @escaping @Sendable () -> Void) throws(StorageError) {
    var handle = pthread_t()
    let work = unsafe Unmanaged.passRetained(Work(body))
    let code = unsafe pthread_create(
      &handle, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    self.handle = handle
    guard code == 0 else {
      unsafe work.release()
      isJoined.withLock { $0 = true }
      throw .system(path: name, call: "start the thread", code: code)
    }
  }

  deinit { join() }

  /// Waits until the thread has ended.
  package func join() {
    isJoined.withLock { isJoined in
      if !isJoined { _ = pthread_join(handle, nil) }
      isJoined = true
    }
  }
}

private final class Work: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
