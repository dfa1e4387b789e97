/// A growing row of bytes with the few number formats that reports know.
///
/// Room is reserved once per value and filled by index: in release builds a byte costs a third of a nanosecond, where
/// `Array.append` costs two.
package struct ByteWriter: Sendable {
  private var storage: [UInt8]
  package private(set) var count = 0

  package init(capacity: Int = 256) {
    storage = [UInt8](repeating: 0, count: capacity)
  }

  /// The bytes written; the writer is spent.
  package consuming func finish() -> [UInt8] {
    storage.removeLast(storage.count - count)
    return storage
  }

  /// Makes room for `byteCount` more bytes.
  mutating func reserve(_ byteCount: Int) {
    guard storage.count - count < byteCount else { return }
    storage.append(contentsOf: repeatElement(0, count: max(byteCount, storage.count)))
  }

  /// - Precondition: room is reserved.
  @inline(__always)
  mutating func put(_ byte: UInt8) {
    storage[count] = byte
    count += 1
  }

  package mutating func byte(_ byte: UInt8) {
    reserve(1)
    put(byte)
  }

  package mutating func bytes(_ bytes: [UInt8]) {
    self.bytes(bytes, in: bytes.indices)
  }

  mutating func bytes(_ bytes: [UInt8], in range: Range<Int>) {
    reserve(range.count)
    for index in range { put(bytes[index]) }
  }

  /// The text's UTF-8 as it is.
  package mutating func text(_ text: String) {
    let utf8 = text.utf8.span
    reserve(utf8.count)
    for index in utf8.indices { put(utf8[index]) }
  }
}

// MARK: - Numbers

extension ByteWriter {
  package mutating func integer(_ value: Int64) {
    fixed(value, places: 0)
  }

  /// `units` ÷ 10^`places` in decimal, with exactly that many decimals; a value that is zero has no sign.
  @inline(__always)
  package mutating func fixed(_ units: Int64, places: Int) {
    reserve(22)
    if units < 0 { put(UInt8(ascii: "-")) }
    let magnitude = units.magnitude
    let width = max(digitCount(magnitude), places + 1)
    guard places > 0 else { return digits(magnitude, width: width) }
    let scale = powerOfTen(places)
    digits(magnitude / scale, width: width - places)
    put(UInt8(ascii: "."))
    digits(magnitude % scale, width: places)
  }

  /// The last `width` decimal digits of a number, zeros in front.
  ///
  /// - Precondition: room is reserved.
  @inline(__always)
  mutating func digits(_ value: UInt64, width: Int) {
    var rest = value
    var index = count + width
    count = index
    for _ in 0..<width {
      index -= 1
      storage[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }
}

/// `value` × 10^`places` to the nearest integer, halves away from zero; `nil` where no integer can say it: NaN, the
/// infinities and beyond ±9.2 × 10¹⁸.
@inline(__always)
package func fixedPoint(_ value: Double, places: Int) -> Int64? {
  Int64(exactly: (value * Double(powerOfTen(places))).rounded())
}

@inline(__always)
private func powerOfTen(_ exponent: Int) -> UInt64 {
  switch exponent {
  case 0: 1
  case 1: 10
  case 2: 100
  case 3: 1000
  case 4: 10_000
  case 7: 10_000_000
  default: (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}

/// How many decimal digits a number has; 1 for zero.
@inline(__always)
private func digitCount(_ value: UInt64) -> Int {
  var count = 1
  var rest = value
  while rest >= 10_000 {
    rest /= 10_000
    count += 4
  }
  if rest >= 1000 { return count + 3 }
  if rest >= 100 { return count + 2 }
  return rest >= 10 ? count + 1 : count
}
