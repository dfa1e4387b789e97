private import Glibc

/// Bytes in memory of their own that grow at their end.
///
/// There is always room for five words after the last byte. Words are stored first and the room is checked afterwards: a
/// short text costs two stores and one comparison. An array checks at every step whether it is shared, which was a
/// fifth of the time of writing rows, and has to fill its room with zeros first.
@safe
@usableFromInline package struct ByteBuffer: ~Copyable, @unchecked Sendable {  // Sendable: it has one owner
  @usableFromInline var start: UnsafeMutableRawPointer
  /// The number of bytes that fit; the memory has five more words.
  @usableFromInline var capacity: Int
  @usableFromInline package internal(set) var count = 0

  private static let slack = 40

  package init(capacity: Int = 0) {
    self.capacity = max(capacity, 0)
    unsafe start = Self.memory(nil, self.capacity + Self.slack)
  }

  deinit { unsafe free(start) }

  /// The bytes, valid until something is appended.
  package var bytes: RawSpan {
    @_lifetime(borrow self)
    get { unsafe _overrideLifetime(RawSpan(_unsafeStart: UnsafeRawPointer(start), byteCount: count), borrowing: self) }
  }

  /// The same as numbers.
  @inlinable package var utf8: Span<UInt8> {
    @_lifetime(borrow self)
    @inline(__always) get {
      let start = unsafe UnsafePointer(start.assumingMemoryBound(to: UInt8.self))
      return unsafe _overrideLifetime(Span(_unsafeStart: start, count: count), borrowing: self)
    }
  }

  package var isEmpty: Bool { count == 0 }

  /// A copy of the bytes.
  package var array: [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: UnsafeRawPointer(start), count: count))
  }

  package mutating func removeAll() { count = 0 }

  /// Removes the bytes after the first ones.
  ///
  /// - Precondition: there are as many.
  @inlinable package mutating func removeAll(after length: Int) {
    precondition(0...count ~= length)
    count = length
  }

  /// Reserves room for `byteCount` more bytes.
  package mutating func reserve(_ byteCount: Int) {
    if capacity - count < byteCount { grow(to: count + byteCount) }
  }

  @usableFromInline @inline(never)
  mutating func grow(to least: Int) {
    capacity = max(least, 2 * capacity, 256)
    unsafe start = Self.memory(start, capacity + Self.slack)
  }

  private static func memory(_ old: UnsafeMutableRawPointer?, _ byteCount: Int) -> UnsafeMutableRawPointer {
    guard let memory = unsafe realloc(old, byteCount) else { fatalError("out of memory for \(byteCount) bytes") }
    return unsafe memory
  }
}

extension ByteBuffer {
  @inlinable @inline(__always)
  package mutating func append(_ byte: UInt8) { append(UInt64(byte), count: 1) }

  /// Appends the first `count` bytes of a word, the lowest first.
  ///
  /// - Precondition: `count` is within 0 ... 8.
  @inlinable @inline(__always)
  package mutating func append(_ word: UInt64, count added: Int) {
    precondition(UInt(bitPattern: added) <= 8)
    unsafe start.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
    advance(by: added)
  }

  /// Appends the first `count` bytes of one word and of another after it.
  ///
  /// - Precondition: both counts are within 0 ... 8.
  @inlinable @inline(__always)
  package mutating func append(_ first: UInt64, count firstCount: Int, _ second: UInt64, count secondCount: Int) {
    precondition(UInt(bitPattern: firstCount) <= 8 && UInt(bitPattern: secondCount) <= 8)
    unsafe start.storeBytes(of: first.littleEndian, toByteOffset: count, as: UInt64.self)
    unsafe start.storeBytes(of: second.littleEndian, toByteOffset: count &+ firstCount, as: UInt64.self)
    advance(by: firstCount &+ secondCount)
  }

  /// Appends the first `count` bytes of three words.
  ///
  /// - Precondition: `count` is within 0 ... 24.
  @inlinable @inline(__always)
  package mutating func append(_ first: UInt64, _ second: UInt64, _ third: UInt64, count added: Int) {
    precondition(UInt(bitPattern: added) <= 24)
    store(first, second, third)
    advance(by: added)
  }

  /// Appends the first `count` bytes of three words, and after them the first bytes of two more.
  ///
  /// - Precondition: `count` is within 0 ... 24, and the other counts are within 0 ... 8.
  @inlinable @inline(__always)
  package mutating func append(
    _ first: UInt64, _ second: UInt64, _ third: UInt64, count added: Int,
    _ fourth: UInt64, count fourthCount: Int, _ fifth: UInt64, count fifthCount: Int
  ) {
    precondition(
      UInt(bitPattern: added) <= 24 && UInt(bitPattern: fourthCount) <= 8 && UInt(bitPattern: fifthCount) <= 8)
    store(first, second, third)
    let end = count &+ added
    unsafe start.storeBytes(of: fourth.littleEndian, toByteOffset: end, as: UInt64.self)
    unsafe start.storeBytes(of: fifth.littleEndian, toByteOffset: end &+ fourthCount, as: UInt64.self)
    advance(by: added &+ fourthCount &+ fifthCount)
  }

  /// Stores three words after the last byte without counting them.
  @inlinable @inline(__always)
  mutating func store(_ first: UInt64, _ second: UInt64, _ third: UInt64) {
    unsafe start.storeBytes(of: first.littleEndian, toByteOffset: count, as: UInt64.self)
    unsafe start.storeBytes(of: second.littleEndian, toByteOffset: count &+ 8, as: UInt64.self)
    unsafe start.storeBytes(of: third.littleEndian, toByteOffset: count &+ 16, as: UInt64.self)
  }

  /// Writes another byte in place of the last one.
  ///
  /// - Precondition: there is one.
  @inlinable @inline(__always)
  package mutating func replaceLast(with byte: UInt8) {
    precondition(count > 0)
    unsafe start.storeBytes(of: byte, toByteOffset: count - 1, as: UInt8.self)
  }

  @inlinable @inline(__always)
  mutating func advance(by added: Int) {
    count &+= added  // no more than the memory has, so that it fits
    if count > capacity { grow(to: count) }
  }

  @usableFromInline package mutating func append(_ bytes: RawSpan) {
    reserve(bytes.byteCount)
    unsafe bytes.withUnsafeBytes { source in
      guard let address = source.baseAddress else { return }
      unsafe (start + count).copyMemory(from: address, byteCount: source.count)
    }
    count += bytes.byteCount
  }

  /// Appends the UTF-8 of a text.
  ///
  /// Not by its `utf8.span`, which points to the caller's stack where the text is short: where the append is the last
  /// call of a function, Swift 6.3.1 frees that stack before it, and the text is overwritten when the buffer grows.
  @usableFromInline package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { source in
      reserve(source.count)
      if let address = source.baseAddress {
        unsafe (start + count).copyMemory(from: address, byteCount: source.count)
      }
      count += source.count
    }
  }

  @inlinable package mutating func append(_ bytes: Span<UInt8>) { unsafe append(bytes.bytes) }
  @inlinable package mutating func append(_ bytes: [UInt8]) { append(bytes.span) }
}
