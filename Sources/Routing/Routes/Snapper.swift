internal import Geodesy
internal import RoadGraph
internal import RoadRules

/// Finds the place on the road for a waypoint.
struct Snapper {
  let settings: RoutingSettings
  private var found: [NearbyRoad] = []
  private var takesFerries = false
  private var scratch = NearbyScratch()
  private var reached = EdgeCollector()
  /// Edges from which, and to which, many edges can be driven.
  private var mainEdges = MainEdges()

  init(settings: RoutingSettings) { self.settings = settings }

  /// The nearest place on a road that the mode may use, with every direction that the road and the waypoint allow.
  /// Roads on islands are used only if no other road is near enough, and ferries only if there is no road at all. `nil`
  /// if nothing is in reach.
  ///
  /// - Parameter shore: identifies islands; then any other road within the radius is near enough. Without it, islands
  ///   are roads from which or to which only few edges can be driven, and other roads must be nearly as near.
  mutating func snap(
    _ waypoint: Waypoint, as use: WaypointUse, costs: RoadCosts, shore: Shore? = nil
  ) -> SnappedWaypoint? {
    takesFerries = false
    if let onRoad = nearest(to: waypoint, as: use, costs, shore) { return onRoad }
    takesFerries = true
    return nearest(to: waypoint, as: use, costs, shore)
  }

  private mutating func nearest(
    to waypoint: Waypoint, as use: WaypointUse, _ costs: RoadCosts, _ shore: Shore?
  ) -> SnappedWaypoint? {
    let radius = waypoint.radius ?? settings.snapRadius
    let islandReach = shore == nil ? settings.islandReach : radius
    var reach = min(radius, 50)
    while true {
      costs.graph.roads(near: waypoint.place, within: reach, into: &found, using: &scratch)
      let best = best(for: waypoint, as: use, islandReach, costs, shore)
      if let mainland = best.mainland { return mainland }
      let enough = best.island.map { min(radius, $0.distance + islandReach) } ?? radius
      guard reach < enough else { return best.track ?? best.island }
      reach = min(enough, 3 * reach)
    }
  }

  /// What was found so far.
  private struct Best {
    /// The nearest road on the mainland. From a street it is a street.
    var mainland: SnappedWaypoint?
    /// The nearest track on the mainland, for a waypoint on a street.
    var track: SnappedWaypoint?
    /// The nearest road of all.
    var island: SnappedWaypoint?
  }

  private mutating func best(
    for waypoint: Waypoint, as use: WaypointUse, _ islandReach: Metres, _ costs: RoadCosts, _ shore: Shore?
  ) -> Best {
    var best = Best()
    for road in found {
      if let island = best.island, road.distance > island.distance + islandReach { break }
      guard var snapped = place(on: road, for: waypoint, costs) else { continue }
      snapped.isPastIsland = best.island != nil
      let isDowngrade = best.island.map { $0.isStreet(costs) && !snapped.isStreet(costs) } ?? false
      let isWanted = !isDowngrade || shore != nil && best.track == nil
      if isWanted, !isIsland(snapped, as: use, costs, shore) {
        guard isDowngrade else {
          best.mainland = snapped
          return best
        }
        best.track = snapped
      }
      if best.island == nil { best.island = snapped }
    }
    return best
  }

  private mutating func isIsland(
    _ place: SnappedWaypoint, as use: WaypointUse, _ costs: RoadCosts, _ shore: Shore?
  ) -> Bool {
    if let shore { return !shore.touches(place, as: use) }
    if use.isLeft, place.departures.allSatisfy({ reachesFew($0.edge, costs, forward: true) }) { return true }
    return use.isArrivedAt && place.arrivals.allSatisfy { reachesFew($0.edge, costs, forward: false) }
  }

  /// The place on a road, or at the junction that is very near to it; `nil` if the road or the waypoint allows no
  /// direction.
  private func place(on road: NearbyRoad, for waypoint: Waypoint, _ costs: RoadCosts) -> SnappedWaypoint? {
    let place =
      junction(near: road, for: waypoint, costs).map { self.place(at: $0, for: waypoint, costs) }
      ?? SnappedWaypoint(
        positions: positions(on: road, for: waypoint, costs), place: road.place, distance: road.distance,
        isOffRoad: road.distance > settings.offRoadDistance)
    return place.departures.isEmpty && place.arrivals.isEmpty ? nil : place
  }

  private func positions(on road: NearbyRoad, for waypoint: Waypoint, _ costs: RoadCosts) -> [EdgePosition] {
    let length = costs.graph.length(of: road.segment.forward)
    let forward = EdgePosition(edge: road.segment.forward, offset: road.offset)
    let backward = EdgePosition(edge: road.segment.backward, offset: length - road.offset)
    var positions: [EdgePosition] = []
    for (position, turned) in [(forward, 0.0), (backward, 180.0)] where mayStop(on: position.edge, costs) {
      let flags = costs.graph.flags(of: position.edge)
      if isAlong(road, turned, waypoint), isAtSide(road, turned, waypoint, on: flags) { positions.append(position) }
    }
    return positions
  }

