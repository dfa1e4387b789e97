package import RoadGraph
package import RoadRules
package import Routing
private import Synchronization

/// Resolves the requests of one run on one map.
///
/// Finding the edges of ways takes a pass over the whole map, so the avoided roads of earlier requests are remembered:
/// many requests of a run avoid the same ones.
package final class RequestResolver: Sendable {
  private let graph: RoadGraph
  private let defaults: WrittenRequest
  private let known = Mutex<[AvoidedRoads: EdgeSet]>([:])
  /// Memory: at most a bit per edge of the map for each of them.
  private static let mostKnown = 16

  /// - Parameter defaults: used for what a request leaves open.
  package init(on graph: RoadGraph, defaults: WrittenRequest) {
    self.graph = graph
    self.defaults = defaults
  }

  /// - Parameter planned: the options of a route to return to, used after all others.
  package func request(
    _ written: WrittenRequest, planned: RouteOptions? = nil
  ) throws(RequestRefusal) -> RouteRequest {
    var written = written.completed(by: defaults)
    if let planned { written = written.completed(by: WrittenRequest(planned)) }
    return try written.request(avoiding: try edges(of: written))
  }

  private func edges(of written: WrittenRequest) throws(RequestRefusal) -> EdgeSet {
    let roads = AvoidedRoads(edges: written.avoidEdges ?? [], ways: written.avoidWays ?? [])
    let isCheap = roads.ways.isEmpty && written.avoidedInAreas.isEmpty
    guard written.avoidArea == nil, !isCheap else { return try written.avoidedEdges(on: graph) }
    if let edges = known.withLock({ $0[roads] }) { return edges }
    let edges = try written.avoidedEdges(on: graph)
    known.withLock { known in
      if known.count >= Self.mostKnown { known.removeAll() }
      known[roads] = edges
    }
    return edges
  }
}

/// What a request avoids besides features.
private struct AvoidedRoads: Hashable {
  var edges: [Int64]
  var ways: [Int64]
}
