internal import Geodesy
internal import Glibc
internal import Knowledge
internal import RoadGraph

/// Finds the roads around places by the squares of a grid that hold the places.
struct NearRoadFinder {
  /// How far from a drive roads are drawn, in metres.
  struct Extent {
    /// All roads of the mode.
    let near: Int
    /// Greater roads and ferries.
    let far: Int

    /// Each smaller than the one before.
    static let all = [Extent(near: 600, far: 4000), Extent(near: 300, far: 1500), Extent(near: 120, far: 120)]
  }

  private struct Square: Hashable {
    let row, column: Int32
  }

  let graph: RoadGraph
  let mode: TravelMode
  let places: [Place]
  /// Where no roads are drawn; `nil` if they are everywhere.
  let hidden: HiddenGround?

  func roads(within extent: Extent) -> Set<SegmentID> {
    let roads = roads(within: extent.near) { graph.isRoad($0, of: mode) }
      .union(roads(within: extent.far) { graph.isGreat($0) && graph.isRoad($0, of: mode) })
    return hidden.map { hidden in roads.filter { !hidden.touches($0, of: graph) } } ?? roads
  }

  /// - Parameter margin: in metres, also the width of the squares.
  private func roads(within margin: Int, where isWanted: (SegmentID) -> Bool) -> Set<SegmentID> {
    guard let first = places.first else { return [] }
    let height = Int32(Double(margin) * Self.unitsPerMetre)
    let width = Int32(Double(height) / max(cos(Double(first.latitudeE7) / 1e7 * .pi / 180), 0.02))
    var roads: Set<SegmentID> = []
    for square in Set(places.map { Square(row: $0.latitudeE7 / height, column: $0.longitudeE7 / width) }) {
      let (south, west) = ((square.row - 2) * height, Int64(square.column - 2) * Int64(width))
      let corners = [
        Place(latitudeE7: south, longitudeE7: Int32(clamping: west)),
        Place(latitudeE7: south + 4 * height, longitudeE7: Int32(clamping: west + 4 * Int64(width))),
      ]
      for segment in graph.segments(nearBoxAround: corners) where isWanted(segment) { roads.insert(segment) }
    }
    return roads
  }

  /// 10⁻⁷ degrees of latitude in a metre.
  private static let unitsPerMetre = 1e7 / 111_320
}

extension RoadGraph {
  /// Whether somebody may use a road with a mode, in whatever direction.
  func isRoad(_ segment: SegmentID, of mode: TravelMode) -> Bool {
    access(of: segment.forward)[mode] != .no || access(of: segment.backward)[mode] != .no
  }

  /// Whether it is drawn from afar: tertiary roads, greater ones, and ferries.
  func isGreat(_ segment: SegmentID) -> Bool {
    let roadClass = roadClass(of: segment.forward)
    return roadClass == .ferry || roadClass.rawValue <= RoadClass.tertiaryLink.rawValue
  }
}
