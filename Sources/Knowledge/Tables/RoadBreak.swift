package import Moments
package import RoadGraph

/// A day from which an edge was driven differently.
package struct RoadBreak: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// Nobody drives there any more.
    case closed
    /// Somebody drives there, where nobody did.
    case opened
    case slower
    case faster
    /// More or fewer drives, because a road near it was closed or opened.
    case detour
    /// Slower than usual on the last day only.
    case congestion
  }

  package var edge: EdgeID
  package var kind: Kind
  /// The first day that was different.
  package var day: CivilDate
  /// The day after which it could be said.
  package var detected: CivilDate
  /// Passages per day, or km/h, before and after.
  package var before: Double
  package var after: Double
  /// The probability of such a difference, or a greater one, if nothing had changed.
  package var pValue: Double
  /// The edge that was closed or opened, for a detour.
  package var cause: EdgeID?

  package init(
    edge: EdgeID, kind: Kind, day: CivilDate, detected: CivilDate, before: Double, after: Double, pValue: Double,
    cause: EdgeID? = nil
  ) {
    self.edge = edge
    self.kind = kind
    self.day = day
    self.detected = detected
    self.before = before
    self.after = after
    self.pValue = pValue
    self.cause = cause
  }
}
