internal import Storage

/// Reads the drives of a day's file one after the other; memory is a block.
final class DayReader {
  let header: DayHeader
  private var blocks: BlockReader
  private var blocksRead = 0
  private var drivesRead = 0
  private var block: [UInt8] = []
  private var position = 0

  /// - Throws: ``StoreError`` if there is no such file, or if it is another's.
  init(_ day: DayFile) throws(StoreError) {
    blocks = try BlockReader(day.path)
    header = try DayHeader(blocks.bytes(DayHeader.size), path: day.path)
    guard header.day == day.day, header.mapVersion.hasPrefix(day.map) else { throw blocks.damage }
  }

  /// The next drive; `nil` after the last one.
  ///
  /// - Throws: ``StoreError/damaged(path:)``; the drives before the damage have been delivered.
  func next() throws(StoreError) -> StoredDrive? {
    if position == block.count {
      guard blocksRead < header.blockCount else {
        guard blocks.isAtEnd, drivesRead == header.driveCount else { throw blocks.damage }
        return nil
      }
      (block, position) = (try blocks.block(), 0)
      blocksRead += 1
    }
    var reader = PackedReader(block.span.extracting(position...))
    let count = reader.count()
    let begin = position + reader.position
    guard !reader.isDamaged, count > 0, count <= block.count - begin else { throw blocks.damage }
    position = begin + count
    drivesRead += 1
    return StoredDrive(Array(block[begin..<position]))
  }
}

extension DayFile {
  /// What the header says.
  ///
  /// - Throws: ``StoreError``.
  func header() throws(StoreError) -> DayHeader { try DayReader(self).header }
}

extension DayFile {
  /// Adds the header and the head of each block: these change with the drives.
  func addHeads(to sum: RunningChecksum) throws(StoreError) {
    var blocks = try BlockReader(path)
    sum.add(try blocks.bytes(DayHeader.size))
    while !blocks.isAtEnd { sum.add(try blocks.head()) }
  }
}
