internal import Trips

/// A place in a table that is too long to be in memory: the row with which the rest begins.
package struct RowPlace: Sendable {
  var walk: PositionWalk
  var seq: Int
}
