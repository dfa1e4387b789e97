internal import RoadGraph

/// How a waypoint must be connected to the mainland: the first one must reach it, the last one must be reachable from
/// it, and all others both.
struct Shore {
  private let mainland: Mainland

  init(of mainland: Mainland) { self.mainland = mainland }

  func touches(_ place: SnappedWaypoint, as use: WaypointUse) -> Bool {
    (!use.isLeft || place.departures.contains { mainland.isReached(from: $0.edge) })
      && (!use.isArrivedAt || place.arrivals.contains { mainland.reaches($0.edge) })
  }
}
