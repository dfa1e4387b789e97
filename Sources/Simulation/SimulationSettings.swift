package import Geodesy
package import RoadGraph

/// The parameters of a simulation. Shares are of drives, 0…1, unless stated otherwise.
package struct SimulationSettings: Sendable {
  package var mode: TravelMode
  package var seed: UInt64 = 1
  /// Between two fixes, in seconds.
  package var period: Seconds = 1
  /// The length of a drive, uniform over the range. Detours and curves off the road are added to it.
  package var length: ClosedRange<Metres> = 2_000...10_000

  // MARK: Noise

  /// Standard deviation of the error on each axis.
  package var sigma: Metres = 5
  /// The correlation time of the error, after which it has decayed to 1/e; 0 for independent errors.
  package var correlation: Seconds = 0
  /// The share of fixes that are outliers.
  package var outliers = 0.0
  /// The distance of outliers: half to one and a half times this.
  package var outlierDistance: Metres = 150

  // MARK: Silence and rest

  /// The share of drives with a silence.
  package var gaps = 0.0
  package var gapLength: Seconds = 120
  /// Whether there are fixes on tunnel edges.
  package var tunnels = Tunnels.heard
  /// The share of drives with a stop.
  package var stops = 0.0
  package var stopLength: ClosedRange<Seconds> = 120...600

  // MARK: Leaving the rules, the way and the road

  /// The share of drives with a stretch against a oneway.
  package var wrongWay = 0.0
  /// Shorter ones are a wobble or a cut corner; a driver who goes further meets oncoming traffic.
  package var wrongWayLength: ClosedRange<Metres> = 60...600
  /// The share of drives with a turn that a restriction bans.
  package var forbiddenTurns = 0.0
  /// The share of lawful drives along or beside the streets that drives against a oneway would use.
  package var besideOneways = 0.0
  /// The share of drives with a detour: off the route, a U-turn, and back.
  package var detours = 0.0
  /// The length of a detour before the U-turn.
  package var detourLength: ClosedRange<Metres> = 40...300
  /// The share of drives that leave the road network on a curve and return to it.
  package var offRoad = 0.0
  /// The distance along the replaced route between leaving the road and returning.
  package var offRoadSpan: ClosedRange<Metres> = 150...450

  // MARK: Plans

  /// What drives with a plan make of it, each as often as it is listed; at least one.
  package var driveKinds = DriveKind.allCases

  // MARK: Errors of whole traces

  /// Traces whose rows run from the last to the first.
  package var reversed = 0.0
  /// Traces whose latitudes and longitudes are exchanged.
  package var swapped = 0.0

  /// The columns of the device besides place and time.
  package var columns: Set<DeviceColumn> = []

  package init(mode: TravelMode = .car) { self.mode = mode }

  /// Whether a receiver has a signal in tunnels.
  package enum Tunnels: Sendable { case heard, silent }
}

/// A column that a device may add to place and time.
package enum DeviceColumn: String, CaseIterable, Sendable {
  case speed, heading, accuracy

  /// Its name in the file of traces.
  package var header: String {
    switch self {
    case .speed: "speed_mps"
    case .heading: "heading"
    case .accuracy: "accuracy_m"
    }
  }
}
