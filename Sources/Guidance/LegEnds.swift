internal import Geodesy

/// What is known of the ends of a leg besides its edges.
struct LegEnds {
  /// Where the vehicle points when the leg begins; `nil` if that is unknown.
  var headingAtBegin: Degrees?
  /// Where the destination lies, seen in the direction of travel; `nil` if it is unknown, or lies on the road.
  var sideAtEnd: RoadSide?
}

enum RoadSide { case left, right }
