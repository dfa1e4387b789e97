package import Geodesy

/// How a route follows the line it was made from.
package struct RouteImport: Hashable, Sendable {
  /// What the line was. Raw values are the codes in reports.
  package enum Source: String, CaseIterable, Sendable {
    /// Positions that somebody gave.
    case line
    /// A route on another map, with its line.
    case route
  }

  package var source: Source
  /// Of the map that the route was made on.
  package var mapVersion: String?
  /// Of the line.
  package var positions: Int
  /// Those that the route passes; the others are off its roads.
  package var matched: Int
  /// Of the line, or of the route before.
  package var length: Metres
  /// The share of the line that the route is on, 0 … 1.
  package var covered: Double
  /// Of the line from the route.
  package var greatestDistance: Metres
  /// Where the two are apart, in the order of the line.
  package var differences: [LineDifference]
  /// The route is what it was, as far as its line tells.
  package var isSame: Bool

  package init(source: Source, positions: Int, matched: Int, length: Metres) {
    self.source = source
    self.positions = positions
    self.matched = matched
    self.length = length
    covered = 1
    greatestDistance = 0
    differences = []
    isSame = true
  }
}

/// A stretch of a line that is not on the route made from it.
package struct LineDifference: Hashable, Sendable {
  package var begin: Place
  package var end: Place
  /// From the begin of the line to that of the stretch.
  package var distance: Metres
  package var length: Metres
  /// Of the route in its place.
  package let routeLength: Metres
  /// From the route, at most.
  package var greatestDistance: Metres

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
