internal import Geodesy
internal import RandomNumbers
internal import RoadGraph
internal import Storage

/// Directed edges to draw from, each with a probability proportional to its length.
struct RoadPool: Sendable {
  private let edges: [EdgeID]
  /// The total length of all edges up to and including each.
  private let ends: [Metres]

  /// - Parameter edges: ascending.
  init(_ edges: [EdgeID], of graph: RoadGraph) {
    self.edges = edges
    var total: Metres = 0
    ends = edges.map { edge in
      total += graph.length(of: edge)
      return total
    }
  }

  var isEmpty: Bool { edges.isEmpty }
  var length: Metres { ends.last ?? 0 }

  /// - Precondition: the pool is not empty.
  func edge(using random: inout SplitMix64) -> EdgeID { edge(at: random.uniform() * length) }

  /// An edge whose start is about `distance` from the start of another, in a straight line.
  ///
  /// Edges are numbered along a Hilbert curve, so edges with near numbers are near on the ground. It draws from a
  /// window of them until one is at 0.5…1.2 of the distance, and takes the best of sixteen if none does.
  ///
  /// - Precondition: the pool is not empty.
  func edge(
    about distance: Metres, from origin: EdgeID, on graph: RoadGraph, using random: inout SplitMix64
  ) -> EdgeID {
    let middle = position(of: origin)
    let window =
      max(
        0, middle - Self.windowPerDistance * distance)...min(
        length, middle + Self.windowPerDistance * distance)
    let ruler = LocalRuler(at: graph.place(of: graph.tail(of: origin)))
    var best = (edge: edge(at: middle), misfit: Metres.infinity)
    for _ in 0..<16 {
      let edge = edge(at: random.uniform(in: window))
      let apart = ruler.point(graph.place(of: graph.tail(of: edge))).distance(to: .origin)
      let misfit = max(0.5 * distance - apart, apart - 1.2 * distance, 0)
      if misfit < best.misfit { best = (edge, misfit) }
      if misfit == 0 { break }
    }
    return best.edge
  }

  /// Metres of road on both sides of the origin per metre of distance: as much as a disc of 1 km contains in a small
  /// town, 3 km² with 10 km of road each, counting both directions.
  private static let windowPerDistance = 60.0

  private func edge(at position: Metres) -> EdgeID {
    edges[min(edges.count - 1, ends.partitioningIndex { $0 > position })]
  }

  /// The position that an edge has, or would have, in the metres of the pool.
  private func position(of edge: EdgeID) -> Metres {
    let index = edges.partitioningIndex { $0 >= edge }
    return index == 0 ? 0 : ends[index - 1]
  }
}
