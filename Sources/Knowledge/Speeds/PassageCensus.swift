internal import RoadGraph

/// What a first reading of all drives counts, so that the passages can be put in parts that fit into memory.
struct PassageCensus: Sendable {
  /// The numbers of vehicles, in the order of their names.
  let vehicles: [String: UInt32]
  /// The number of the first drive of each chunk.
  let firstDrive: [UInt32]
  /// The edges of each bucket, ascending, from the first edge of the map to the last.
  let buckets: [Range<Int>]
  /// By edge.
  let passages: [UInt32]

  init(of source: some DriveSource, edgeCount: Int, settings: SpeedSettings) throws {
    let parts = try source.inParts(settings.workers) { chunks, _ in
      var count = ChunkCount(edgeCount: edgeCount)
      for chunk in chunks { try source.forEachDrive(in: chunk) { count.take($0, chunk: chunk) } }
      return count
    }
    let all = parts.reduce(into: ChunkCount(edgeCount: edgeCount)) { $0.add($1) }
    let names = all.vehicles.sorted()
    vehicles = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, UInt32($0)) })
    var first: UInt32 = 0
    firstDrive = (0..<source.chunkCount).map { chunk in
      defer { first += all.drives[chunk] ?? 0 }
      return first
    }
    passages = all.passages
    buckets = Self.buckets(all.passages, limit: settings.passagesInMemory)
  }

  /// The most edges of a bucket, whose rows are in memory at the same time.
  private static let edgesOfBucket = 100_000

  private static func buckets(_ passages: [UInt32], limit: Int) -> [Range<Int>] {
    var buckets: [Range<Int>] = []
    var (begin, held) = (0, 0)
    for (edge, count) in passages.enumerated() {
      if edge - begin == edgesOfBucket || (held > 0 && held + Int(count) > limit) {
        buckets.append(begin..<edge)
        (begin, held) = (edge, 0)
      }
      held += Int(count)
    }
    return buckets + [begin..<passages.count]
  }
}

private struct ChunkCount: Sendable {
  var vehicles: Set<String> = []
  var drives: [Int: UInt32] = [:]
  var passages: [UInt32]

  init(edgeCount: Int) { passages = [UInt32](repeating: 0, count: edgeCount) }

  mutating func take(_ drive: DriveRecord, chunk: Int) {
    vehicles.insert(drive.vehicle)
    drives[chunk, default: 0] += 1
    for path in drive.paths {
      for step in path.steps { passages[step.edge.index] += 1 }
    }
  }

  mutating func add(_ other: ChunkCount) {
    vehicles.formUnion(other.vehicles)
    drives.merge(other.drives, uniquingKeysWith: +)
    for edge in passages.indices { passages[edge] += other.passages[edge] }
  }
}
