/// A growing row of bytes with the few number formats that reports know.
///
/// Room is reserved once per value and filled through a span: in release builds a byte costs a third of a nanosecond,
/// where `Array.append` costs two.
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
  @inline(__always)
  mutating func reserve(_ byteCount: Int) {
    if storage.count - count < byteCount { grow(byteCount) }
  }

  @inline(never)
  private mutating func grow(_ byteCount: Int) {
    storage.append(contentsOf: repeatElement(0, count: max(byteCount, storage.count)))
  }

  /// Lends the room for at most `byteCount` more bytes; `write` returns where in it the bytes end.
  @inline(__always)
  mutating func write(atMost byteCount: Int, _ write: (inout MutableSpan<UInt8>, _ begin: Int) -> Int) {
    reserve(byteCount)
    let begin = count
    var span = storage.mutableSpan
    let end = write(&span, begin)
    count = end
  }

  @inline(__always)
  package mutating func byte(_ byte: UInt8) {
    reserve(1)
    storage[count] = byte
    count += 1
  }

  package mutating func bytes(_ bytes: [UInt8]) {
    self.bytes(bytes.span, in: bytes.indices)
  }

  @inline(__always)
  mutating func bytes(_ bytes: borrowing Span<UInt8>, in range: Range<Int>) {
    write(atMost: range.count) { span, begin in
      for index in range { span[begin + index - range.lowerBound] = bytes[index] }
      return begin + range.count
    }
  }

  /// The text's UTF-8 as it is.
  package mutating func text(_ text: String) {
    let utf8 = text.utf8.span
    bytes(utf8, in: utf8.indices)
  }
}

// MARK: - Numbers

extension ByteWriter {
  package mutating func integer(_ value: Int64) {
    write(atMost: 20) { span, begin in
      let end = span.putSign(of: value, at: begin)
      let width = digitCount(value.magnitude)
      span.putDigits(of: value.magnitude, width: width, at: end)
      return end + width
    }
  }

  /// `units` ÷ 10^`places` in decimal, with exactly that many decimals, at least one; zero has no sign.
  @inline(__always)
  package mutating func fixed(_ units: Int64, places: Int) {
    write(atMost: 22 + places) { span, begin in
      var end = span.putSign(of: units, at: begin)
      let whole = units.magnitude / powerOfTen(places)
      let width = digitCount(whole)
      span.putDigits(of: whole, width: width, at: end)
      end += width
      span[end] = UInt8(ascii: ".")
      span.putDigits(of: units.magnitude - whole * powerOfTen(places), width: places, at: end + 1)
      return end + 1 + places
    }
  }
}

extension MutableSpan<UInt8> {
  /// The last `width` decimal digits of a number, zeros in front.
  @inline(__always)
  mutating func putDigits(of value: UInt64, width: Int, at begin: Int) {
    var rest = value
    var index = begin + width
    while index > begin {
      index -= 1
      self[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  /// A minus where there must be one; returns where it ends.
  @inline(__always)
  fileprivate mutating func putSign(of value: Int64, at begin: Int) -> Int {
    guard value < 0 else { return begin }
    self[begin] = UInt8(ascii: "-")
    return begin + 1
  }
}

/// `value` × 10^`places` to the nearest integer, halves away from zero (`rounded()` is a call into libm); `nil` where no integer can say it: NaN, the
/// infinities and beyond ±9.2 × 10¹⁸.
@inline(__always)
package func fixedPoint(_ value: Double, places: Int) -> Int64? {
  let scaled = value * Double(powerOfTen(places))
  guard abs(scaled) < 9.2e18 else { return nil }  // also for NaN
  let whole = Int64(scaled)
  let rest = scaled - Double(whole)
  return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
}

@inline(__always)
private func powerOfTen(_ exponent: Int) -> UInt64 {
  switch exponent {
  case 0: 1
  case 1: 10
  case 2: 100
  case 3: 1000
  case 4: 10_000
  case 6: 1_000_000
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
