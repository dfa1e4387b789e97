import Knowledge

/// Drives in memory, as one chunk.
struct DriveList: DriveSource {
  var drives: [DriveRecord]
  init(_ drives: [DriveRecord]) { self.drives = drives }
  var chunkCount: Int { 1 }
  func forEachDrive(in chunk: Int, _ body: (DriveRecord) throws -> Void) throws { try drives.forEach(body) }
}
