internal import Storage

/// Values in parts, such as those of neighbouring edges, so that one part fits in memory when all do not.
///
/// Values stay in memory up to a bound; then they go to a scratch file.
struct PartitionedScratch<Value: BitwiseCopyable> {
  private struct Block {
    var offset: Int
    var count: Int
  }

  private var parts: [[Value]]
  private var blocks: [[Block]]
  private var held = 0
  private let bound: Int
  private var file: ScratchFile?
  /// The number of all values.
  private(set) var count = 0

  /// - Parameter bound: the bytes that stay in memory.
  init(parts: Int, boundInBytes bound: Int = 64 << 20) {
    self.parts = Array(repeating: [], count: parts)
    blocks = Array(repeating: [], count: parts)
    self.bound = max(1, bound / MemoryLayout<Value>.stride)
  }

  var partCount: Int { parts.count }

  mutating func append(_ value: Value, to part: Int) throws {
    parts[part].append(value)
    count += 1
    held += 1
    if held >= bound { try spill() }
  }

  mutating func append(_ values: [Value], to part: Int) throws {
    parts[part] += values
    count += values.count
    held += values.count
    if held >= bound { try spill() }
  }

  private mutating func spill() throws {
    let file = try self.file ?? ScratchFile()
    self.file = file
    for part in parts.indices where !parts[part].isEmpty {
      blocks[part].append(Block(offset: try file.append(parts[part]), count: parts[part].count))
      parts[part] = []
    }
    held = 0
  }

  /// The values of a part in the order in which they came.
  func values(of part: Int) throws -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(blocks[part].reduce(parts[part].count) { $0 + $1.count })
    for block in blocks[part] { try file?.read(block.count, from: block.offset, appendingTo: &values) }
    return values + parts[part]
  }
}
