package import Geodesy
package import Moments
package import RoadGraph
package import Trips

/// What a vehicle passes besides junctions. Raw values are the codes in reports.
package enum CrossingKind: String, CaseIterable, Sendable {
  case levelCrossing = "level_crossing"
  /// A toll booth or gantry.
  case toll
  case borderControl = "border_control"
  case speedCamera = "speed_camera"
  case stopSign = "stop_sign"
  case trafficSignals = "traffic_signals"
  /// Entered.
  case schoolZone = "school_zone"
  /// Entered.
  case lowEmissionZone = "low_emission_zone"

  /// Where a vehicle may have to stop.
  var mayStop: Bool {
    switch self {
    case .levelCrossing, .toll, .borderControl, .stopSign, .trafficSignals: true
    case .speedCamera, .schoolZone, .lowEmissionZone: false
    }
  }
}

/// Something that a drive passed.
package struct Crossing: Sendable {
  package var kind: CrossingKind
  package var node: NodeID
  package var place: Place
  package var time: Timestamp?
  package var timeSource: TimeSource?
  /// Whether the vehicle stopped before it; `nil` if the fixes do not tell.
  package var hasStopped: Bool?
  /// The number in the trip of the edge behind it, and that edge of the map.
  package var edge: Int
  package var road: EdgeID
  /// The less likely of the edges before and behind it.
  package var confidence: Double
}
