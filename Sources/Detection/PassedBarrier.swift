package import RoadGraph

/// A barrier passed that does not let the mode through.
package struct PassedBarrier: EventPayload {
  package var mode: TravelMode
  /// The name or number of the road after it.
  package var road: String?
  /// Its id in the source of the map.
  package var node: Int64?

  package init(mode: TravelMode, road: String?, node: Int64?) {
    self.mode = mode
    self.road = road
    self.node = node
  }

  package var type: EventType { .barrierPassed }

  package var clause: String {
    "passed a barrier that is closed to a \(mode.name)" + Detection.clause(onRoad: road)
      + (node.map { "; node \($0)" } ?? "")
  }
}

extension EventType {
  package static let barrierPassed = EventType(rawValue: "barrier_passed")
}
