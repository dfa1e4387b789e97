private import Foundation
private import Synchronization

/// Words that many threads look up and fill in at the same time, all 0 at first: what each of them would find out for
/// itself and come to the same.
///
/// A word is read and written whole; nothing is said of the order in which others see two of them. Memory is taken by
/// pages when they are first written to.
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
