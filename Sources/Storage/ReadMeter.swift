internal import Synchronization

/// How many raw bytes the streams of this process have read from files, and how many fixes. For progress only.
package enum ReadMeter {
  private static let count = Atomic<Int>(0)
  private static let gathered = Atomic<Int>(0)
  private static let taken = Atomic<Int>(0)
  private static let listener = Mutex<(@Sendable () -> Void)?>(nil)

  /// The bytes read before the run began to read its inputs; negative until then.
  private static let bytesBefore = Atomic<Int>(-1)

  package static var bytes: Int { count.load(ordering: .relaxed) }

  /// Since the run began to read its inputs.
  package static var bytesOfRun: Int { bytes - max(0, bytesBefore.load(ordering: .relaxed)) }

  /// Notes that a run begins to read its inputs; only the first call has an effect.
  package static func beginRun() {
    _ = bytesBefore.compareExchange(expected: -1, desired: bytes, ordering: .relaxed)
  }

  /// The number of fixes of traces that a run has taken, or that wait for the end of their file.
  package static var fixes: Int { taken.load(ordering: .relaxed) + gathered.load(ordering: .relaxed) }

  /// Calls `body` whenever bytes have been read, on the thread that reads; `nil` ends that.
  package static func listen(_ body: (@Sendable () -> Void)?) { listener.withLock { $0 = body } }

  static func add(_ bytes: Int) {
    count.add(bytes, ordering: .relaxed)
    listener.withLock { $0 }?()
  }

  /// Rows wait for the end of their file, or wait no more.
  package static func gather(_ rows: Int) { gathered.add(rows, ordering: .relaxed) }

  /// A run has taken a trace.
  package static func take(_ fixes: Int) { taken.add(fixes, ordering: .relaxed) }
}
