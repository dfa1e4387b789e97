internal import Storage

/// Different rows of kept values, each written once and found again by its place.
///
/// The rows of a file with interleaved traces may be many, so they go through a temporary file where they exceed the
/// buffer. A row that has not occurred for long may be written again.
///
/// Memory: the buffer, and ``mostKnown`` rows.
struct KeptLog {
  private let capacity: Int
  private let directory: String?
  /// The newest rows; place 0 means no values.
  private var block = [UInt8](repeating: 0, count: alignment)
  /// The number of bytes before the block, which are in the file.
  private var written = 0
  private var file: ScratchFile?
  private var known: [[UInt8]: UInt32] = [:]

  /// Rows begin at multiples of this, so that 32 bits reach 32 GiB.
  private static let alignment = 8
  private static let mostKnown = 4096

  init(capacity: Int, directory: String?) {
    self.capacity = capacity
    self.directory = directory
  }

  /// The place of a row, which is not 0.
  mutating func place(of row: [UInt8]) throws(StorageError) -> UInt32 {
    if let place = known[row] { return place }
    if block.count >= capacity { try writeBlock() }
    let place = try place(at: written + block.count)
    let count = UInt32(clamping: row.count)
    for shift in [0, 8, 16, 24] { block.append(UInt8(truncatingIfNeeded: count >> UInt32(shift))) }
    block += row
    while block.count % Self.alignment != 0 { block.append(0) }
    if known.count == Self.mostKnown { known.removeAll(keepingCapacity: true) }
    known[row] = place
    return place
  }

  func row(at place: UInt32) throws(StorageError) -> [UInt8] {
    let begin = Int(place) * Self.alignment
    let head = try bytes(4, from: begin)
    let count = head.reversed().reduce(0) { $0 << 8 | Int($1) }
    return try bytes(count, from: begin + 4)
  }

  private func place(at offset: Int) throws(StorageError) -> UInt32 {
    guard let place = UInt32(exactly: offset / Self.alignment) else {
      throw .system(path: directory ?? "/tmp", call: "keep more than 32 GiB of values of --keep", code: 27)  // EFBIG
    }
    return place
  }

  private mutating func writeBlock() throws(StorageError) {
    let file: ScratchFile
    if let open = self.file { file = open } else { file = try ScratchFile(in: directory) }
    self.file = file
    _ = try file.append(block)
    written += block.count
    block.removeAll(keepingCapacity: true)
  }

  private func bytes(_ count: Int, from begin: Int) throws(StorageError) -> [UInt8] {
    guard begin < written else { return Array(block[(begin - written)..<(begin - written + count)]) }
    var bytes: [UInt8] = []
    try file?.read(count, from: begin, appendingTo: &bytes)
    return bytes
  }
}
