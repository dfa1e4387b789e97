/// Elements in memory of their own, to which one owner appends.
///
/// Like ``FixedArray`` it has one owner by its type, so no step checks whether it is shared. Every index is checked.
@safe
@usableFromInline package struct GrowingArray<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {  // one owner
  @usableFromInline var start: UnsafeMutablePointer<Element>
  @usableFromInline var capacity: Int
  @usableFromInline package internal(set) var count = 0

  /// Allocates no memory yet.
  package init() {
    capacity = 0
    unsafe start = UnsafeMutablePointer.allocate(capacity: 1)
  }

  deinit { unsafe start.deallocate() }

  @inlinable package var isEmpty: Bool { count == 0 }

  /// - Precondition: `0 <= index < count`.
  @inlinable package subscript(index: Int) -> Element {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index outside an array")
      return unsafe start[index]
    }
    @inline(__always) _modify {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index outside an array")
      yield unsafe &start[index]
    }
  }

  @inlinable package subscript(index: UInt32) -> Element {
    @inline(__always) get { self[Int(index)] }
    @inline(__always) _modify { yield &self[Int(index)] }
  }

  @inlinable @inline(__always)
  package mutating func append(_ element: Element) {
    if count == capacity { grow() }
    unsafe start[count] = element
    count += 1
  }

  /// Removes all elements from an index on.
  ///
  /// - Precondition: `0 <= newCount <= count`.
  @inlinable package mutating func truncate(to newCount: Int) {
    precondition(UInt(bitPattern: newCount) <= UInt(bitPattern: count), "more elements than there are")
    count = newCount
  }

  @inlinable package mutating func removeAll() { count = 0 }

  /// Appends all elements to an array.
  @inlinable package func append(to array: inout [Element]) {
    unsafe array.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
  }

  @usableFromInline @inline(never)
  mutating func grow() {
    let larger = max(16, 2 * capacity)
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    unsafe memory.moveInitialize(from: start, count: count)
    unsafe start.deallocate()
    unsafe start = memory
    capacity = larger
  }
}

extension GrowingArray<Double> {
  /// Appends the sums of a number and each element of another array.
  @inlinable package mutating func append(sumsOf other: borrowing GrowingArray<Double>, and number: Double) {
    while capacity - count < other.count { grow() }
    let next = unsafe start + count
    for i in 0..<other.count { unsafe next[i] = other.start[i] + number }
    count += other.count
  }
}
