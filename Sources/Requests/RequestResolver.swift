package import RoadGraph
package import RoadRules
package import Routing
private import Synchronization

/// Understands the requests of one run on one map.
///
/// The edges of ways are looked up in the whole map, so what was avoided before is remembered: many requests of a run
/// avoid the same.
package final class RequestResolver: Sendable {
  private let graph: RoadGraph
  private let defaults: WrittenRequest
  private let known = Mutex<[AvoidedRoads: EdgeSet]>([:])
  /// Memory: a bit for each edge of the map, at most, for each of them.
  private static let mostKnown = 16

  /// - Parameter defaults: what requests leave open.
  package init(on graph: RoadGraph, defaults: WrittenRequest) {
    self.graph = graph
    self.defaults = defaults
  }

  /// - Parameter planned: those of a route to come back to, which stand behind all others.
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

/// What a request avoids beside features.
private struct AvoidedRoads: Hashable {
  var edges: [Int64]
  var ways: [Int64]
}
