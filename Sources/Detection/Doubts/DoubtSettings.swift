package import Geodesy

/// When trips cast doubt on the map.
package struct DoubtSettings: Sendable {
  /// This many trips must have done the same.
  package var leastTrips = 3
  /// A rule is doubtful if this many vehicles broke it: two may share a habit or a driver, …
  package var leastVehicles = 3
  /// … and a larger share of the trips that met it, and of the vehicles: most of them.
  package var leastShare = 0.5
  /// A trip says something of a speed limit from this length on one way.
  package var leastPaced: Metres = 200
  /// A mean speed is well above a limit if it exceeds the limit by this factor …
  package var fastFactor = 1.25
  /// … and above it by this many km/h: about where fines begin to hurt.
  package var fastInKmh = 10.0
  /// A speed is near a limit if it is at least this share of it, …
  package var nearShare = 0.6
  /// … for this long; over a shorter time, errors of fixes look like speed.
  package var nearDuration: Seconds = 10
  /// Limits below this, in km/h, are hardly ever reached in narrow streets.
  package var leastUnreachedLimit = 50.0
  /// A limit is unreached if this many trips stayed far below it, …
  package var leastSlow = 10
  /// … and more than this share of all trips and vehicles: nearly all of them.
  package var leastSlowShare = 0.9
  /// A line off the roads must be at least this long: the length of a block. Shorter ones are yards and errors of
  /// fixes.
  package var leastMissing: Metres = 100
  /// Ground this near to a road of the map, of any mode, is on it: the errors of fixes in a narrow street.
  package var mappedReach: Metres = 20
  /// A road is unused if this many trips took the road beside it, and none took it.
  package var leastBeside = 10
  /// An unused road must be at least this long, …
  package var leastUnused: Metres = 50
  /// … and if another one runs within this distance all along it: the width of a wide road, …
  package var besideReach: Metres = 30
  /// … in the same direction to within this angle.
  package var besideAngle: Degrees = 20

  package init() {}
}
