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
  /// Segments + 1; the places of segment *i* are numbered `first[i] ..< first[i + 1]`.
  private let first: [UInt32]
  private let shape: (Int) -> ArraySlice<Place>
  private let runs: [Run]
  /// A leaf is the run with the number in the lower half.
  private let leaves: [UInt64]

  private struct Run {
    var start: UInt32
    var segment: UInt32
  }

  /// - Parameter shape: the places of a segment.
  init(first: [UInt32], shape: @escaping (Int) -> ArraySlice<Place>) {
    (self.first, self.shape) = (first, shape)
    runs = Self.runs(first: first)
    var bounds = Bounds.empty
    for segment in 0..<first.count - 1 {
      for place in shape(segment) { bounds.include(place) }
    }
    var keys: [UInt64] = []  // the place of the middle of the box on the curve, then the number of the run
    keys.reserveCapacity(runs.count)
    for i in runs.indices {
      let middle = Bounds(around: Self.places(of: runs[i], first, shape)).middle
      keys.append(UInt64(hilbertPosition(of: middle, in: bounds)) << 32 | UInt64(i))
    }
    keys.sort()
    leaves = keys
  }

  var leafCount: Int { leaves.count }
  func firstPlace(ofLeaf leaf: Int) -> UInt32 { run(ofLeaf: leaf).start }
  func segment(ofLeaf leaf: Int) -> UInt32 { run(ofLeaf: leaf).segment }

  private func run(ofLeaf leaf: Int) -> Run { runs[Int(UInt32(truncatingIfNeeded: leaves[leaf]))] }

  private static func runs(first: [UInt32]) -> [Run] {
    var runs: [Run] = []
    let pieces = SpatialIndex.piecesPerLeaf
    runs.reserveCapacity(
      zip(first, first.dropFirst()).reduce(0) { $0 + (Int($1.1 - $1.0) + pieces - 2) / pieces })
    for segment in 0..<first.count - 1 {
      for start in stride(from: first[segment], to: first[segment + 1] - 1, by: pieces) {
        runs.append(Run(start: start, segment: UInt32(segment)))
      }
    }
    return runs
  }

  /// The places of a run, the last one of its last piece included.
  private static func places(
    of run: Run, _ first: [UInt32], _ shape: (Int) -> ArraySlice<Place>
  ) -> ArraySlice<Place> {
    shape(Int(run.segment)).dropFirst(Int(run.start - first[Int(run.segment)])).prefix(SpatialIndex.piecesPerLeaf + 1)
  }

  /// The boxes of the leaves, and of each level above them.
  func boxes() -> [Bounds] {
    var boxes: [Bounds] = []
    boxes.reserveCapacity(SpatialIndex.levelStarts(leafCount: leafCount).last ?? 0)
    for leaf in 0..<leafCount { boxes.append(Bounds(around: Self.places(of: run(ofLeaf: leaf), first, shape))) }
    var level = 0..<boxes.count
    while level.count > 1 {
      for start in stride(from: level.lowerBound, to: level.upperBound, by: SpatialIndex.nodeSize) {
        var box = Bounds.empty
        for child in start..<min(start + SpatialIndex.nodeSize, level.upperBound) { box.include(boxes[child]) }
        boxes.append(box)
      }
      level = level.upperBound..<boxes.count
    }
    return boxes
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
