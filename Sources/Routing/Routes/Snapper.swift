internal import Geodesy
internal import RoadGraph

/// Finds the place on the road for a waypoint.
package struct Snapper {
  private let settings: RoutingSettings
  private var found: [NearbyRoad] = []
  private var scratch = NearbyScratch()
  /// Few, so that going through them all is the fastest way to know one.
  private var reached: [EdgeID] = []

  package init(settings: RoutingSettings) { self.settings = settings }

  /// The nearest place on a road that the mode may use, in every direction that it may be driven there and the waypoint
  /// allows; roads on islands only where no other road is nearly as near. `nil` where there is none.
  ///
  /// - Parameter shore: tells islands; without one they are roads from or to which only few edges can be driven.
  package mutating func snap(_ waypoint: Waypoint, costs: RoadCosts, shore: Shore? = nil) -> SnappedWaypoint? {
    let graph = costs.graph
    let radius = waypoint.radius ?? settings.snapRadius
    var reach = min(radius, 50)
    while true {
      graph.roads(near: waypoint.place, within: reach, into: &found, using: &scratch)
      let best = best(for: waypoint, costs, shore)
      if let mainland = best.mainland { return mainland }
      let enough = best.island.map { min(radius, $0.distance + settings.islandReach) } ?? radius
      guard reach < enough else { return best.island }
      reach = min(enough, 3 * reach)
    }
  }

  /// The nearest road on the mainland, where it is near enough; else the nearest one on an island.
  private typealias Best = (mainland: SnappedWaypoint?, island: SnappedWaypoint?)

  private mutating func best(for waypoint: Waypoint, _ costs: RoadCosts, _ shore: Shore?) -> Best {
    var island: SnappedWaypoint?
    for road in found {
      if let island, road.distance > island.distance + settings.islandReach { break }
      let positions = positions(on: road, for: waypoint, costs)
      guard !positions.isEmpty else { continue }
      let snapped = SnappedWaypoint(
        positions: positions, place: road.place, distance: road.distance,
        isOffRoad: road.distance > settings.offRoadDistance)
      let isWorthIt = island == nil || positions.contains { costs.isStreet($0.edge) }
      if isWorthIt, !isIsland(positions, costs, shore) { return (snapped, island) }
      if island == nil { island = snapped }
    }
    return (nil, island)
  }

  private mutating func isIsland(_ positions: [EdgePosition], _ costs: RoadCosts, _ shore: Shore?) -> Bool {
    if let shore { return !shore.touches(positions) }
    for position in positions where isIsland(position.edge, costs) { return true }
    return false
  }

  private func positions(on road: NearbyRoad, for waypoint: Waypoint, _ costs: RoadCosts) -> [EdgePosition] {
    let length = costs.graph.length(of: road.segment.forward)
    let both = [
      (EdgePosition(edge: road.segment.forward, offset: road.offset), road.bearing),
      (EdgePosition(edge: road.segment.backward, offset: length - road.offset), road.bearing + 180),
    ]
    return both.filter { position, bearing in
      costs.isDrivable(position.edge) && isAlong(bearing, waypoint)
        && isAtSide(bearing, road, waypoint, on: costs.graph.flags(of: position.edge))
    }.map(\.0)
  }

  private func isAlong(_ bearing: Degrees, _ waypoint: Waypoint) -> Bool {
    guard let heading = waypoint.heading else { return true }
    return abs(turn(from: heading, to: bearing)) <= settings.headingTolerance
  }

  /// The waypoint lies at the kerb when driving with `bearing`; one on the middle of the road does in both directions.
  private func isAtSide(_ bearing: Degrees, _ road: NearbyRoad, _ waypoint: Waypoint, on flags: RoadFlags) -> Bool {
    guard waypoint.side == .kerb, road.distance > Self.leastSideDistance, !flags.contains(.oneway) else { return true }
    let ruler = LocalRuler(at: road.place)
    let toWaypoint = Geodesy.bearing(from: .origin, to: ruler.point(waypoint.place))
    let isToRight = turn(from: bearing, to: toWaypoint) >= 0
    return isToRight != flags.contains(.drivesOnLeft)
  }

  /// Nearer to the middle of the road than a lane is wide, nobody can tell a side.
  private static let leastSideDistance: Metres = 3

  /// Hardly anything can be reached from the edge, or reach it.
  private mutating func isIsland(_ edge: EdgeID, _ costs: RoadCosts) -> Bool {
    reachesFew(edge, costs, forward: true) || reachesFew(edge, costs, forward: false)
  }

  private mutating func reachesFew(_ edge: EdgeID, _ costs: RoadCosts, forward: Bool) -> Bool {
    let graph = costs.graph
    reached.removeAll(keepingCapacity: true)
    reached.append(edge)
    var looked = 0
    while looked < reached.count {
      let here = reached[looked]
      looked += 1
      for next in graph.edges(leaving: forward ? graph.head(of: here) : graph.tail(of: here)) {
        let edge = forward ? next : next.reversed
        guard costs.isDrivable(edge), !reached.contains(edge) else { continue }
        if reached.count >= settings.leastReach { return false }
        reached.append(edge)
      }
    }
    return true
  }
}
