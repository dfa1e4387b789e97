extension ByteBuffer {
  /// Appends a number in seven bits a byte, the lowest first: a number below 128 takes one byte, any other at most ten.
  package mutating func append(packed value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  package mutating func append(packed count: Int) { append(packed: UInt64(count)) }

  /// Appends a number that is near 0 on either side of it.
  package mutating func append(signed value: Int64) {
    append(packed: UInt64(bitPattern: value << 1 ^ value >> 63))
  }

  /// Appends the number of bytes of a text and the text.
  package mutating func append(packed text: String) {
    append(packed: text.utf8.count)
    append(text)
  }
}

/// Reads numbers and texts that ``ByteBuffer`` has packed.
///
/// After the first fault it reads zeros and empty texts: a caller reads on and asks once whether all was well. No count
/// that it returns exceeds the number of bytes that are left.
/// Functions are inlinable, since generic calls into another room cost more than the numbers themselves: reading drives took
/// five times as long.
@usableFromInline package struct PackedReader: ~Escapable {
  @usableFromInline let bytes: Span<UInt8>
  @usableFromInline var next = 0
  @usableFromInline var hasFault = false

  @_lifetime(copy bytes)
  package init(_ bytes: Span<UInt8>) { self.bytes = bytes }

  package var position: Int { next }
  /// The bytes end too early, or a number does not fit its type.
  @inlinable package var isDamaged: Bool { hasFault }
  package var isAtEnd: Bool { next >= bytes.count }

  /// Makes the reader read zeros from here on.
  @_lifetime(self: copy self)
  package mutating func fail() { hasFault = true }

  @_lifetime(self: copy self)
  @inlinable package mutating func packed() -> UInt64 {
    if !hasFault, next < bytes.count, bytes[next] < 0x80 {
      next += 1
      return UInt64(bytes[next - 1])
    }
    return longPacked()
  }

  /// A number of more than one byte, or a fault.
  @_lifetime(self: copy self)
  @usableFromInline mutating func longPacked() -> UInt64 {
    var (value, shift): (UInt64, UInt64) = (0, 0)
    while !hasFault {
      guard next < bytes.count else { break }
      let byte = bytes[next]
      next += 1
      guard shift < 63 || byte <= 1 else { break }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    hasFault = true
    return 0
  }

  @_lifetime(self: copy self)
  @inlinable package mutating func signed() -> Int64 {
    let value = packed()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// A number of a smaller type.
  @_lifetime(self: copy self)
  @inlinable package mutating func fitting<Number: FixedWidthInteger>(_ value: Int64) -> Number {
    if let number = Number(exactly: value) { return number }
    hasFault = true
    return 0
  }

  /// How many elements follow, each of at least `least` bytes.
  @_lifetime(self: copy self)
  package mutating func count(ofAtLeast least: Int = 1) -> Int {
    let value = packed()
    if value <= UInt64((bytes.count - next) / least) { return Int(value) }
    hasFault = true
    return 0
  }

  /// Consumes some bytes.
  ///
  /// - Returns: where they are; nowhere if there are fewer.
  @_lifetime(self: copy self)
  package mutating func skip(_ count: Int) -> Range<Int> {
    if count < 0 || count > bytes.count - next { hasFault = true }
    let begin = next
    if !hasFault { next += count }
    return begin..<next
  }

  @_lifetime(self: copy self)
  package mutating func text() -> String {
    let length = count()
    let begin = next
    next += length
    let text = unsafe bytes.extracting(begin..<next).withUnsafeBufferPointer {
      unsafe String(validating: $0, as: UTF8.self)
    }
    if text == nil { hasFault = true }
    return text ?? ""
  }
}
