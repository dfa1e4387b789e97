internal import Geodesy
package import RoadGraph

/// What kind of driving a road is for, which decides how early a driver must know. Raw values are the names in options.
package enum RoadSetting: String, CaseIterable, Sendable {
  case motorway, rural, urban
  /// On foot and by bicycle, on any road.
  case path

  package init(of edge: EdgeID, on graph: RoadGraph, for mode: TravelMode) {
    guard mode != .pedestrian, mode != .bicycle else {
      self = .path
      return
    }
    switch graph.roadClass(of: edge) {
    case .motorway, .motorwayLink, .trunk, .trunkLink: self = .motorway
    case .residential, .livingStreet, .service, .pedestrian, .footway, .cycleway, .path, .steps: self = .urban
    default: self = Self.isUrban(graph.speedLimit(of: edge)) ? .urban : .rural
    }
  }

  /// For drives without times.
  var usualSpeed: MetresPerSecond {
    switch self {
    case .motorway: 30
    case .rural: 20
    case .urban: 10
    case .path: 1.5
    }
  }

  /// Signs allow up to 60 km/h in towns; without a sign nothing is known.
  private static func isUrban(_ limit: SpeedLimit?) -> Bool {
    guard let limit, limit.source == .tag, let kmh = limit.kmh else { return false }
    return kmh <= 60
  }
}
