/// Turns a stream of UTF-16 into UTF-8, a chunk at a time.
///
/// Invalid UTF-16 becomes U+FFFD.
final class UTF16Reader {
  private let source: ByteStream
  private let isBigEndian: Bool
  private var input = [UInt8](repeating: 0, count: 1 << 16)
  /// The bytes of `input` that are not decoded yet: half a unit, or half a character.
  private var kept = 0
  private var output: [UInt8] = []
  private var position = 0
  private var isEnded = false

  init(_ source: ByteStream, isBigEndian: Bool) {
    self.source = source
    self.isBigEndian = isBigEndian
  }

  /// Fills `target` with the next bytes; 0 at the end.
  func read(into target: UnsafeMutableRawBufferPointer) throws(StorageError) -> Int {
    while position == output.count && !isEnded { try decodeChunk() }
    let count = min(target.count, output.count - position)
    unsafe target.copyBytes(from: output[position..<position + count])
    position += count
    return count
  }

  private func decodeChunk() throws(StorageError) {
    let count = try source.read(into: &input, from: kept)
    isEnded = count == 0
    let end = kept + count
    var units: [UInt16] = []
    units.reserveCapacity(end / 2 + 1)
    for index in stride(from: 0, to: end - 1, by: 2) { units.append(unit(at: index)) }
    var used = end / 2 * 2
    if !isEnded, let last = units.last, UTF16.isLeadSurrogate(last) {
      units.removeLast()
      used -= 2
    }
    if isEnded && used < end { units.append(0xFFFD) }
    output = Array(String(decoding: units, as: UTF16.self).utf8)
    position = 0
    for index in used..<end { input[index - used] = input[index] }
    kept = isEnded ? 0 : end - used
  }

  private func unit(at index: Int) -> UInt16 {
    let (first, second) = (UInt16(input[index]), UInt16(input[index + 1]))
    return isBigEndian ? first << 8 | second : second << 8 | first
  }
}
