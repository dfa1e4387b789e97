package import RoadGraph

/// A road that is closed to the mode in both directions.
package struct NoAccess: EventPayload {
  package var mode: TravelMode
  /// The name or number of the road.
  package var road: String?
  package var way: Int64

  package init(mode: TravelMode, road: String?, way: Int64) {
    self.mode = mode
    self.road = road
    self.way = way
  }

  package var type: EventType { .noAccess }
  package var clause: String { "closed to a \(mode.name)" + Detection.clause(onRoad: road) + "; way \(way)" }
}

extension EventType {
  package static let noAccess = EventType(rawValue: "no_access")
}
