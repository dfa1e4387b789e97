package import Geodesy

/// How a route follows the line it was made from.
package struct RouteImport: Hashable, Sendable {
  /// What the line was. Raw values are the codes in reports.
  package enum Source: String, CaseIterable, Sendable {
    /// Positions from the user.
    case line
    /// The line of a route on another map.
    case route
  }

  package let source: Source
  /// The version of the map that the route was made on; `nil` for a line.
  package let mapVersion: String?
  /// The number of positions of the line.
  package let positions: Int
  /// The number of positions that the route passes; the others are off its roads.
  package let matched: Int
  /// The length of the line, or of the route on the other map.
  package let length: Metres
  /// The share of the line that the route is on, 0 … 1.
  package let covered: Double
  /// The greatest distance of the line from the route.
  package let greatestDistance: Metres
  /// Where the two are apart, in the order of the line.
  package let differences: [LineDifference]
  /// Whether the route is the same as on the other map; `nil` for a line.
  package let isSame: Bool?

  package init(
    source: Source, mapVersion: String? = nil, positions: Int, matched: Int, length: Metres, covered: Double = 1,
    greatestDistance: Metres = 0, differences: [LineDifference] = [], isSame: Bool? = nil
  ) {
    self.source = source
    self.mapVersion = mapVersion
    self.positions = positions
    self.matched = matched
    self.length = length
    self.covered = covered
    self.greatestDistance = greatestDistance
    self.differences = differences
    self.isSame = isSame
  }

  /// The same for a route of another map that was found again by its line.
  ///
  /// - Parameter isAsLong: the route is as long as it was.
  func ofRoute(_ sketch: RouteSketch, isAsLong: Bool) -> RouteImport {
    RouteImport(
      source: .route, mapVersion: sketch.mapVersion, positions: positions, matched: matched, length: sketch.length,
      covered: covered, greatestDistance: greatestDistance, differences: differences,
      isSame: differences.isEmpty && isAsLong)
  }
}
