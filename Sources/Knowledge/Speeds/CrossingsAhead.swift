internal import Geodesy
internal import RoadGraph
internal import RoadRules

/// The way from the end of an edge to the next crossing of roads.
struct CrossingsAhead {
  struct Way {
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
    var (edge, way) = (edge, Way(metres: 0, hasSignals: false))
    while way.metres < Self.farthest {
      let node = graph.head(of: edge)
      way.hasSignals = way.hasSignals || graph.flags(of: node).contains(.trafficSignals)
      if isCrossing(node) { return way }
      guard let next = graph.edges(leaving: node).first(where: { $0 != edge.reversed && isRoad($0) }) else { break }
      way.metres += Float(max(0.1, graph.length(of: next)))
      edge = next
    }
    return Way(metres: .infinity, hasSignals: false)
  }

  /// The last edge before the next crossing; the edge itself where there is none near.
  func lastEdge(from edge: EdgeID) -> EdgeID {
    var (last, metres): (EdgeID, Float) = (edge, 0)
    while metres < Self.farthest {
      let node = graph.head(of: last)
      if isCrossing(node) { return last }
      guard let next = graph.edges(leaving: node).first(where: { $0 != last.reversed && isRoad($0) }) else { break }
      metres += Float(max(0.1, graph.length(of: next)))
      last = next
    }
    return edge
  }

  /// Three roads of the mode meet there.
  func isCrossing(_ node: NodeID) -> Bool { graph.edges(leaving: node).count(where: isRoad) > 2 }

  private func isRoad(_ edge: EdgeID) -> Bool {
    graph.access(of: edge)[mode] > .no || graph.access(of: edge.reversed)[mode] > .no
  }
}
