internal import Geodesy
package import RoadGraph
package import RoadRules
package import Routing

extension Route {
  /// The route of a handle, with the times of empty roads and its violations.
  ///
  /// - Parameter states: the turn states of the graph.
  /// - Throws: ``RouteHandleError``; of handles changed by accident, one in 2³² goes unnoticed.
  package init(_ handle: RouteHandle, on graph: RoadGraph, states: TurnStates) throws(RouteHandleError) {
    var reader = try HandleReader(handle, on: graph)
    self = try reader.route(states)
  }
}

/// Restores the route of a handle on its own map.
private struct HandleReader {
  private let graph: RoadGraph
  private var bytes: HandleBytes

  init(_ handle: RouteHandle, on graph: RoadGraph) throws(RouteHandleError) {
    self.graph = graph
    bytes = try HandleBytes(handle)
    guard bytes.mapVersion == graph.version else {
      throw .otherMap(made: bytes.mapVersion, given: graph.version)
    }
  }

  mutating func route(_ states: TurnStates) throws(RouteHandleError) -> Route {
    let options = try bytes.options()
    let costs = RoadCosts(graph: graph, options: options)
    var legs: [RouteLeg] = []
    var waypoints: [RouteWaypoint] = []
    for _ in 0..<(try bytes.number(upTo: bytes.count)) {
      let (path, isPassing) = try path(after: legs.last?.elements.last)
      if waypoints.isEmpty { waypoints.append(waypoint(at: path[0].beginPosition, .stopover)) }
      waypoints.append(waypoint(at: path[path.count - 1].endPosition, isPassing ? .passThrough : .stopover))
      legs.append(costs.leg(along: path, after: legs.last, states: states))
    }
    guard !legs.isEmpty, bytes.format == RouteHandle.format || bytes.count == 0 else { throw .damaged }
    let yielding = RoadCosts(graph: graph, options: options, strictness: .yielding)
    return Route(options: options, waypoints: waypoints, legs: legs, cost: yielding.cost(of: legs, states: states))
  }

  private mutating func path(
    after before: RouteElement?
  ) throws(RouteHandleError) -> (path: [EdgeStretch], isPassing: Bool) {
    let head = try bytes.number(upTo: 2 * bytes.count + 1)
    guard head >= 2 else { throw .damaged }
    let start = try begin(after: before)
    var edges = [start.edge]
    for _ in 1..<head / 2 {
      let leaving = graph.edges(leaving: graph.head(of: edges[edges.count - 1]))
      edges.append(leaving[leaving.startIndex + (try bytes.number(upTo: leaving.count - 1))])
    }
    let end = try offset(on: edges[edges.count - 1])
    guard edges.count > 1 || end >= start.offset else { throw .damaged }
    return (graph.stretches(along: edges, from: start.offset, to: end), head % 2 == 1)
  }

  private mutating func begin(after before: RouteElement?) throws(RouteHandleError) -> EdgePosition {
    let code = try bytes.number(upTo: graph.edgeCount + 1)
    switch (code, before) {
    case (0, let before?): return before.stretch.endPosition
    case (1, let before?):
      let length = graph.length(of: before.edge)
      return EdgePosition(edge: before.edge.reversed, offset: max(0, length - before.end))
    case (2..., _):
      let edge = EdgeID(code - 2)
      return EdgePosition(edge: edge, offset: try offset(on: edge))
    default: throw .damaged
    }
  }

  private mutating func offset(on edge: EdgeID) throws(RouteHandleError) -> Metres {
    Metres(try bytes.number(upTo: Int(graph.lengthInMillimetres(of: edge.segment)))) / 1000
  }

  private func waypoint(at position: EdgePosition, _ kind: Waypoint.Kind) -> RouteWaypoint {
    var waypoint = Waypoint(place: graph.place(at: position))
    waypoint.kind = kind
    let snapped = SnappedWaypoint(positions: [position], place: waypoint.place, distance: 0, isOffRoad: false)
    return RouteWaypoint(waypoint: waypoint, snapped: snapped, position: position)
  }
}
