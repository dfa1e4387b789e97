internal import Glibc

/// A fixed number of elements in memory of their own, with one owner.
///
/// An array checks at every write whether it is shared. This has one owner by its type, so a loop of scattered writes
/// is as fast as one over pointers, and every index is still checked.
@safe
@usableFromInline package struct FixedArray<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {  // one owner
  @usableFromInline let start: UnsafeMutablePointer<Element>
  @usableFromInline package let count: Int

  @inlinable package init(repeating element: Element, count: Int) {
    unsafe start = UnsafeMutablePointer.allocate(capacity: max(1, count))
    unsafe start.initialize(repeating: element, count: count)
    self.count = count
  }

  /// A copy of an array.
  @inlinable package init(_ elements: [Element]) {
    count = elements.count
    unsafe start = UnsafeMutablePointer.allocate(capacity: max(1, count))
    unsafe elements.withUnsafeBufferPointer { source in
      if let address = source.baseAddress { unsafe start.initialize(from: address, count: source.count) }
    }
  }

  deinit { unsafe start.deallocate() }

  /// The memory, which then belongs to the caller.
  @unsafe
  consuming func released() -> UnsafeMutablePointer<Element> {
    let memory = unsafe start
    discard self
    return unsafe memory
  }

  /// - Precondition: `0 <= index < count`.
  @inlinable package subscript(index: Int) -> Element {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index outside an array")
      return unsafe start[index]
    }
    @inline(__always) set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index outside an array")
      unsafe start[index] = newValue
    }
  }

  @inlinable package subscript(index: UInt32) -> Element {
    @inline(__always) get { self[Int(index)] }
    @inline(__always) set { self[Int(index)] = newValue }
  }

  /// The elements, valid until one is changed.
  @inlinable package var span: Span<Element> {
    @_lifetime(borrow self)
    @inline(__always) get {
      unsafe _overrideLifetime(Span(_unsafeStart: UnsafePointer(start), count: count), borrowing: self)
    }
  }

  /// A copy of all elements.
  @inlinable package var array: [Element] {
    unsafe Array(unsafeUninitializedCapacity: count) { buffer, filled in
      if let address = buffer.baseAddress { unsafe address.initialize(from: start, count: count) }
      filled = count
    }
  }

  package mutating func setAll(to element: Element) { unsafe start.update(repeating: element, count: count) }
}

extension FixedArray where Element: FixedWidthInteger {
  /// Zeros. The system provides memory by pages when they are first written to, so that an array of which little is
  /// used costs little.
  package init(zeros count: Int) {
    guard let memory = unsafe calloc(max(1, count), MemoryLayout<Element>.stride) else {
      fatalError("out of memory for \(count) numbers")
    }
    unsafe start = memory.assumingMemoryBound(to: Element.self)
    self.count = count
  }
}
