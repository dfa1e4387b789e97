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
@usableFromInline package struct PackedReader: ~Escapable {
  private let bytes: Span<UInt8>
  package private(set) var position = 0
  /// The bytes end too early, or a number does not fit its type.
  package private(set) var isDamaged = false

  @_lifetime(copy bytes)
  package init(_ bytes: Span<UInt8>) { self.bytes = bytes }

  package var isAtEnd: Bool { position >= bytes.count }

  /// Makes the reader read zeros from here on.
  @_lifetime(self: copy self)
  package mutating func fail() { isDamaged = true }

  @_lifetime(self: copy self)
  package mutating func packed() -> UInt64 {
    var (value, shift): (UInt64, UInt64) = (0, 0)
    while !isDamaged {
      guard position < bytes.count else { break }
      let byte = bytes[position]
      position += 1
      guard shift < 63 || byte <= 1 else { break }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    isDamaged = true
    return 0
  }

  @_lifetime(self: copy self)
  package mutating func signed() -> Int64 {
    let value = packed()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// A number of a smaller type.
  @_lifetime(self: copy self)
  package mutating func fitting<Number: FixedWidthInteger>(_ value: Int64) -> Number {
    if let number = Number(exactly: value) { return number }
    isDamaged = true
    return 0
  }

  /// How many elements follow, each of at least `least` bytes.
  @_lifetime(self: copy self)
  package mutating func count(ofAtLeast least: Int = 1) -> Int {
    let value = packed()
    if value <= UInt64((bytes.count - position) / least) { return Int(value) }
    isDamaged = true
    return 0
  }

  /// Consumes some bytes.
  ///
  /// - Returns: where they are; nowhere if there are fewer.
  @_lifetime(self: copy self)
  package mutating func skip(_ count: Int) -> Range<Int> {
    if count < 0 || count > bytes.count - position { isDamaged = true }
    let begin = position
    if !isDamaged { position += count }
    return begin..<position
  }

  @_lifetime(self: copy self)
  package mutating func text() -> String {
    let length = count()
    let begin = position
    position += length
    let text = unsafe bytes.extracting(begin..<position).withUnsafeBufferPointer {
      unsafe String(validating: $0, as: UTF8.self)
    }
    if text == nil { isDamaged = true }
    return text ?? ""
  }
}
