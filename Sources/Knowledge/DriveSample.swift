internal import Storage

/// Some of the drives of a source, packed in memory, to which expectations are fitted where there are plenty.
///
/// All drives are in it as long as they are few. Otherwise it has those whose hash lies below a bound, so that the same
/// drives are chosen in whatever order, by whatever shards and by however many threads they were added, and most of them
/// again when a night is added.
///
/// Shapes: as many chunks as the source has, each with its drives in the same order; about 5 bytes for each step.
package struct DriveSample: DriveSource {
  private let chunks: [[PackedDrive]]

  package static let usualSteps = 4_000_000

  /// - Parameter limit: the most steps; if there are more, the sample has between half as many and so many.
  package init(of source: some DriveSource, steps limit: Int, workers: Int) throws {
    var parts = try source.inParts(workers) { chunks, _ in
      var part = SampledDrives(limit: limit)
      for chunk in chunks { try source.forEachDrive(in: chunk) { part.take($0, chunk: chunk) } }
      return part
    }
    var all = parts.removeFirst()
    for part in parts { all.add(part) }
    var chunks = [[PackedDrive]](repeating: [], count: source.chunkCount)
    for drive in all.drives { chunks[drive.chunk].append(drive) }
    self.chunks = chunks
  }

  package var chunkCount: Int { chunks.count }

  package func forEachDrive(in chunk: Int, _ body: (DriveRecord) throws -> Void) throws {
    for packed in chunks[chunk] {
      guard var drive = DriveRecord(decoding: packed.bytes.span) else {
        preconditionFailure("A drive that was packed a moment ago cannot be read.")
      }
      drive.isCut = packed.isCut
      try body(drive)
    }
  }
}

private struct PackedDrive: Sendable {
  var chunk: Int
  var hash: UInt64
  var stepCount: Int
  var isCut: Bool
  var bytes: [UInt8]

  init(_ drive: DriveRecord, chunk: Int, hash: UInt64) {
    self.chunk = chunk
    self.hash = hash
    isCut = drive.isCut
    let encoded = EncodedDrive(drive)
    (bytes, stepCount) = (encoded.bytes, encoded.stepCount)
  }
}

/// The drives below a bound that is halved whenever they are too many.
private struct SampledDrives: Sendable {
  private(set) var drives: [PackedDrive] = []
  private let limit: Int
  private var stepCount = 0
  private var bound = UInt64.max

  init(limit: Int) { self.limit = limit }

  mutating func take(_ drive: DriveRecord, chunk: Int) {
    let hash = checksum("\(drive.vehicle)\u{0}\(drive.begin)")
    guard hash <= bound else { return }
    drives.append(PackedDrive(drive, chunk: chunk, hash: hash))
    stepCount += drives[drives.count - 1].stepCount
    shrink()
  }

  mutating func add(_ other: SampledDrives) {
    lower(to: min(bound, other.bound))
    let added = other.drives.filter { $0.hash <= bound }
    drives += added
    stepCount += added.reduce(0) { $0 + $1.stepCount }
    shrink()
  }

  private mutating func shrink() {
    while stepCount > limit, bound > 0 { lower(to: bound / 2) }
  }

  private mutating func lower(to bound: UInt64) {
    guard bound < self.bound else { return }
    self.bound = bound
    drives.removeAll { $0.hash > bound }
    stepCount = drives.reduce(0) { $0 + $1.stepCount }
  }
}
