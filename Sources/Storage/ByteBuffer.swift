private import Foundation

/// Bytes in memory of their own that grow at their end.
///
/// There is always room for two words after the last byte. Words are stored first and the room is checked afterwards: a
/// short text costs two stores and one comparison. An array checks at every step whether it is shared, which was a
/// fifth of the time of writing rows, and has to fill its room with zeros first.
@safe
@usableFromInline package struct ByteBuffer: ~Copyable, @unchecked Sendable {  // Sendable: it has one owner
  @usableFromInline var start: UnsafeMutableRawPointer
  /// The number of bytes that fit; the memory has two more words.
  @usableFromInline var capacity: Int
  @usableFromInline package internal(set) var count = 0

  private static let slack = 16

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

  package var isEmpty: Bool { count == 0 }

  /// A copy of the bytes.
  package var array: [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: UnsafeRawPointer(start), count: count))
  }

  package mutating func removeAll() { count = 0 }

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
    unsafe start.storeBytes(of: second.littleEndian, toByteOffset: count + firstCount, as: UInt64.self)
    advance(by: firstCount + secondCount)
  }

  @inlinable @inline(__always)
  mutating func advance(by added: Int) {
    count += added
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
