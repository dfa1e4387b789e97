internal import Geodesy

/// The directions in which a straight line from a place passes all places taken so far within a tolerance.
struct DirectionCone {
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

  /// Whether the straight line to a place passes all places taken before.
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
