package import Geodesy
package import RoadGraph

/// What is simulated. Shares are of drives, 0…1, unless said otherwise.
package struct SimulationSettings: Sendable {
  package var mode: TravelMode
  package var seed: UInt64 = 1
  /// Between two fixes, in seconds.
  package var period: Seconds = 1
  /// The length of a drive, evenly spread over the range; detours and curves off the road come on top.
  package var length: ClosedRange<Metres> = 2_000...10_000

  // MARK: Noise

  /// Standard deviation of the error on each axis.
  package var sigma: Metres = 5
  /// The time in which the error forgets itself to 1/e; 0 for errors that know nothing of each other.
  package var correlation: Seconds = 0
  /// The share of fixes that lie far off.
  package var outliers = 0.0
  /// How far off they lie: half to one and a half times this.
  package var outlierDistance: Metres = 150

  // MARK: Silence and rest

  /// Drives with a silence.
  package var gaps = 0.0
  package var gapLength: Seconds = 120
  /// Whether fixes on tunnel edges are left out.
  package var tunnels = Tunnels.heard
  /// Drives with a stop.
  package var stops = 0.0
  package var stopLength: ClosedRange<Seconds> = 120...600

  // MARK: Leaving the rules, the way and the road

  /// Drives with a stretch against a oneway.
  package var wrongWay = 0.0
  /// Shorter ones are a wobble or a corner cut; who has gone further has met somebody.
  package var wrongWayLength: ClosedRange<Metres> = 60...600
  /// Lawful drives along the streets that drives against a oneway would use, or beside them.
  package var besideOneways = 0.0
  /// Drives that turn off the way, turn round and come back.
  package var detours = 0.0
  /// How far such a drive goes before it turns round.
  package var detourLength: ClosedRange<Metres> = 40...300
  /// Drives that leave the road network on a curve and come back to it.
  package var offRoad = 0.0
  /// The distance, along the way not taken, between leaving the road and coming back.
  package var offRoadSpan: ClosedRange<Metres> = 150...450

  // MARK: Errors of whole traces

  /// Traces whose rows run from the last to the first.
  package var reversed = 0.0
  /// Traces whose latitudes and longitudes are exchanged.
  package var swapped = 0.0

  /// What the device says beside place and time.
  package var columns: Set<DeviceColumn> = []

  package init(mode: TravelMode = .car) { self.mode = mode }

  /// Whether a receiver hears satellites in tunnels.
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
