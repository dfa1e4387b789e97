internal import Geodesy
internal import RoadGraph
internal import RoadRules

/// Waypoints on junctions.
extension Snapper {
  /// The node at which a place on a road is; `nil` if it is between two, if the side of the road matters, or if the
  /// mode may not halt on this road.
  func junction(near road: NearbyRoad, for waypoint: Waypoint, _ costs: RoadCosts) -> NodeID? {
    if waypoint.side == .kerb, road.distance > Self.leastSideDistance { return nil }
    let (graph, edge) = (costs.graph, road.segment.forward)
    guard mayStop(on: edge, costs) || mayStop(on: edge.reversed, costs) else { return nil }
    let rest = graph.length(of: edge) - road.offset
    guard min(road.offset, rest) <= settings.junctionReach else { return nil }
    return road.offset <= rest ? graph.tail(of: edge) : graph.head(of: edge)
  }

  /// The place at a node, with all edges that the mode may use and that have the waypoint's heading.
  ///
  /// If no edge that leaves the node has the heading, as at the end of a side street, the vehicle begins at the end of
  /// an edge that has it. Likewise, it arrives by an edge that leaves the node if no edge that leads to it has the
  /// heading.
  func place(at node: NodeID, for waypoint: Waypoint, _ costs: RoadCosts) -> SnappedWaypoint {
    let graph = costs.graph
    let tolerance = settings.headingTolerance
    func hasHeading(_ direction: Direction) -> Bool {
      waypoint.heading.map { abs(turn(from: $0, to: direction.degrees)) <= tolerance } ?? true
    }
    let leaving = graph.edges(leaving: node).filter {
      costs.isDrivable($0) && hasHeading(graph.direction(atBeginOf: $0))
    }
    .map { EdgePosition(edge: $0, offset: 0) }
    let leading = graph.edges(leaving: node).map(\.reversed)
      .filter { costs.isDrivable($0) && hasHeading(graph.direction(atEndOf: $0)) }
      .map { EdgePosition(edge: $0, offset: graph.length(of: $0)) }
    let isHeaded = waypoint.heading != nil
    let distance = groundDistance(waypoint.place, graph.place(of: node))
    return SnappedWaypoint(
      departures: isHeaded && leaving.isEmpty ? leading : leaving,
      arrivals: isHeaded && leading.isEmpty ? leaving : leading, place: graph.place(of: node), distance: distance,
      isOffRoad: distance > settings.offRoadDistance)
  }
}

extension SnappedWaypoint {
  /// Whether it is on a road to which a waypoint may be moved.
  func isStreet(_ costs: RoadCosts) -> Bool {
    departures.contains { costs.isStreet($0.edge) } || arrivals.contains { costs.isStreet($0.edge) }
  }
}

extension Direction {
  /// Clockwise from north.
  fileprivate var degrees: Degrees { Degrees(parts) * 360 / 256 }
}
