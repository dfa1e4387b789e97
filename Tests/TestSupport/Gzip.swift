/// What `gzip -n` makes of `text`, stored without compression: RFC 1952 around one or more stored blocks of RFC 1951.
package func gzipped(_ text: [UInt8]) -> [UInt8] {
  var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
  var rest = text[...]
  repeat {
    let block = rest.prefix(65_535)
    rest = rest.dropFirst(65_535)
    let count = UInt16(block.count)
    bytes += [rest.isEmpty ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8)]
    bytes += [UInt8(~count & 0xFF), UInt8(~count >> 8)] + block
  } while !rest.isEmpty
  for word in [crc32(text), UInt32(truncatingIfNeeded: text.count)] {
    bytes += (0..<4).map { UInt8(word >> (8 * UInt32($0)) & 0xFF) }
  }
  return bytes
}

/// - Source: RFC 1952, §8, bit by bit.
private func crc32(_ bytes: [UInt8]) -> UInt32 {
  ~bytes.reduce(~UInt32(0)) { crc, byte in
    (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
  }
}
