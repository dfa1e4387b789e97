internal import Geodesy
internal import Glibc
internal import RoadGraph

/// The roads around those that were driven, so that the map of a night does not float in nothing: all of a town, and
/// fewer classes the more there are.
struct NightCutOut {
  /// Ascending; without those that were driven.
  let segments: [SegmentID]

  init(around roads: NightRoads) {
    let graph = roads.graph
    let driven = Set(roads.segments)
    guard let corners = Self.corners(of: roads) else {
      segments = []
      return
    }
    let tolerance = Self.tolerance(of: roads)
    let near = graph.segments(nearBoxAround: corners).filter { !driven.contains($0) }
    var found: [SegmentID] = []
    for limit in Self.leastClasses {
      found = near.filter { graph.roadClass(of: $0.forward).rawValue <= limit.rawValue }
      if found.reduce(0, { $0 + Self.line(of: $1, on: graph, 2 * tolerance).count }) <= Self.mostPlaces { break }
      found = []
    }
    segments = found.sorted()
  }

  /// From all that one drives on to the great roads.
  private static let leastClasses: [RoadClass] = [.service, .livingStreet, .tertiaryLink, .secondaryLink, .trunkLink]
  private static let mostPlaces = 30_000

  /// The south-west and the north-east of all roads that were driven.
  private static func corners(of roads: NightRoads) -> [Place]? {
    let graph = roads.graph
    guard let first = roads.segments.first else { return nil }
    let origin = graph.place(of: graph.head(of: first.forward))
    var (south, north, west, east) = (Int64(0), Int64(0), Int64(0), Int64(0))
    for segment in roads.segments {
      let place = graph.place(of: graph.head(of: segment.forward))
      let (up, right) = (Int64(place.latitudeE7) - Int64(origin.latitudeE7), place.longitudeE7(eastOf: origin))
      (south, north, west, east) = (min(south, up), max(north, up), min(west, right), max(east, right))
    }
    return [
      origin.moved(latitudeE7: south, longitudeE7: west), origin.moved(latitudeE7: north, longitudeE7: east),
    ]
  }

  /// How far a drawn line may lie from its road, in metres: half a pixel of a large screen.
  static func tolerance(of roads: NightRoads) -> Double {
    guard let corners = corners(of: roads) else { return 2 }
    let height = Double(Int64(corners[1].latitudeE7) - Int64(corners[0].latitudeE7)) / 1e7 * 111_320
    return min(max(height / 8000, 1), 20)
  }

  /// The shape of a road, simplified.
  static func line(of segment: SegmentID, on graph: RoadGraph, _ tolerance: Double) -> [Place] {
    simplified(graph.shapeRange(of: segment).map(graph.shapePlace(at:)), tolerance)
  }

  /// - Source: D. H. Douglas and T. K. Peucker, The Canadian Cartographer 10 (1973), doi:10.3138/FM57-6770-U75U-7727.
  private static func simplified(_ line: [Place], _ tolerance: Double) -> [Place] {
    guard let first = line.first, line.count > 2 else { return line }
    let narrowing = cos(first.latitude * .pi / 180)
    let flat = line.map { place in
      StillPoint(
        x: Double(place.longitudeE7(eastOf: first)) / 1e7 * 111_320 * narrowing,
        y: Double(Int64(place.latitudeE7) - Int64(first.latitudeE7)) / 1e7 * 111_320)
    }
    return flat.placesKept(tolerance).map { line[$0] }
  }
}
