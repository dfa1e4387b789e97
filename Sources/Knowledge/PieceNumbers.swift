package import RoadGraph

/// Tells pieces of road apart that have the same way, the same nodes and the same direction, such as the two halves of a
/// closed way between two junctions, and all pieces of a way on maps without ids of nodes.
package struct PieceNumbers: Sendable {
  private let numbers: [SegmentID: Int]

  /// - Complexity: O(*n* log *n*) for *n* pieces of road.
  package init(of graph: RoadGraph) {
    let pieces = (0..<graph.edgeCount / 2).map { Piece(SegmentID(UInt32($0)), of: graph) }.sorted(by: <)
    var numbers: [SegmentID: Int] = [:]
    var begin = 0
    for end in 1..<(pieces.count + 1) where end == pieces.count || !pieces[end].isLike(pieces[begin]) {
      if end - begin > 1 {
        for place in begin..<end { numbers[pieces[place].segment] = place - begin + 1 }
      }
      begin = end
    }
    self.numbers = numbers
  }

  /// The number of an edge among those like it, from 1 in the order of the map; `nil` if there is no other.
  package subscript(edge: EdgeID) -> Int? { numbers[edge.segment] }

  private struct Piece {
    let way: Int64
    let from: Int64
    let to: Int64
    let segment: SegmentID

    init(_ segment: SegmentID, of graph: RoadGraph) {
      let edge = EdgeID(segment.rawValue << 1)
      self.segment = segment
      way = graph.way(of: edge).rawValue
      from = graph.source(of: graph.tail(of: edge))?.rawValue ?? 0
      to = graph.source(of: graph.head(of: edge))?.rawValue ?? 0
    }

    func isLike(_ other: Piece) -> Bool { (way, from, to) == (other.way, other.from, other.to) }

    static func < (a: Piece, b: Piece) -> Bool {
      (a.way, a.from, a.to, a.segment.rawValue) < (b.way, b.from, b.to, b.segment.rawValue)
    }
  }
}
