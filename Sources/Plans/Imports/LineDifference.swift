package import Geodesy

/// A stretch of a line that is not on the route made from it.
package struct LineDifference: Hashable, Sendable {
  package let begin: Place
  package let end: Place
  /// From the start of the line to the start of the stretch.
  package let distance: Metres
  package let length: Metres
  /// The length of the route in its place.
  package let routeLength: Metres
  /// The greatest distance from the route.
  package let greatestDistance: Metres

  package init(
    begin: Place, end: Place, distance: Metres, length: Metres, routeLength: Metres, greatestDistance: Metres
  ) {
    self.begin = begin
    self.end = end
    self.distance = distance
    self.length = length
    self.routeLength = routeLength
    self.greatestDistance = greatestDistance
  }
}
