package import Geodesy
package import Plans
internal import RoadGraph
package import Routing

/// The arrival at a destination beyond the last road.
package struct OffRoadDestination: EventPayload {
  /// The number of the waypoint in its plan.
  package var number: Int
  /// As it was requested.
  package var waypoint: Waypoint
  package var arrival: OffRoadArrival
  /// From the end of the navigable route to the destination.
  package var distanceFromRoad: Metres

  package var type: EventType { .offRoadDestinationReached }

  package var clause: String {
    let name = waypoint.name.isEmpty ? "waypoint \(number)" : "waypoint \(number), \(waypoint.name)"
    return "\(name); \(metres(arrival.distance)) from it, \(metres(distanceFromRoad)) off the road"
  }

  private func metres(_ length: Metres) -> String { "\(Int(length.rounded())) m" }
}

extension EventType {
  package static let offRoadDestinationReached = EventType(rawValue: "off_road_destination_reached")
}
