private import Glibc
private import Synchronization

/// Words that many threads read and fill in concurrently, all 0 at first: a cache of results that every thread would
/// compute alike.
///
/// A word is read and written as a whole. The order in which other threads see two writes is undefined. Memory is
/// allocated by pages when they are first written to.
@safe
@usableFromInline package final class SharedWords: Sendable {
  @usableFromInline package let count: Int
  // Sendable: every word is atomic.
  private nonisolated(unsafe) let start: UnsafeMutablePointer<Atomic<UInt64>>

  package init(count: Int) {
    self.count = count
    guard let memory = unsafe calloc(max(1, count), MemoryLayout<Atomic<UInt64>>.stride) else {
      fatalError("out of memory for \(count) words")
    }
    unsafe start = memory.assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  deinit { unsafe free(start) }

  /// - Precondition: `0 <= index < count`.
  package subscript(index: Int) -> UInt64 {
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index outside of the words")
      return unsafe start[index].load(ordering: .relaxed)
    }
    set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index outside of the words")
      unsafe start[index].store(newValue, ordering: .relaxed)
    }
  }
}
