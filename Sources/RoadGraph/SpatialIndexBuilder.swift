internal import Geodesy

/// Packs the lines of all segments into a static R-tree.
///
/// A leaf is a run of up to ``SpatialIndex/piecesPerLeaf`` neighbouring line pieces of one segment; leaves are sorted
/// along a Hilbert curve by the middle of their boxes and grouped by ``SpatialIndex/nodeSize``, level by level, until
/// one box is left. Longitudes are unwrapped from the first place of a run, so a run that crosses the antimeridian has
/// a narrow box that passes ±180°.
///
/// - Source: the packed Hilbert R-tree, Kamel & Faloutsos, CIKM 1993, doi:10.1145/170088.170403.
struct SpatialIndexBuilder {
  private(set) var boxes: [Bounds] = []
  private(set) var levelEnds: [UInt32] = []
  private(set) var leafPlaces: [UInt32] = []
  private(set) var leafSegments: [UInt32] = []

  private struct Leaf {
    var box: Bounds
    var place: UInt32
    var segment: UInt32
    var key: UInt32 = 0
  }

  /// - Parameters:
  ///   - first: segments + 1; the places of segment *i* are `places[first[i] ..< first[i + 1]]`.
  init(first: [UInt32], places: [Place]) {
    var leaves: [Leaf] = []
    for segment in 0..<first.count - 1 {
      let range = Int(first[segment])..<Int(first[segment + 1])
      for start in stride(from: range.lowerBound, to: range.upperBound - 1, by: SpatialIndex.piecesPerLeaf) {
        let end = min(start + SpatialIndex.piecesPerLeaf, range.upperBound - 1)
        leaves.append(Leaf(box: Self.box(of: places[start...end]), place: UInt32(start), segment: UInt32(segment)))
      }
    }
    Self.sortAlongHilbertCurve(&leaves)
    boxes = leaves.map(\.box)
    leafPlaces = leaves.map(\.place)
    leafSegments = leaves.map(\.segment)
    packLevels()
  }

  private static func box(of places: ArraySlice<Place>) -> Bounds {
    let origin = places[places.startIndex]
    var box = Bounds.empty
    for place in places {
      let longitude = Int64(origin.longitudeE7) + place.longitudeE7(eastOf: origin)
      box.include(latitudeE7: place.latitudeE7, longitudeE7: Int32(clamping: longitude))
    }
    return box
  }

  private static func sortAlongHilbertCurve(_ leaves: inout [Leaf]) {
    var bounds = Bounds.empty
    for leaf in leaves { bounds.include(leaf.box) }
    for i in leaves.indices {
      let box = leaves[i].box
      let middle = Place(
        latitudeE7: Int32((Int64(box.minLatitudeE7) + Int64(box.maxLatitudeE7)) / 2),
        longitudeE7: Int32((Int64(box.minLongitudeE7) + Int64(box.maxLongitudeE7)) / 2))
      leaves[i].key = hilbertPosition(of: middle, in: bounds)
    }
    leaves.sort { ($0.key, $0.place) < ($1.key, $1.place) }
  }

  private mutating func packLevels() {
    var level = 0..<boxes.count
    levelEnds = [UInt32(boxes.count)]
    while level.count > 1 {
      for start in stride(from: level.lowerBound, to: level.upperBound, by: SpatialIndex.nodeSize) {
        var box = Bounds.empty
        for child in start..<min(start + SpatialIndex.nodeSize, level.upperBound) { box.include(boxes[child]) }
        boxes.append(box)
      }
      level = level.upperBound..<boxes.count
      levelEnds.append(UInt32(boxes.count))
    }
  }
}
