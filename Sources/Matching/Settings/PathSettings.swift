package import Geodesy

/// How paths are built from decided rows.
package struct PathSettings: Sendable {
  /// A first or last edge driven for less than this is rounding at a junction and not a turn into a side street. A
  /// judgement.
  package var leastTip: Metres = 2
  /// Confidences estimate the accuracy of the fixes from their distances to the path; their stated accuracy weighs as
  /// much as this many further fixes. A judgement.
  package var priorResiduals: Double = 10
}
