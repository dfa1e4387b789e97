package import Geodesy

/// What cleaning takes for impossible; the defaults drop only what cannot be true.
package struct CleaningSettings: Sendable {
  /// The speed that no vehicle on a road reaches.
  ///
  /// - Source: 70 m/s is 252 km/h, above the 250 km/h at which fast production cars are limited.
  package var maximumSpeed: MetresPerSecond = 70
  /// How far a jump goes at least: what a working receiver errs by beside tall buildings, so that noise at ten fixes per
  /// second, where a few metres are already an impossible speed, is left to matching.
  ///
  /// - Source: errors of up to 100 m in street canyons; Groves, NAVIGATION 60 (2013), doi:10.1002/navi.38.
  package var minimumJump: Metres = 100
  /// Several in a row, or at an end of a trace, are jumps when they lie farther off than this: two errors of 50 m on each
  /// axis differ by more once in ten thousand times.
  package var leastBurst: Metres = 300
  /// So many fixes in a row may be jumps; a vehicle that is somewhere else for longer has been there, whatever the clock says.
  package var mostJumps = 10
  /// At either end of a trace, with neighbours on one side only, so many times as many fixes must agree against them.
  package var endMajority = 3
  /// How near to 0, 0 a neighbour makes a fix exactly there credible: the gulf there has no road.
  package var nullIslandRadius: Metres = 10_000

  package init() {}
}
