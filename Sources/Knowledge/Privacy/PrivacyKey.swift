internal import Storage

/// A secret that decides where discs lie and what ids become, the same in every run that has it.
///
/// Whoever has the key can undo both: he tries all names, and all places. So it is as secret as the traces.
package struct PrivacyKey: Hashable, Sendable {
  private let key: (UInt64, UInt64)

  /// - Parameter secret: random bytes, at least ``leastLength``.
  package init(_ secret: [UInt8]) throws(PrivacyError) {
    guard secret.count >= Self.leastLength else { throw .shortKey(count: secret.count) }
    key = (sipHash(secret, key: (0, 1)), sipHash(secret, key: (2, 3)))
  }

  /// The key in a file of its owner.
  ///
  /// - Throws: ``PrivacyError`` if there is no such file, if others may read it, or if it is too short.
  package init(path: String) throws(PrivacyError) {
    guard let isOpen = isOpenToOthers(path) else { throw .noKey(path: path) }
    if isOpen { throw .openKey(path: path) }
    guard let secret = try? wholeFile(path, atMost: .record) else { throw .noKey(path: path) }
    try self.init(secret)
  }

  /// In bytes: 128 random bits, the strength of the hash.
  package static let leastLength = 16

  package static func == (a: PrivacyKey, b: PrivacyKey) -> Bool { a.key == b.key }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(key.0)
    hasher.combine(key.1)
  }

  /// A name in place of an id: 16 hexadecimal digits, equal for equal ids.
  ///
  /// Among *n* ids two have the same name with a probability of *n*² ÷ 2⁶⁵: 3 · 10⁻⁸ for a million.
  package func name(for id: String) -> String {
    let digits = String(sipHash(Array(id.utf8), key: key), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Random bits that depend on some numbers.
  func bits(of numbers: Int64...) -> UInt64 {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8 * numbers.count)
    for number in numbers {
      for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> Int64(shift))) }
    }
    return sipHash(bytes, key: key)
  }
}

/// SipHash-2-4, a hash that nobody can foretell without the key.
///
/// - Source: Aumasson & Bernstein, INDOCRYPT 2012, doi:10.1007/978-3-642-34931-7_28.
func sipHash(_ bytes: [UInt8], key: (UInt64, UInt64)) -> UInt64 {
  var state = SipState(key)
  var word: UInt64 = 0
  for (place, byte) in bytes.enumerated() {
    word |= UInt64(byte) << UInt64(8 * (place & 7))
    if place & 7 == 7 {
      state.take(word)
      word = 0
    }
  }
  state.take(word | UInt64(truncatingIfNeeded: bytes.count) << 56)
  return state.finish()
}

private struct SipState {
  private var v: (UInt64, UInt64, UInt64, UInt64)

  init(_ key: (UInt64, UInt64)) {
    v = (
      key.0 ^ 0x736f_6d65_7073_6575, key.1 ^ 0x646f_7261_6e64_6f6d, key.0 ^ 0x6c79_6765_6e65_7261,
      key.1 ^ 0x7465_6462_7974_6573
    )
  }

  mutating func take(_ word: UInt64) {
    v.3 ^= word
    mix()
    mix()
    v.0 ^= word
  }

  mutating func finish() -> UInt64 {
    v.2 ^= 0xff
    for _ in 0..<4 { mix() }
    return v.0 ^ v.1 ^ v.2 ^ v.3
  }

  private mutating func mix() {
    v.0 &+= v.1
    v.1 = Self.rotated(v.1, 13) ^ v.0
    v.0 = Self.rotated(v.0, 32)
    v.2 &+= v.3
    v.3 = Self.rotated(v.3, 16) ^ v.2
    v.0 &+= v.3
    v.3 = Self.rotated(v.3, 21) ^ v.0
    v.2 &+= v.1
    v.1 = Self.rotated(v.1, 17) ^ v.2
    v.2 = Self.rotated(v.2, 32)
  }

  private static func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 { word << count | word >> (64 - count) }
}
