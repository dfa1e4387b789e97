internal import Geodesy
internal import RoadGraph
internal import RoadRules

/// The way from the end of an edge to the next crossing of roads.
struct CrossingsAhead {
  struct Way {
    /// The last edge before the crossing; the edge itself where there is none near.
    var last: EdgeID
    /// Infinite where there is none near.
    var metres: Float
    /// There are signals at the crossing or on the way to it: mappers put them at the stop line, too.
    var hasSignals: Bool
  }

  private let graph: RoadGraph
  private let mode: TravelMode
  private static let farthest: Float = 150

  init(_ graph: RoadGraph, mode: TravelMode) {
    self.graph = graph
    self.mode = mode
  }

  func ahead(of edge: EdgeID) -> Way {
    var way = Way(last: edge, metres: 0, hasSignals: false)
    while way.metres < Self.farthest {
      let node = graph.head(of: way.last)
      way.hasSignals = way.hasSignals || graph.flags(of: node).contains(.trafficSignals)
      if isCrossing(node) { return way }
      guard let next = graph.edges(leaving: node).first(where: { $0 != way.last.reversed && isRoad($0) }) else { break }
      way.metres += Float(max(0.1, graph.length(of: next)))
      way.last = next
    }
    return Way(last: edge, metres: .infinity, hasSignals: false)
  }

  /// Three roads of the mode meet there.
  func isCrossing(_ node: NodeID) -> Bool { graph.edges(leaving: node).count(where: isRoad) > 2 }

  private func isRoad(_ edge: EdgeID) -> Bool {
    graph.access(of: edge)[mode] > .no || graph.access(of: edge.reversed)[mode] > .no
  }
}
