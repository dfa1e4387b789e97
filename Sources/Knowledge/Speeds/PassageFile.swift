internal import RoadGraph
internal import Storage
private import Synchronization

/// All passages of one division, in a scratch file, by buckets of edges.
///
/// Threads write chunks of drives at the same time; what is read of a bucket depends on the drives alone.
final class PassageFile: Sendable {
  private struct Block: Sendable {
    var chunk: Int
    var offset: Int
    var count: Int
  }

  private struct State {
    var file: ScratchFile
    var blocks: [[Block]]
  }

  let buckets: [Range<Int>]
  private let state: Mutex<State>
  private let bucketOfEdge: BucketTable

  init(buckets: [Range<Int>], in folder: String?) throws {
    self.buckets = buckets
    bucketOfEdge = BucketTable(buckets)
    let file = try ScratchFile(in: folder)
    state = Mutex(State(file: file, blocks: [[Block]](repeating: [], count: buckets.count)))
  }

  /// A writer of the passages of one chunk.
  func writer(chunk: Int) -> Writer { Writer(self, chunk: chunk) }

  struct Writer {
    private let file: PassageFile
    private let chunk: Int
    private var held: [[Passage]]
    private static let blockSize = 8192

    fileprivate init(_ file: PassageFile, chunk: Int) {
      self.file = file
      self.chunk = chunk
      held = [[Passage]](repeating: [], count: file.buckets.count)
    }

    mutating func write(_ passage: Passage) throws {
      let bucket = file.bucketOfEdge[passage.edge]
      held[bucket].append(passage)
      if held[bucket].count == Self.blockSize { try flush(bucket) }
    }

    mutating func finish() throws {
      for bucket in held.indices where !held[bucket].isEmpty { try flush(bucket) }
    }

    private mutating func flush(_ bucket: Int) throws {
      let (passages, chunk) = (held[bucket], chunk)
      try file.state.withLock { state in
        let offset = try state.file.append(passages)
        state.blocks[bucket].append(Block(chunk: chunk, offset: offset, count: passages.count))
      }
      held[bucket].removeAll(keepingCapacity: true)
    }
  }

  /// The passages of a bucket by edge, then by class of hours, then in the order of drives.
  func passages(of bucket: Int, classCount: Int) throws -> [Passage] {
    var blocks = state.withLock { $0.blocks[bucket] }
    blocks.sort { ($0.chunk, $0.offset) < ($1.chunk, $1.offset) }
    var passages: [Passage] = []
    passages.reserveCapacity(blocks.reduce(0) { $0 + $1.count })
    for block in blocks {
      try state.withLock { state in
        try state.file.read(block.count, from: block.offset, appendingTo: &passages)
      }
    }
    let first = buckets[bucket].lowerBound
    passages = Self.sorted(passages, keys: classCount) { Int($0.hours) }
    return Self.sorted(passages, keys: buckets[bucket].count) { Int($0.edge) - first }
  }

  /// A counting sort, which keeps the order of equals.
  private static func sorted(_ passages: [Passage], keys: Int, key: (Passage) -> Int) -> [Passage] {
    guard var result = passages.first.map({ [Passage](repeating: $0, count: passages.count) }) else { return [] }
    var places = [Int](repeating: 0, count: keys + 1)
    for passage in passages { places[key(passage) + 1] += 1 }
    for key in 0..<keys { places[key + 1] += places[key] }
    for passage in passages {
      let key = key(passage)
      result[places[key]] = passage
      places[key] += 1
    }
    return result
  }
}

/// Finds the bucket of an edge, mostly at once.
private struct BucketTable: Sendable {
  private let ends: [Int]

  init(_ buckets: [Range<Int>]) { ends = buckets.map(\.upperBound) }

  subscript(edge: UInt32) -> Int { min(ends.partitioningIndex { $0 > Int(edge) }, ends.count - 1) }
}
