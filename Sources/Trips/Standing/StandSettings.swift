package import Geodesy
package import RoadGraph

/// When a vehicle stands.
///
/// The values were chosen on simulated drives with fixes every 1 to 30 s, with white noise and noise that lasts of 5 and
/// 10 m (Documentation/Experiments.md, *Standing vehicles*).
package struct StandSettings: Sendable {
  /// A stand lasts at least so long.
  package var leastTime: Seconds
  /// Velocities are means over this time: long enough that noise of 10 m, lasting or not, is some 0.6 m/s …
  package var window: Seconds = 15
  /// … and that slower vehicles stand.
  package var topSpeed: MetresPerSecond = 2
  /// The fixes of a window are this near to their mean, on average: sparse ones may be on both sides of a drive.
  package var scatter: Metres = 25
  /// Windows this near to the mean of a stand belong to it: noise of 10 m that lasts does not lead farther away.
  package var reach: Metres = 40
  /// A vehicle has left when it is this far from the mean of its stand, …
  package var farthest: Metres = 50
  /// … and has been on its way for so long: no vehicle drives so far and back in that time, but reflections do.
  package var longestLeap: Seconds = 20
  /// Fixes nearer in time to one before them tell nothing new.
  package var leastPeriod: Seconds = 1

  package init(leastTime: Seconds, for mode: TravelMode = .car) {
    self.leastTime = leastTime
    guard mode == .pedestrian else { return }
    // Those who walk are slower than that: a longer mean leaves less noise.
    window = 30
    topSpeed = 0.6
  }
}
