package import Geodesy

/// When trips cast doubt on the map.
package struct DoubtSettings: Sendable {
  /// So many trips must have done the same. Two may be one driver on two days.
  package var leastTrips = 3
  /// A rule is doubtful if a larger share of the trips that met it broke it: most of them.
  package var leastShare = 0.5
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
