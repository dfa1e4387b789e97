package import Geodesy

/// What is known of the ends of a leg besides its edges.
package struct LegEnds: Sendable {
  /// Where the vehicle points when the leg begins; `nil` if that is unknown.
  var headingAtBegin: Degrees?
  /// Where the destination lies, seen in the direction of travel; `nil` if it is unknown, or lies on the road.
  var sideAtEnd: RoadSide?

  package init(headingAtBegin: Degrees? = nil, sideAtEnd: RoadSide? = nil) {
    self.headingAtBegin = headingAtBegin
    self.sideAtEnd = sideAtEnd
  }
}

package enum RoadSide: Sendable { case left, right }
