internal import Geodesy
internal import RoadGraph
internal import RoadRules

/// Where vehicles may wait: the edges that were driven, cut into bins that are short near their ends.
///
/// Shapes, for *m* edges of the map, *d* driven ones and *b* bins:
///
///     rows        m, the number of the driven edge, or -1
///     firstBin    d + 1
///     groups      b, see ``WaitGroup``
struct WaitBins: Sendable {
  private let rows: [Int32]
  private(set) var firstBin: [UInt32] = [0]
  /// The edge of each row.
  private(set) var edges: [UInt32] = []
  private(set) var groups: [UInt8] = []
  private let lengths: [Float]

  /// From the end of an edge, in metres: a bin reaches to each of these and one to its start.
  ///
  /// Not chosen: bins of 6 m or of 12 m all along. Speeds of simulated cities err as much with them.
  private static let reaches: [Float] = [12, 24, 48, 96, 192]
  /// No bin is shorter, if the edge is not.
  private static let least: Float = 6

  /// - Parameters:
  ///   - lengths: of all edges, in metres.
  ///   - passages: the number of times each edge was driven.
  init(_ graph: RoadGraph, mode: TravelMode, lengths: [Float], passages: [UInt32]) {
    self.lengths = lengths
    let crossings = CrossingsAhead(graph, mode: mode)
    var rows = [Int32](repeating: -1, count: lengths.count)
    for edge in lengths.indices where passages[edge] > 0 {
      rows[edge] = Int32(edges.count)
      edges.append(UInt32(edge))
      let length = lengths[edge]
      let count = 1 + Self.reaches.count { length > $0 + Self.least }
      firstBin.append(firstBin[firstBin.count - 1] + UInt32(count))
      let ahead = crossings.ahead(of: EdgeID(edge))
      for bin in 0..<count {
        let ground = Self.ground(bin, of: count, length: length)
        groups.append(WaitGroup.number(ahead, toEnd: length - (ground.lowerBound + ground.upperBound) / 2))
      }
    }
    self.rows = rows
  }

  var count: Int { groups.count }

  /// The number of a driven edge.
  func row(of edge: EdgeID) -> Int { Int(rows[edge.index]) }

  func bins(ofRow row: Int) -> Range<Int> { Int(firstBin[row])..<Int(firstBin[row + 1]) }

  /// The part of its edge that a bin holds, in metres from the start.
  func ground(of bin: Int, row: Int) -> Range<Float> {
    let bins = bins(ofRow: row)
    return Self.ground(bin - bins.lowerBound, of: bins.count, length: lengths[Int(edges[row])])
  }

  private static func ground(_ bin: Int, of count: Int, length: Float) -> Range<Float> {
    let fromEnd = count - 1 - bin
    return (bin == 0 ? 0 : length - reaches[fromEnd])..<(fromEnd == 0 ? length : length - reaches[fromEnd - 1])
  }
}

/// Bins that are alike: by what controls the next crossing, and by the way to it.
enum WaitGroup {
  private static let ways: [Float] = [4, 8, 14, 22, 32, 45, 65, 100]
  static let count = 2 * (ways.count + 1)

  static func number(_ ahead: CrossingsAhead.Way, toEnd: Float) -> UInt8 {
    let way = ways.firstIndex { ahead.metres + toEnd < $0 } ?? ways.count
    return UInt8((ahead.hasSignals ? ways.count + 1 : 0) + way)
  }
}
