internal import RoadGraph

/// How a waypoint has to hang together with the mainland: the first one leads there, the last one is reached from there,
/// those between both.
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
