internal import RoadGraph

/// Which parts of each road were driven, in either direction.
///
/// Memory: two bits per road, and some 50 bytes for each road that is driven in part.
struct CoveredGround {
  private let graph: RoadGraph
  private var isWhole: [Bool]
  /// The parts of roads in centimetres from their start, in order, apart from each other.
  private var parts: [SegmentID: [Range<Int32>]] = [:]

  init(of graph: RoadGraph) {
    self.graph = graph
    isWhole = [Bool](repeating: false, count: graph.segmentCount)
  }

  /// In centimetres, as offsets in tables are.
  func length(of segment: SegmentID) -> Int32 {
    Int32(clamping: (Int64(graph.lengthInMillimetres(of: segment)) + 5) / 10)
  }

  /// - Parameters:
  ///   - begin: in centimetres from the start of the edge, as is `end`.
  mutating func add(_ edge: EdgeID, from begin: Int32, to end: Int32) {
    let segment = edge.segment
    guard !isWhole[segment.index] else { return }
    let length = length(of: segment)
    let part = edge.isForward ? begin..<max(begin, end) : (length - max(begin, end))..<(length - begin)
    let joined = joining(part.clamped(to: 0..<length), to: parts[segment] ?? [])
    // A centimetre at either end is an error of rounding.
    if joined.count == 1, joined[0].lowerBound <= 1, joined[0].upperBound >= length - 1 {
      isWhole[segment.index] = true
      parts[segment] = nil
    } else {
      parts[segment] = joined
    }
  }

  private func joining(_ part: Range<Int32>, to others: [Range<Int32>]) -> [Range<Int32>] {
    var part = part
    var apart: [Range<Int32>] = []
    for other in others {
      if other.upperBound < part.lowerBound || part.upperBound < other.lowerBound {
        apart.append(other)
      } else {
        part = min(part.lowerBound, other.lowerBound)..<max(part.upperBound, other.upperBound)
      }
    }
    return (apart + [part]).sorted { $0.lowerBound < $1.lowerBound }
  }

  /// The parts driven, in centimetres from the start of the road.
  func parts(of segment: SegmentID) -> [Range<Int32>] {
    if isWhole[segment.index] { return [0..<length(of: segment)] }
    return (parts[segment] ?? []).filter { !$0.isEmpty }
  }

  /// The share driven of the length, 0 … 1.
  func share(of segment: SegmentID) -> Double {
    if isWhole[segment.index] { return 1 }
    let driven = (parts[segment] ?? []).reduce(0) { $0 + $1.count }
    return min(1, Double(driven) / Double(max(1, length(of: segment))))
  }
}
