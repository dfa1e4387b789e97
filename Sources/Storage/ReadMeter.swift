internal import Synchronization

/// How many bytes the streams of this process have read from files, as they are on the disk, and how many fixes. For
/// progress only.
package enum ReadMeter {
  private static let count = Atomic<Int>(0)
  private static let gathered = Atomic<Int>(0)
  private static let taken = Atomic<Int>(0)
  private static let listener = Mutex<(@Sendable () -> Void)?>(nil)

  /// What was read when the run began to read its inputs; negative before.
  private static let bytesBefore = Atomic<Int>(-1)

  package static var bytes: Int { count.load(ordering: .relaxed) }

  /// Since the run began to read its inputs.
  package static var bytesOfRun: Int { bytes - max(0, bytesBefore.load(ordering: .relaxed)) }

  /// A run begins to read its inputs; only the first time counts.
  package static func beginRun() {
    _ = bytesBefore.compareExchange(expected: -1, desired: bytes, ordering: .relaxed)
  }

  /// The fixes of traces that a run has taken, and those that wait for the end of their file.
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
