/// A site, prepared for testing whether it contains a place.
struct SiteShape: Sendable {
  /// The smallest box around it.
  let box: SiteBox
  private let circle: (centre: Place, radius: Metres)?
  private let polygons: [FlatPolygon]

  init(_ extent: SiteExtent) {
    switch extent {
    case .circle(let centre, let radius):
      circle = (centre, radius)
      polygons = []
      box = SiteBox(around: centre, radius: radius)
    case .polygons(let rings):
      circle = nil
      polygons = rings.compactMap { FlatPolygon($0) }
      box = polygons.dropFirst().reduce(polygons.first?.box ?? SiteBox()) { $0.union($1.box) }
    }
  }

  /// - Parameter margin: of ground around polygons that belongs to them.
  func contains(_ place: Place, margin: Metres = 0) -> Bool {
    if let circle { return groundDistance(circle.centre, place) <= circle.radius }
    return polygons.contains { $0.contains(place) || margin > 0 && $0.distance(to: place) <= margin }
  }

  /// The box with the margin that polygons have.
  func box(withMargin margin: Metres, of extent: SiteExtent) -> SiteBox {
    guard margin > 0, case .polygons(let polygons) = extent, let place = polygons.first?.first?.first else {
      return box
    }
    return box.grown(by: margin, at: place)
  }

  /// From the middle of a circle, or from the outline of a polygon; 0 within a polygon.
  func distance(to place: Place) -> Metres {
    if let circle { return groundDistance(circle.centre, place) }
    return polygons.map { $0.contains(place) ? 0 : $0.distance(to: place) }.min() ?? .infinity
  }
}

/// A polygon with its holes, in units of 10⁻⁷ degree from its first place.
private struct FlatPolygon: Sendable {
  typealias Point = SIMD2<Double>

  let box: SiteBox
  private let origin: Place
  private let sides: [(begin: Point, end: Point)]

  /// - Returns: `nil` without an outline.
  init?(_ rings: [[Place]]) {
    guard let outline = rings.first, let origin = outline.first else { return nil }
    self.origin = origin
    var sides: [(begin: Point, end: Point)] = []
    for ring in rings {
      let points = ring.map { Self.point($0, origin) }
      for (number, point) in points.enumerated() { sides.append((point, points[(number + 1) % points.count])) }
    }
    self.sides = sides
    box = outline.dropFirst().reduce(SiteBox(origin)) { $0.union(SiteBox($1, near: origin)) }
  }

  private static func point(_ place: Place, _ origin: Place) -> Point {
    Point(Double(place.longitudeE7(eastOf: origin)), Double(Int64(place.latitudeE7) - Int64(origin.latitudeE7)))
  }

  /// The place is inside if an odd number of sides is east of it.
  func contains(_ place: Place) -> Bool {
    let point = Self.point(place, origin)
    var isInside = false
    for (a, b) in sides where (a.y > point.y) != (b.y > point.y) {
      if point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x) { isInside.toggle() }
    }
    return isInside
  }

  /// From its nearest side.
  func distance(to place: Place) -> Metres {
    let ruler = LocalRuler(at: place)
    func point(_ corner: Point) -> LocalPoint {
      ruler.point(
        Place(
          latitudeE7: Int32(Int64(origin.latitudeE7) + Int64(corner.y)),
          longitudeE7: Int32(truncatingIfNeeded: Int64(origin.longitudeE7) + Int64(corner.x))))
    }
    return sides.map { project(.origin, onto: point($0.begin), point($0.end)).distance }.min() ?? .infinity
  }
}

/// A box in units of 10⁻⁷ degree: east of the antimeridian, and north of the south pole. It may reach over the
/// antimeridian at either side.
struct SiteBox: Hashable, Sendable {
  var west: Int64 = 0
  var east: Int64 = 0
  var south: Int64 = 0
  var north: Int64 = 0

  static let turn: Int64 = 3_600_000_000

  init() {}

  /// - Parameter near: the place from which longitudes are counted, so that a box over the antimeridian is one.
  init(_ place: Place, near: Place? = nil) {
    let near = near ?? place
    west = Int64(near.longitudeE7) + Self.turn / 2 + place.longitudeE7(eastOf: near)
    east = west
    south = Int64(place.latitudeE7) + Self.turn / 4
    north = south
  }

  init(around centre: Place, radius: Metres) {
    self.init(centre)
    let reach = LocalRuler(at: centre).reach(radius)
    south -= reach.latitudeE7
    north += reach.latitudeE7
    // Near a pole a circle may go round it.
    let isAroundPole = south <= 0 || north >= Self.turn / 2 || reach.longitudeE7 >= Self.turn / 2
    (west, east) = isAroundPole ? (0, Self.turn) : (west - reach.longitudeE7, east + reach.longitudeE7)
  }

  func union(_ other: SiteBox) -> SiteBox {
    var box = self
    box.west = min(west, other.west)
    box.east = max(east, other.east)
    box.south = min(south, other.south)
    box.north = max(north, other.north)
    return box
  }

  /// The box with a margin.
  func grown(by margin: Metres, at place: Place) -> SiteBox {
    let reach = LocalRuler(at: place).reach(margin)
    var box = self
    (box.south, box.north) = (south - reach.latitudeE7, north + reach.latitudeE7)
    (box.west, box.east) = (west - reach.longitudeE7, east + reach.longitudeE7)
    return box
  }

  /// The larger of its sides.
  var side: Int64 { max(east - west, north - south) }
}