  func mayStop(on edge: EdgeID, _ costs: RoadCosts) -> Bool {
    takesFerries ? costs.isDrivable(edge) : costs.mayStop(on: edge)
  }

  private func isAlong(_ road: NearbyRoad, _ turned: Degrees, _ waypoint: Waypoint) -> Bool {
    guard let heading = waypoint.heading else { return true }
    return abs(turn(from: heading, to: road.bearing + turned)) <= settings.headingTolerance
  }

  /// Whether the waypoint is at the kerb for a vehicle along the road, or back along it (turned by 180°). A waypoint in
  /// the middle of the road is at the kerb in both directions.
  private func isAtSide(_ road: NearbyRoad, _ turned: Degrees, _ waypoint: Waypoint, on flags: RoadFlags) -> Bool {
    guard waypoint.side == .kerb, road.distance > Self.leastSideDistance, !flags.contains(.oneway) else { return true }
    let ruler = LocalRuler(at: road.place)
    let toWaypoint = Geodesy.bearing(from: .origin, to: ruler.point(waypoint.place))
    let isToRight = turn(from: road.bearing + turned, to: toWaypoint) >= 0
    return isToRight != flags.contains(.drivesOnLeft)
  }

  /// Closer to the middle of the road than the width of a lane, the side is undefined.
  static let leastSideDistance: Metres = 3

  /// Few edges can be reached from the edge, or reach it.
  private mutating func reachesFew(_ edge: EdgeID, _ costs: RoadCosts, forward: Bool) -> Bool {
    let graph = costs.graph
    mainEdges.prepare(for: costs)
    if mainEdges.contains(edge, forward: forward) { return false }
    reached.begin(expecting: settings.leastReach)
    reached.insert(edge)
    var looked = 0
    while looked < reached.edges.count {
      let here = reached.edges[looked]
      looked += 1
      for next in graph.edges(leaving: forward ? graph.head(of: here) : graph.tail(of: here)) {
        let edge = forward ? next : next.reversed
        guard !reached.contains(edge), costs.isDrivable(edge) else { continue }
        if reached.edges.count >= settings.leastReach || mainEdges.contains(edge, forward: forward) {
          mainEdges.insert(reached.edges[0], forward: forward)
          return false
        }
        reached.insert(edge)
      }
    }
    return true
  }
}

/// Edges known not to be on an island, for the last vehicle. An edge that leads to one of them is not on an island
/// either.
private struct MainEdges {
  private var traveller: Traveller?
  /// By edge: 1 if many edges can be reached from it, 2 if it can be reached from many.
  private var bits: [UInt8] = []
  /// If access differs from the map, it does so temporarily, and nothing is kept.
  private var isKept = false

  mutating func prepare(for costs: RoadCosts) {
    isKept = !costs.changes.changesAccess && costs.changes.misfits.isEmpty
    guard isKept, traveller != costs.options.traveller else { return }
    traveller = costs.options.traveller
    bits = [UInt8](repeating: 0, count: costs.graph.edgeCount)
  }

  func contains(_ edge: EdgeID, forward: Bool) -> Bool { isKept && bits[edge.index] & (forward ? 1 : 2) != 0 }

  mutating func insert(_ edge: EdgeID, forward: Bool) {
    if isKept { bits[edge.index] |= forward ? 1 : 2 }
  }
}

/// A few edges in the order visited, without duplicates: a small open-addressing hash table.
private struct EdgeCollector {
  private(set) var edges: [EdgeID] = []
  /// The numbers of the edges, and `free`.
  private var slots: [UInt32] = []
  private static let free = UInt32.max

  /// Removes all edges, and makes room for the given number.
  mutating func begin(expecting count: Int) {
    edges.removeAll(keepingCapacity: true)
    let size = 1 << (Int.bitWidth - max(2 * count, 1).leadingZeroBitCount)
    if slots.count != size { return slots = [UInt32](repeating: Self.free, count: size) }
    for slot in slots.indices { slots[slot] = Self.free }
  }

  func contains(_ edge: EdgeID) -> Bool { slots[slot(of: edge)] == edge.rawValue }

  /// - Precondition: the table has room, and does not contain the edge.
  mutating func insert(_ edge: EdgeID) {
    slots[slot(of: edge)] = edge.rawValue
    edges.append(edge)
  }

  /// The slot of an edge, or a free one for it. Neighbouring ids are spread over the table: Knuth, TAOCP 3, §6.4.
  private func slot(of edge: EdgeID) -> Int {
    var slot = Int(truncatingIfNeeded: (UInt64(edge.rawValue) &* 0x9E37_79B9_7F4A_7C15) >> 40) & (slots.count - 1)
    while slots[slot] != Self.free, slots[slot] != edge.rawValue { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }
}
