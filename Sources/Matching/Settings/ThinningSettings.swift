package import Geodesy

/// Which fixes are left out of matching, because they say more about the noise than about the path.
package struct ThinningSettings: Sendable {
  /// A fix within this many sigmas of the last kept one is thinned out. Source: Newson & Krumm 2009, §4.1.
  package var sigmas: Double = 2
  /// A fix within this many sigmas of the straight line between two others is thinned out … Source: Experiments.md,
  /// *Thinning*.
  package var lineTolerance: Double = 0.4
  /// … if the line is no longer than this. A judgement: longer lines may hide a junction.
  package var longestLine: Metres = 150
}
