internal import Glibc
internal import Synchronization

/// What the threads that talk to a dispatcher share with who has started them.
final class DispatchLink: Sendable {
  private let areEventsStopped = Atomic<Bool>(false)
  private let areMessagesStopped = Atomic<Bool>(false)
  private let failure = Mutex<DispatchError?>(nil)
  let tell: @Sendable (DispatchNotice) -> Void

  init(tell: @escaping @Sendable (DispatchNotice) -> Void) { self.tell = tell }

  func stop(_ direction: DispatchNotice.Direction) {
    switch direction {
    case .events: areEventsStopped.store(true, ordering: .releasing)
    case .messages: areMessagesStopped.store(true, ordering: .releasing)
    }
  }

  func isStopped(_ direction: DispatchNotice.Direction) -> Bool {
    switch direction {
    case .events: areEventsStopped.load(ordering: .acquiring)
    case .messages: areMessagesStopped.load(ordering: .acquiring)
    }
  }

  /// Ends a thread for good.
  func fail(_ direction: DispatchNotice.Direction, _ error: DispatchError) {
    failure.withLock { $0 = $0 ?? error }
    tell(.ended(direction, error))
  }

  /// - Throws: why a thread has ended.
  func check() throws(DispatchError) {
    if let error = failure.withLock({ $0 }) { throw error }
  }

  /// Waits, but not longer than until it is stopped or something is so.
  func sleep(_ seconds: Double, _ direction: DispatchNotice.Direction, unless isSo: () -> Bool = { false }) {
    let end = ContinuousClock.now + .seconds(max(0, seconds))
    while !isStopped(direction), !isSo() {
      let left = (end - ContinuousClock.now) / .seconds(1)
      if left <= 0 { return }
      usleep(UInt32(min(0.01, left) * 1e6))
    }
  }
}
