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
  case schoolZone = "school_zone"
  case lowEmissionZone = "low_emission_zone"
  /// The end of a stretch on which the average speed is checked, or the device there.
  case averageSpeedCamera = "average_speed_camera"
  case redLightCamera = "red_light_camera"
  /// Watches who may enter.
  case accessCamera = "access_camera"
  /// Watches who has paid.
  case tollCamera = "toll_camera"
  case heightCheck = "height_check"
  case weightCheck = "weight_check"
  /// Between vehicles.
  case distanceCheck = "distance_check"
  /// Of papers, drivers and vehicles.
  case trafficCheck = "traffic_check"

  /// Whether a vehicle may have to stop there.
  var mayStop: Bool {
    switch self {
    case .levelCrossing, .toll, .borderControl, .stopSign, .trafficSignals: true
    default: false
    }
  }

  init(_ kind: EnforcementKind) {
    switch kind {
    case .speed: self = .speedCamera
    case .averageSpeed: self = .averageSpeedCamera
    case .trafficSignals: self = .redLightCamera
    case .access: self = .accessCamera
    case .toll: self = .tollCamera
    case .height: self = .heightCheck
    case .weight: self = .weightCheck
    case .distance: self = .distanceCheck
    case .check: self = .trafficCheck
    }
  }

  init(_ kind: ZoneKind) {
    switch kind {
    case .lowEmission: self = .lowEmissionZone
    }
  }
}

/// How a drive met a crossing. Raw values are the codes in reports.
package enum CrossingMovement: String, CaseIterable, Sendable {
  case passed
  /// For zones.
  case entered, left
}

/// Something that a drive passed.
package struct Crossing: Sendable {
  package var kind: CrossingKind
  package var movement = CrossingMovement.passed
  /// `nil` between nodes.
  package var node: NodeID?
  package var place: Place
  package var time: Timestamp?
  package var timeSource: TimeSource?
  /// Whether the vehicle stopped before it; `nil` if the fixes do not show it.
  package var hasStopped: Bool?
  /// The edge it is on, by its number in the trip; at a node, the edge after it. `road` is the same edge of the map.
  package var edge: Int
  package var road: EdgeID
  /// Of that edge; at a node, the lower of the edges before and after it.
  package var confidence: Double
  /// The name of the zone; empty if it has none.
  package var name = ""
  /// What draws a zone, or the relation of a device; `nil` for what nodes and the ways themselves have.
  package var source: RuleSource?
}
