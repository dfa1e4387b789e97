package import Geodesy
package import Moments

/// A usable fix that may belong to a stop.
package struct StopFix: BitwiseCopyable, Sendable {
  package var number: Int
  package var place: Place
  /// The place on its road, or else `place`.
  package var matchedPlace: Place
  package var time: Timestamp?
  /// The trip's edge that the fix is on, or the last edge of its leg before the fix.
  package var edge: FixEdge?

  package init(number: Int, place: Place, matchedPlace: Place, time: Timestamp?, edge: FixEdge? = nil) {
    self.number = number
    self.place = place
    self.matchedPlace = matchedPlace
    self.time = time
    self.edge = edge
  }
}
