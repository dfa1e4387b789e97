internal import Synchronization

/// Asks a run to take no more inputs: it finishes those it has begun, writes them, and ends.
///
/// Whatever asks (a signal, a limit of time) shares one value with the sources of inputs, which look at it before they
/// begin with a file or a bundle of requests. The first cause counts.
package final class StopRequest: Sendable {
  package enum Cause: Equatable, Sendable {
    /// The time that the run may take is over.
    case duration
    /// The number of the signal.
    case signal(Int32)
  }

  private let given = Mutex<Cause?>(nil)
  private let deadline: ContinuousClock.Instant?

  /// - Parameter deadline: when the time of the run is over.
  package init(deadline: ContinuousClock.Instant? = nil) { self.deadline = deadline }

  package func stop(_ cause: Cause) { given.withLock { $0 = $0 ?? cause } }

  /// Why no more inputs are taken; `nil` if they are.
  package var cause: Cause? {
    if let deadline, ContinuousClock.now >= deadline { stop(.duration) }
    return given.withLock { $0 }
  }
}
