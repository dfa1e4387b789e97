package import Geodesy

/// What cleaning treats as impossible; the defaults drop only what cannot be true.
package struct CleaningSettings: Sendable {
  /// A speed that no vehicle on a road reaches.
  ///
  /// - Source: 70 m/s is 252 km/h, above the 250 km/h to which fast production cars are limited.
  package var maximumSpeed: MetresPerSecond = 70
  /// The least length of a jump: the error of a working receiver beside tall buildings. Noise at ten fixes per second,
  /// where a few metres already imply an impossible speed, is thus left to matching.
  ///
  /// - Source: errors of up to 100 m in street canyons; Groves, NAVIGATION 60 (2013), doi:10.1002/navi.38.
  package var minimumJump: Metres = 100
  /// Several fixes in a row, or fixes at an end of a trace, are jumps if they are farther off than this: two errors of
  /// 50 m on each axis differ by more only once in ten thousand times.
  package var leastBurst: Metres = 300
  /// At most this many fixes in a row may be jumps; a vehicle that is elsewhere for longer has been there, whatever the
  /// clock says.
  package var mostJumps = 10
  /// At either end of a trace, where fixes have neighbours on one side only, this many times as many fixes must
  /// contradict them.
  package var endMajority = 3
  /// A fix exactly at 0, 0 is credible if a neighbour is this near to it: the gulf there has no road.
  package var nullIslandRadius: Metres = 10_000

  package init() {}
}
