package import RoadGraph
package import RoadRules
package import Routing
private import Synchronization

/// Applies the defaults and the map of one run to its requests.
///
/// The edges of ways are looked up in the whole map, and many requests of a run avoid the same ways. So the last lookups
/// are kept.
package final class RequestResolver: Sendable {
  private let graph: RoadGraph
  private let defaults: RequestOptions
  private let groupsLeftOut: DataGroups
  private let known = Mutex<[AvoidedRoads: EdgeSet]>([:])
  /// The number of lookups kept; each takes up to one bit per edge of the map.
  private static let mostKnown = 16

  /// - Parameter defaults: options for requests that do not set them.
  package init(on graph: RoadGraph, defaults: RequestOptions = RequestOptions()) {
    self.graph = graph
    groupsLeftOut = graph.groupsLeftOut
    self.defaults = defaults
  }

  /// The request for a route through waypoints; it has no waypoints if something else determines the path.
  ///
  /// - Parameter planned: the options of the route to return to, used after all others.
  /// - Throws: ``RequestRefusal`` if the map does not have an avoided edge or way.
  /// - Complexity: O(edges of the map) if it avoids ways that were not looked up before.
  package func request(
    _ options: RequestOptions, through waypoints: [Waypoint] = [], planned: RouteOptions? = nil
  ) throws(RequestRefusal) -> RouteRequest {
    var options = options.completed(by: defaults)
    if let planned { options = options.completed(by: RequestOptions(planned)) }
    var request = RouteRequest(waypoints: waypoints, options: try routeOptions(options))
    request.isStrict = options.isStrict ?? false
    request.alternatives = options.alternatives ?? 0
    switch options.time {
    case .departure(let time): request.departure = time
    case .arrival(let time): request.arrival = time
    case nil: break
    }
    for i in waypoints.indices where waypoints[i].radius == nil { request.waypoints[i].radius = options.snapRadius }
    return request
  }

  private func routeOptions(_ options: RequestOptions) throws(RequestRefusal) -> RouteOptions {
    var found = RouteOptions()
    found.avoidedEdges = try avoidedEdges(options)
    found.mode = options.mode ?? found.mode
    found.optimisation = options.optimisation ?? found.optimisation
    found.avoid = options.avoid ?? found.avoid
    found.vehicle = options.vehicle
    if let group = missingGroup(for: found) {
      throw RequestRefusal(
        .mapLacksData,
        "the map was built without \(group.rawValue), which \(needs(group, found)) needs; build it with this data")
    }
    return found
  }

  /// A group without which the route would be wrong.
  private func missingGroup(for options: RouteOptions) -> DataGroup? {
    let needed: DataGroup? =
      switch options.mode {
      case .bicycle, .pedestrian: .unmotorised
      case .truck, .bus: .truck
      default: hasMeasures(options) ? .truck : nil
      }
    return needed.flatMap { groupsLeftOut.contains($0) ? $0 : nil }
  }

  private func needs(_ group: DataGroup, _ options: RouteOptions) -> String {
    group == .truck && hasMeasures(options) ? "a vehicle with measures" : "mode \(options.mode.name)"
  }

  private func hasMeasures(_ options: RouteOptions) -> Bool { !options.vehicle.isEmpty }

  private func avoidedEdges(_ options: RequestOptions) throws(RequestRefusal) -> EdgeSet {
    let roads = AvoidedRoads(edges: options.avoidEdges ?? [], ways: options.avoidWays ?? [])
    switch options.avoidArea {
    case .area(let area): return try edges(of: roads, and: area.edges(on: graph))
    case .edges(let edges): return try knownEdges(of: roads, and: edges)
    case nil: return roads.ways.isEmpty ? try edges(of: roads, and: []) : try knownEdges(of: roads, and: [])
    }
  }

  /// - Parameter more: the same for all requests with these roads.
  private func knownEdges(of roads: AvoidedRoads, and more: [EdgeID]) throws(RequestRefusal) -> EdgeSet {
    if let edges = known.withLock({ $0[roads] }) { return edges }
    let edges = try edges(of: roads, and: more)
    known.withLock { known in
      if known.count >= Self.mostKnown { known.removeAll() }
      known[roads] = edges
    }
    return edges
  }

  private func edges(of roads: AvoidedRoads, and more: [EdgeID]) throws(RequestRefusal) -> EdgeSet {
    var edges = EdgeSet()
    for number in roads.edges { edges.insert(try graph.edge(number)) }
    for edge in more { edges.insert(edge) }
    guard !roads.ways.isEmpty else { return edges }
    let wanted = Set(roads.ways)
    var missing = wanted
    for index in 0..<graph.edgeCount {
      let way = graph.way(of: EdgeID(index)).rawValue
      guard wanted.contains(way) else { continue }
      edges.insert(EdgeID(index))
      missing.remove(way)
    }
    if let way = missing.min() { throw RequestRefusal(.unknownWay, "the map has no way \(way)") }
    return edges
  }
}

/// The roads a request avoids, besides features and areas.
private struct AvoidedRoads: Hashable {
  let edges: [Int64]
  let ways: [Int64]
}
