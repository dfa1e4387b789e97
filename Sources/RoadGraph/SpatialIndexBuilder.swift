internal import Geodesy

/// Packs the lines of all segments into a static R-tree.
///
/// A leaf is a run of up to ``SpatialIndex/piecesPerLeaf`` neighbouring line pieces of one segment. Leaves are sorted
/// along a Hilbert curve by the middle of their boxes and grouped by ``SpatialIndex/nodeSize``, level by level, until
/// one box is left. Longitudes are unwrapped from the first place of a run, so a run that crosses the antimeridian has
/// a narrow box that exceeds ±180°.
///
/// - Source: the packed Hilbert R-tree, Kamel & Faloutsos, CIKM 1993, doi:10.1145/170088.170403.
struct SpatialIndexBuilder {
  private(set) var boxes: [Bounds] = []
  private(set) var leafPlaces: [UInt32] = []
  private(set) var leafSegments: [UInt32] = []

  /// - Parameters:
  ///   - first: segments + 1; the places of segment *i* are `places[first[i] ..< first[i + 1]]`.
  init(first: [UInt32], places: [Place]) {
    let runs = Self.runs(first: first)
    let order = Self.alongHilbertCurve(runs, places)
    boxes.reserveCapacity(SpatialIndex.levelStarts(leafCount: order.count).last ?? 0)
    leafPlaces.reserveCapacity(order.count)
    leafSegments.reserveCapacity(order.count)
    for leaf in order {
      let run = runs[Int(leaf)]
      boxes.append(Bounds(around: places[run.range]))
      leafPlaces.append(run.start)
      leafSegments.append(run.segment)
    }
    packLevels()
  }

  private struct Run {
    var start: UInt32
    var segment: UInt32
    var pieces: UInt8
    var range: ClosedRange<Int> { Int(start)...Int(start) + Int(pieces) }
  }

  private static func runs(first: [UInt32]) -> [Run] {
    var runs: [Run] = []
    runs.reserveCapacity(first.count)
    for segment in 0..<first.count - 1 {
      let end = first[segment + 1] - 1
      for start in stride(from: first[segment], to: end, by: SpatialIndex.piecesPerLeaf) {
        let pieces = min(SpatialIndex.piecesPerLeaf, Int(end - start))
        runs.append(Run(start: start, segment: UInt32(segment), pieces: UInt8(pieces)))
      }
    }
    return runs
  }

  /// The numbers of the runs, ordered by the position of the middle of each box on the curve.
  private static func alongHilbertCurve(_ runs: [Run], _ places: [Place]) -> [UInt32] {
    var bounds = Bounds.empty
    for place in places { bounds.include(place) }
    var keys: [UInt64] = []
    keys.reserveCapacity(runs.count)
    for i in runs.indices {
      let middle = Bounds(around: places[runs[i].range]).middle
      keys.append(UInt64(hilbertPosition(of: middle, in: bounds)) << 32 | UInt64(i))
    }
    keys.sort()
    return keys.map { UInt32(truncatingIfNeeded: $0) }
  }

  private mutating func packLevels() {
    var level = 0..<boxes.count
    while level.count > 1 {
      for start in stride(from: level.lowerBound, to: level.upperBound, by: SpatialIndex.nodeSize) {
        var box = Bounds.empty
        for child in start..<min(start + SpatialIndex.nodeSize, level.upperBound) { box.include(boxes[child]) }
        boxes.append(box)
      }
      level = level.upperBound..<boxes.count
    }
  }
}

extension Bounds {
  /// The box around neighbouring places of a line, unwrapped from the first; all longitudes if the box would not fit
  /// the numbers in which boxes are stored.
  fileprivate init(around places: ArraySlice<Place>) {
    self = .empty
    guard let origin = places.first else { return }
    for place in places {
      let longitude = Int64(origin.longitudeE7) + place.longitudeE7(eastOf: origin)
      include(latitudeE7: place.latitudeE7, longitudeE7: Int32(clamping: longitude))
    }
    if minLongitudeE7 == .min || maxLongitudeE7 == .max { includeAllLongitudes() }
  }
}
