package import Geodesy

/// When trips cast doubt on the map.
package struct DoubtSettings: Sendable {
  /// So many trips must have done the same.
  package var leastTrips = 3
  /// A rule is doubtful if so many vehicles broke it: two may share a habit or a driver, …
  package var leastVehicles = 3
  /// … and a larger share of the trips that met it, and of the vehicles: most of them.
  package var leastShare = 0.5
  /// A trip says something of a speed limit from this length on one way.
  package var leastPaced: Metres = 200
  /// Well above a limit is a mean speed above so many times the limit …
  package var fastFactor = 1.25
  /// … and above it by so many km/h: about the fine that hurts.
  package var fastInKmh = 10.0
  /// Near a limit is a speed of this share of it, …
  package var nearShare = 0.6
  /// … kept for so long; shorter, errors of fixes look like speed.
  package var nearDuration: Seconds = 10
  /// Limits below this, in km/h, are hardly reached in narrow streets, whoever set them.
  package var leastUnreachedLimit = 50.0
  /// A limit is unreached if so many trips stayed far below it, …
  package var leastSlow = 10
  /// … and a larger share of all, and of the vehicles: nearly all of them.
  package var leastSlowShare = 0.9
  /// A line off the roads counts from this length: the length of a block. Shorter ones are yards and errors of fixes.
  package var leastMissing: Metres = 100
  /// A road is unused if so many trips took the road beside it, and none took it.
  package var leastBeside = 10
  /// An unused road counts from this length, …
  package var leastUnused: Metres = 50
  /// … and if another one lies within this distance all along it: the width of a wide road, …
  package var besideReach: Metres = 30
  /// … in the same direction but for this angle.
  package var besideAngle: Degrees = 20

  package init() {}
}
