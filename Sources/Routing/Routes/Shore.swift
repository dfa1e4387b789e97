internal import RoadGraph

/// How a waypoint must be connected to the mainland: the first one must reach it, the last one must be reachable from
/// it, and all others both.
package struct Shore {
  private let mainland: Mainland
  private let isLeft: Bool
  private let isArrivedAt: Bool

  init(of mainland: Mainland, waypoint: Int, of count: Int) {
    self.mainland = mainland
    isLeft = waypoint < count - 1
    isArrivedAt = waypoint > 0
  }

  func touches(_ positions: [EdgePosition]) -> Bool {
    (!isLeft || positions.contains { mainland.isReached(from: $0.edge) })
      && (!isArrivedAt || positions.contains { mainland.reaches($0.edge) })
  }
}
