package import Trips

/// A place in a table that is too long to be in memory: the row with which the rest begins.
package enum RowPlace: Sendable {
  case position(PositionWalk, seq: Int)
  /// The candidates of a fix, by its index among the fixes with candidates.
  case candidates(Int)
}
