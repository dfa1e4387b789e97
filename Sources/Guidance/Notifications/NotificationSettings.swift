package import Geodesy
package import RoadGraph

/// When notifications are spoken.
package struct NotificationSettings: Sendable {
  /// How far ahead on one kind of road; 0 for what is not spoken.
  package struct Thresholds: Equatable, Sendable {
    package var range: Metres
    package var reminder: Metres
    package var distance: Metres
    /// The time before the driver acts, at the speed driven.
    package var action: Seconds

    package init(range: Metres, reminder: Metres, distance: Metres, action: Seconds) {
      self.range = range
      self.reminder = reminder
      self.distance = distance
      self.action = action
    }
  }

  /// The first sign of a motorway exit is 1000 m before it in most of Europe, one or two miles in America. The range is
  /// spoken before that sign, the distance where the exit lane begins.
  package var motorway = Thresholds(range: 2000, reminder: 1000, distance: 500, action: 8)
  package var rural = Thresholds(range: 1500, reminder: 600, distance: 250, action: 6)
  /// Blocks are 100 to 200 m long: what is said earlier would be about another corner.
  package var urban = Thresholds(range: 800, reminder: 300, distance: 150, action: 4)
  package var path = Thresholds(range: 0, reminder: 200, distance: 50, action: 5)
  /// The action is spoken at least this far ahead, also to those who wait at the junction.
  package var leastAction: Metres = 20
  /// Nothing is spoken within this time after the last maneuver, or before the next notification: about as long as a
  /// sentence takes.
  package var leastPause: Seconds = 5
  /// A maneuver that follows within this time is spoken with the one before.
  package var joinedWithin: Seconds = 8

  package init() {}

  package subscript(setting: RoadSetting) -> Thresholds {
    get {
      switch setting {
      case .motorway: motorway
      case .rural: rural
      case .urban: urban
      case .path: path
      }
    }
    set {
      switch setting {
      case .motorway: motorway = newValue
      case .rural: rural = newValue
      case .urban: urban = newValue
      case .path: path = newValue
      }
    }
  }
}

extension NotificationSettings.Thresholds {
  /// How far ahead something is spoken; `nil` if it is not spoken.
  func distance(of kind: NotificationKind) -> Metres? {
    let distance =
      switch kind {
      case .range: range
      case .reminder: reminder
      case .distance: distance
      case .action: 0.0
      }
    return distance > 0 ? distance : nil
  }
}

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
