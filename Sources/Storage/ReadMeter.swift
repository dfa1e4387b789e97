internal import Synchronization

/// How many bytes the streams of this process have read from files, as they are on the disk. For progress only.
package enum ReadMeter {
  private static let count = Atomic<Int>(0)

  package static var bytes: Int { count.load(ordering: .relaxed) }

  static func add(_ bytes: Int) { count.add(bytes, ordering: .relaxed) }
}
