package import Geodesy
package import RoadRules
package import Routing

/// What a handle tells of a route without its map: the line, to be found on another one.
package struct RouteSketch: Sendable {
  /// Of the map that the route was made on.
  package var mapVersion: String
  package var options: RouteOptions
  package var line: [Place]
  /// The waypoints, by their positions in the line, in order.
  package var stops: [(position: Int, kind: Waypoint.Kind)]
  /// Of the route.
  package var length: Metres

  /// The line is nowhere farther from the route than this, rounding included.
  package static let tolerance: Metres = 5
  private static let rounding: Metres = 0.8

  /// In 10⁻⁵ degrees.
  static func units(_ coordinateE7: Int32) -> Int { Int((Double(coordinateE7) / 100).rounded()) }

  static func place(latitude: Int, longitude: Int) -> Place {
    Place(latitudeE7: Int32(clamping: latitude * 100), longitudeE7: Int32(clamping: longitude * 100))
  }

  /// The line with as few of its places as its course needs; the first and the last are kept.
  ///
  /// - Complexity: O(*n*).
  /// - Source: the cone of directions of Williams 1978, doi:10.1016/0146-664X(78)90066-9.
  static func simplified(_ line: [Place]) -> [Place] {
    guard line.count > 2 else { return line }
    var kept = [line[0]]
    var cone = DirectionCone(from: line[0], tolerance: tolerance - rounding)
    for i in line.indices.dropFirst() where !cone.takes(line[i]) {
      kept.append(line[i - 1])
      cone = cone.moved(to: line[i - 1])
      _ = cone.takes(line[i])
    }
    return kept + [line[line.count - 1]]
  }
}

/// The directions from a place that pass all places taken so far within a tolerance.
private struct DirectionCone {
  private var ruler: MovingRuler
  private let local: LocalRuler
  private let tolerance: Metres
  private var sides: (left: LocalPoint, right: LocalPoint)?
  private var reach: Metres = 0

  init(from place: Place, tolerance: Metres) { self.init(from: place, tolerance, MovingRuler(at: place)) }

  private init(from place: Place, _ tolerance: Metres, _ ruler: MovingRuler) {
    self.ruler = ruler
    self.tolerance = tolerance
    local = self.ruler.local(at: place)
  }

  func moved(to place: Place) -> DirectionCone { DirectionCone(from: place, tolerance, ruler) }

  /// Whether a straight line to a place passes all those before it.
  mutating func takes(_ place: Place) -> Bool {
    let point = local.point(place)
    let distance = point.distance(to: .origin)
    guard distance >= reach else { return false }
    guard distance > tolerance else { return true }
    let along = (distance * distance - tolerance * tolerance).squareRoot()
    let left = LocalPoint(x: point.x * along - point.y * tolerance, y: point.y * along + point.x * tolerance)
    let right = LocalPoint(x: point.x * along + point.y * tolerance, y: point.y * along - point.x * tolerance)
    if let sides {
      guard cross(sides.right, point) >= 0, cross(point, sides.left) >= 0 else { return false }
      self.sides = (
        cross(left, sides.left) > 0 ? left : sides.left, cross(sides.right, right) > 0 ? right : sides.right
      )
    } else {
      sides = (left, right)
    }
    reach = distance
    return true
  }

  private func cross(_ a: LocalPoint, _ b: LocalPoint) -> Double { a.x * b.y - a.y * b.x }
}
