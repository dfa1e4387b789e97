package import Geodesy
package import RoadGraph

/// The ground of which nothing is published in the outputs about one trip: discs around its ends, and known places.
package struct HiddenGround: Sendable {
  private let discs: [EndDisc]
  /// `nil` without any.
  private let areas: SiteIndex?

  /// - Parameter areas: made with a margin of ``step`` around polygons.
  package init(discs: [EndDisc], areas: SiteIndex? = nil) {
    self.discs = discs
    self.areas = areas
  }

  package var isEmpty: Bool { discs.isEmpty && areas == nil }

  package func contains(_ place: Place) -> Bool {
    if discs.contains(where: { $0.contains(place) }) { return true }
    guard let areas else { return false }
    var found: [Int] = []
    areas.sites(at: place, into: &found)
    return !found.isEmpty
  }

  /// Whether any part of a road lies on the ground.
  package func touches(_ segment: SegmentID, of graph: RoadGraph) -> Bool {
    let places = graph.shapeRange(of: segment).map(graph.shapePlace(at:))
    guard let first = places.first, let last = places.last else { return false }
    if contains(first) || contains(last) { return true }
    let length = graph.length(of: segment.forward)
    return discs.contains { Self.touches(places, $0, length: length) }
      || areas.map { Self.touches(places, $0) } ?? false
  }

  /// Whether any part of a line lies on the ground; a single place is a line without a length.
  package func touches(_ places: [Place]) -> Bool {
    if places.contains(where: contains) { return true }
    let pieces = zip(places, places.dropFirst())
    let length = discs.isEmpty ? 0 : pieces.reduce(0) { $0 + groundDistance($1.0, $1.1) }
    return discs.contains { Self.touches(places, $0, length: length) }
      || areas.map { Self.touches(places, $0) } ?? false
  }

  private static func touches(_ places: [Place], _ disc: EndDisc, length: Metres) -> Bool {
    // Discs are some kilometres at most, and a road is no farther from its ends than it is long.
    guard let first = places.first, groundDistance(disc.middle, first) <= disc.radius + length + 1 else { return false }
    let ruler = LocalRuler(at: disc.middle)
    let points = places.map { ruler.point($0) }
    return zip(points, points.dropFirst()).contains { project(.origin, onto: $0, $1).distance <= disc.radius + 0.5 }
  }

  /// Looks at a place every ``step``; the index has as much margin.
  private static func touches(_ places: [Place], _ areas: SiteIndex) -> Bool {
    var found: [Int] = []
    for (begin, end) in zip(places, places.dropFirst()) {
      let count = max(1, Int((groundDistance(begin, end) / step).rounded(.up)))
      for number in 0...count {
        areas.sites(at: begin.interpolated(to: end, fraction: Double(number) / Double(count)), into: &found)
        if !found.isEmpty { return true }
      }
    }
    return false
  }

  /// How far apart the places of a road are that are looked at, in metres, and the margin around polygons.
  package static let step: Metres = 10
}
