package import Geodesy

/// How paths are made of decided rows.
package struct PathSettings: Sendable {
  /// A first or last edge driven for less than this is rounding at a junction and no turn into a side street. A
  /// judgement.
  package var leastTip: Metres = 2
  /// The confidence takes the fixes of a path to be as exact as they lie near it; their stated accuracy counts as so
  /// many further fixes. A judgement.
  package var priorResiduals: Double = 10
}
