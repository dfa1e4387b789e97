/// Reads packed rows in place in memory.
@safe
struct PackedReader {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  /// The memory must outlive the reader.
  init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

  var isAtEnd: Bool { unsafe position == bytes.count }

  mutating func byte() -> UInt8 { next(UInt8.self) }
  mutating func length() -> Int { Int(next(UInt32.self)) }
  mutating func integer() -> Int64 { Int64(bitPattern: next(UInt64.self)) }
  mutating func real() -> Double { Double(bitPattern: next(UInt64.self)) }

  /// A coordinate some bytes ahead.
  func real(ahead offset: Int) -> Double {
    Double(bitPattern: unsafe bytes.loadUnaligned(fromByteOffset: position + offset, as: UInt64.self).littleEndian)
  }

  /// The next bytes, in place.
  mutating func content(_ count: Int) -> UnsafeRawBufferPointer {
    defer { position += count }
    return unsafe UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }

  private mutating func next<Value: FixedWidthInteger & BitwiseCopyable>(_: Value.Type) -> Value {
    defer { position += MemoryLayout<Value>.size }
    return unsafe Value(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: Value.self))
  }
}
