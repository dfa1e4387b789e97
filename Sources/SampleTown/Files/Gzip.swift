/// `bytes` as a gzip file that stores them uncompressed, without a name or a time.
///
/// Not chosen: compression by zlib, whose output may differ between versions. A sample must not.
///
/// - Source: RFC 1952, and RFC 1951 §3.2.4 for stored blocks.
func gzipped(_ bytes: [UInt8]) -> [UInt8] {
  let blockSize = 0xFFFF
  var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
  for begin in stride(from: 0, to: max(1, bytes.count), by: blockSize) {
    let block = bytes[begin..<min(begin + blockSize, bytes.count)]
    let length = UInt16(block.count)
    file += [block.endIndex == bytes.count ? 1 : 0] + littleEndian(length) + littleEndian(~length) + block
  }
  return file + littleEndian(crc32(bytes)) + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
}

private func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
  (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// The cyclic redundancy check of RFC 1952 §8.
private func crc32(_ bytes: [UInt8]) -> UInt32 {
  ~bytes.reduce(UInt32.max) { remainder, byte in
    (0..<8).reduce(remainder ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
  }
}
