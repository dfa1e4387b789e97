package import RoadGraph
internal import Storage

/// The drives of a run that may be killed, kept on the disk until the store has them.
///
/// A run that continues what an earlier one has done does not meet the drives of that part again. So they are kept in a file
/// beside the store before the run notes that it has done them, and whoever continues the run adds them first.
///
/// Shape: ``PackedBlocks`` of records: version of the map, number of bytes, and the bytes of a drive.
package final class PendingDrives {
  private let file: ResumableFile
  private let path: String
  private var block = ByteBuffer()

  static let folderName = "pending"

  /// Opens the file, and makes it if it is missing.
  ///
  /// - Parameters:
  ///   - run: a name that the run has in common with the one that continues it.
  ///   - folder: of the store.
  /// - Throws: ``StoreError``.
  package init(ofRun run: String, for folder: String) throws(StoreError) {
    let pending = joinedPath(folder, Self.folderName)
    path = joinedPath(pending, hexadecimal(checksum(run)) + DayFile.ending)
    file = try storing { [path] () throws(StorageError) in
      try makeFolder(at: pending, for: .ownerAlone)
      return try ResumableFile(path: path, isPrivate: true)
    }
  }

  package func append(_ drive: EncodedDrive, on graph: RoadGraph) {
    block.append(packed: graph.version)
    block.append(packed: drive.bytes.count)
    block.append(drive.bytes)
  }

  /// Writes what was appended to the disk.
  package func keep() throws(StoreError) {
    guard !block.isEmpty else { return }
    let bytes = PackedBlocks.packed(block)
    try storing { () throws(StorageError) in
      try unsafe file.append(bytes.span.bytes)
      try file.flush()
    }
    block.removeAll()
  }

  /// Appends the drives that an earlier run has kept to a spool. Drives on other maps than those given are left out, and so
  /// is a part that was being written when that run ended.
  package func passOn(to spool: DriveSpool, on graphs: [RoadGraph]) throws(StoreError) {
    var reader = try BlockReader(path)
    while !reader.isAtEnd, let block = try? reader.block() {
      var rest = PackedReader(block.span)
      while !rest.isAtEnd, !rest.isDamaged {
        let version = rest.text()
        let bytes = Array(block[rest.skip(rest.count())])
        guard !rest.isDamaged, let graph = graphs.first(where: { $0.version == version }) else { continue }
        try spool.append(bytes, on: graph)
      }
    }
  }

  package var isEmpty: Bool { file.size == 0 && block.isEmpty }

  /// Removes the file, since the store has its drives.
  package func remove() {
    removePlainFile(at: path)
    removeEmptyFolder(at: folderPath(of: path))
  }
}

private func hexadecimal(_ number: UInt64) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
