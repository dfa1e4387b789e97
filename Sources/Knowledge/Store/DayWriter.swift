internal import Storage

/// Writes a day's file, which replaces an older one when it is complete.
final class DayWriter {
  private let file: AtomicFile
  private var header: DayHeader
  private var block = ByteBuffer(capacity: PackedBlocks.size)

  init(_ day: DayFile, mapVersion: String) throws(StoreError) {
    header = DayHeader(day: day.day, mapVersion: mapVersion)
    file = try storing { () throws(StorageError) in try AtomicFile(path: day.path, for: .ownerAlone) }
    try write(header.bytes)
  }

  /// - Precondition: drives come in order.
  func append(_ drive: StoredDrive) throws(StoreError) {
    if block.count + drive.bytes.count > PackedBlocks.size { try closeBlock() }
    block.append(packed: drive.bytes.count)
    block.append(drive.bytes)
    header.driveCount += 1
    header.latestEnd = max(header.latestEnd, drive.key.end)
  }

  func commit() throws(StoreError) {
    try closeBlock()
    let head = header.bytes
    try storing { () throws(StorageError) in
      try file.overwrite(head, at: 0)
      try file.commit()
    }
  }

  private func closeBlock() throws(StoreError) {
    guard !block.isEmpty else { return }
    try write(PackedBlocks.packed(block))
    header.blockCount += 1
    block.removeAll()
  }

  private func write(_ bytes: [UInt8]) throws(StoreError) {
    try storing { () throws(StorageError) in try file.write(bytes) }
  }
}
