internal import Storage

/// Bytes in blocks, each compressed by itself and with a checksum of its own.
///
///     block    4 bytes compressed · 4 bytes plain · 8 checksum of all that · the compressed bytes
enum PackedBlocks {
  /// Blocks are closed at this size: smaller ones take more on the disk, and larger ones more memory.
  static let size = 1 << 18
  /// No block is larger, plain or compressed.
  static let mostSize = 1 << 30
  static let headSize = 16

  /// A block of these bytes, as it is on the disk.
  static func packed(_ bytes: borrowing ByteBuffer) -> [UInt8] {
    let frame = ZstandardBlock.compressed(bytes.bytes)
    var block = ByteBuffer(capacity: headSize + frame.count)
    block.append(UInt64(frame.count), count: 4)
    block.append(UInt64(bytes.count), count: 4)
    block.append(sum(frame, plainSize: bytes.count), count: 8)
    block.append(frame)
    return block.array
  }

  static func sum(_ frame: [UInt8], plainSize: Int) -> UInt64 {
    let sum = RunningChecksum()
    sum.add(frame)
    sum.add(rawBytes(of: [UInt64(frame.count).littleEndian, UInt64(plainSize).littleEndian]))
    return sum.value
  }
}

/// Reads the blocks of a file one after the other.
struct BlockReader {
  let path: String
  private let file: RawFile
  private let size: Int
  private var offset = 0

  init(_ path: String) throws(StoreError) {
    self.path = path
    (file, size) = try storing { () throws(StorageError) in (try RawFile(path: path), fileSize(of: path) ?? 0) }
  }

  var isAtEnd: Bool { offset == size }
  var damage: StoreError { .damaged(path: path) }

  /// The next bytes as they are.
  ///
  /// - Throws: ``StoreError/damaged(path:)`` if the file ends before them.
  mutating func bytes(_ count: Int) throws(StoreError) -> [UInt8] {
    guard count <= size - offset else { throw damage }
    let start = offset
    offset += count
    return try storing { () throws(StorageError) in try file.bytes(at: start, count: count) }
  }

  /// The head of the next block, which is passed over.
  ///
  /// - Throws: ``StoreError/damaged(path:)`` if the file ends before the block does.
  mutating func head() throws(StoreError) -> [UInt8] {
    let head = try bytes(PackedBlocks.headSize)
    let frameSize = Int(head.span.number(at: 0, count: 4))
    guard frameSize <= size - offset else { throw damage }
    offset += frameSize
    return head
  }

  /// The next block, without its head.
  mutating func block() throws(StoreError) -> [UInt8] {
    let head = try bytes(PackedBlocks.headSize)
    let (frameSize, plainSize) = (Int(head.span.number(at: 0, count: 4)), Int(head.span.number(at: 4, count: 4)))
    guard plainSize > 0, plainSize <= PackedBlocks.mostSize else { throw damage }
    let frame = try bytes(frameSize)
    guard head.span.number(at: 8, count: 8) == PackedBlocks.sum(frame, plainSize: plainSize),
      let plain = ZstandardBlock.decompressed(frame, count: plainSize)
    else { throw damage }
    return plain
  }
}

extension Span<UInt8> {
  /// A number of `count` bytes, the lowest first.
  func number(at offset: Int, count: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in (offset..<offset + count).reversed() { number = number << 8 | UInt64(self[index]) }
    return number
  }
}
