package import Geodesy
package import RoadGraph

/// Polygons on the earth, each with or without holes.
package struct RoadArea: Hashable, Sendable {
  /// Rings of places. The first ring is the outline, the others are holes. The last place of a ring connects to the
  /// first.
  package let polygons: [[[Place]]]

  package init(polygons: [[[Place]]]) { self.polygons = polygons }

  /// Both directions of every segment that is partly or wholly inside, or touches the border.
  ///
  /// Lines between places are straight in latitude and longitude. A polygon may cross the antimeridian, but must not be
  /// wider than half the earth.
  ///
  /// - Complexity: O(*p · r*) for *p* pieces of roads in the box around a polygon of *r* places.
  package func edges(on graph: RoadGraph) -> [EdgeID] {
    var found: Set<SegmentID> = []
    for polygon in polygons {
      guard let outline = polygon.first, let origin = outline.first else { continue }
      let flat = FlatPolygon(polygon, around: origin)
      for segment in graph.segments(nearBoxAround: outline) where !found.contains(segment) {
        let line = graph.shapeRange(of: segment).map { flat.point(graph.shapePlace(at: $0)) }
        if flat.meets(line) { found.insert(segment) }
      }
    }
    return found.sorted().flatMap { [$0.forward, $0.backward] }
  }
}

/// A polygon in units of 10⁻⁷ degree from a place.
private struct FlatPolygon {
  typealias Point = SIMD2<Double>

  private let origin: Place
  private let sides: [(begin: Point, end: Point)]

  init(_ polygon: [[Place]], around origin: Place) {
    self.origin = origin
    var sides: [(begin: Point, end: Point)] = []
    for ring in polygon {
      let points = ring.map { Self.point($0, origin) }
      for (i, point) in points.enumerated() { sides.append((point, points[(i + 1) % points.count])) }
    }
    self.sides = sides
  }

  func point(_ place: Place) -> Point { Self.point(place, origin) }

  private static func point(_ place: Place, _ origin: Place) -> Point {
    Point(Double(place.longitudeE7(eastOf: origin)), Double(Int64(place.latitudeE7) - Int64(origin.latitudeE7)))
  }

  /// Whether any part of a line is inside or on the border.
  func meets(_ line: [Point]) -> Bool {
    guard let first = line.first else { return false }
    if contains(first) { return true }
    return zip(line, line.dropFirst()).contains { begin, end in
      sides.contains { crosses(begin, end, $0.begin, $0.end) }
    }
  }

  /// The point is inside if an odd number of sides is east of it.
  private func contains(_ point: Point) -> Bool {
    var isInside = false
    for (a, b) in sides where (a.y > point.y) != (b.y > point.y) {
      if point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x) { isInside.toggle() }
    }
    return isInside
  }

  /// Two straight lines have a point in common.
  private func crosses(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Bool {
    guard max(a.x, b.x) >= min(c.x, d.x), max(c.x, d.x) >= min(a.x, b.x), max(a.y, b.y) >= min(c.y, d.y),
      max(c.y, d.y) >= min(a.y, b.y)
    else { return false }
    return side(of: c, a, b) * side(of: d, a, b) <= 0 && side(of: a, c, d) * side(of: b, c, d) <= 0
  }

  /// −1, 0 or 1: right of the line from `a` to `b`, on it, or left.
  private func side(of point: Point, _ a: Point, _ b: Point) -> Double {
    let area = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
    return area > 0 ? 1 : area < 0 ? -1 : 0
  }
}
