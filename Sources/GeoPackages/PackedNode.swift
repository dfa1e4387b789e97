/// Writes the bytes of a node of SQLite's R-tree, with the highest byte of a number first:
///
///     depth    2 bytes, of the root; else 0
///     count    2 bytes
///     entries  8 bytes of number, then 4 bytes each for west, east, south and north
struct PackedNode {
  /// What SQLite takes for pages of 4096 bytes and two dimensions: at most 51 entries.
  static let most = 51
  static let size = 4 + most * entrySize
  private static let entrySize = 24

  private var position = 4

  init(depth: Int, count: Int, into bytes: inout [UInt8]) {
    Self.put(UInt16(depth), at: 0, of: &bytes)
    Self.put(UInt16(count), at: 2, of: &bytes)
  }

  mutating func append(_ entry: PackedIndex.Entry, to bytes: inout [UInt8]) {
    Self.put(UInt64(bitPattern: entry.id), at: position, of: &bytes)
    Self.put(entry.box.west.bitPattern, at: position + 8, of: &bytes)
    Self.put(entry.box.east.bitPattern, at: position + 12, of: &bytes)
    Self.put(entry.box.south.bitPattern, at: position + 16, of: &bytes)
    Self.put(entry.box.north.bitPattern, at: position + 20, of: &bytes)
    position += Self.entrySize
  }

  /// Clears what an earlier node left after the entries.
  func clearRest(of bytes: inout [UInt8]) {
    for index in position..<bytes.count { bytes[index] = 0 }
  }

  private static func put<Value: FixedWidthInteger>(_ value: Value, at position: Int, of bytes: inout [UInt8]) {
    var rest = value
    for index in stride(from: position + MemoryLayout<Value>.size - 1, through: position, by: -1) {
      bytes[index] = UInt8(truncatingIfNeeded: rest)
      rest >>= 8
    }
  }
}
