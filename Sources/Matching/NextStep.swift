package import Geodesy
package import Moments
package import RoadGraph
package import Traces

/// The start of the step that follows a part of a path, with the first fix on it. The fix shows when the vehicle left
/// the part, and the edge shows where it went, before the step itself is certain.
package struct NextStep: Sendable {
  package let edge: EdgeID
  /// The offset on the edge at which the step begins.
  package let begin: Metres
  /// The offset of the fix on the edge.
  package let offset: Metres
  /// The number of the fix.
  package let fix: Int
  package let place: Place?
  package let time: Timestamp?

  /// - Parameters:
  ///   - step: the step that holds the anchor.
  ///   - fix: the fix of the anchor, as read.
  package init(_ step: EdgeStretch, _ anchor: Anchor, _ fix: Fix) {
    edge = step.edge
    begin = step.begin
    offset = anchor.offset
    self.fix = anchor.fix
    place = fix.place
    time = fix.time
  }
}
