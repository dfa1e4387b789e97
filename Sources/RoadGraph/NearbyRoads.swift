package import Geodesy
internal import Storage

/// A place on a segment near another place.
package struct NearbyRoad: Hashable, Sendable, BitwiseCopyable {
  package let segment: SegmentID
  /// From the start of the segment.
  package let offset: Metres
  /// From the query place.
  package let distance: Metres
  package let place: Place
  /// Along the line piece, in the segment's own direction.
  fileprivate var along: LocalPoint

  /// Of the line piece, in the segment's own direction; 0 if the whole segment has no length.
  package var bearing: Degrees { along == .origin ? 0 : Geodesy.bearing(from: .origin, to: along) }
}

/// The scratch of a search for nearby roads, kept from call to call so that it allocates nothing.
package struct NearbyScratch {
  fileprivate var leaves: [Int] = []
  fileprivate var stack: [Int] = []
  fileprivate var passages: [NearPlace] = []
  fileprivate var neighbourhoods: Neighbourhoods

  /// - Parameter mostLeaves: how many leaves of the index may be remembered, for searches that come back to the same
  ///   places. What is found does not depend on it.
  package init(mostLeaves: Int = 0) { neighbourhoods = Neighbourhoods(mostLeaves: mostLeaves) }
}

/// A place where a segment comes near: a local minimum of the distance along it.
private struct NearPlace: BitwiseCopyable {
  var segment: SegmentID
  /// The piece from this place of the shapes to the next.
  var piece: Int
  var foot: Projection
  var offset: Metres

  static func < (a: NearPlace, b: NearPlace) -> Bool {
    if a.foot.distance != b.foot.distance { return a.foot.distance < b.foot.distance }
    return (a.segment, a.offset) < (b.segment, b.offset)
  }
}

extension RoadGraph {
  /// The segments within `radius` of a place, nearest first.
  ///
  /// A segment that passes twice, as hairpins and loops do, is found twice if the two places are more than 20 m apart
  /// along the road. Equal distances are ordered by segment, so the result is the same on every machine.
  ///
  /// - Complexity: O(log *s* + hits · log hits); allocates nothing once `scratch` and `found` have grown.
  package func roads(
    near place: Place, within radius: Metres, into found: inout [NearbyRoad], using scratch: inout NearbyScratch
  ) {
    let ruler = LocalRuler(at: place)
    findPassages(near: place, within: radius, by: ruler, using: &scratch)
    sort(&scratch.passages)
    found.removeAll(keepingCapacity: true)
    for passage in scratch.passages where !isKnown(passage, among: found) {
      found.append(road(passage, by: ruler))
    }
  }

  /// The distance to the nearest segment that is wanted, if it is within `radius`: that of the first such road of
  /// ``roads(near:within:into:using:)``, for less.
  package func nearestDistance(
    from place: Place, within radius: Metres, using scratch: inout NearbyScratch, where isWanted: (SegmentID) -> Bool
  ) -> Metres? {
    findPassages(near: place, within: radius, by: LocalRuler(at: place), using: &scratch)
    var nearest = Metres.infinity
    for passage in scratch.passages where passage.foot.distance < nearest && isWanted(passage.segment) {
      nearest = passage.foot.distance
    }
    return nearest < .infinity ? nearest : nil
  }

  private func findPassages(
    near place: Place, within radius: Metres, by ruler: LocalRuler, using scratch: inout NearbyScratch
  ) {
    var box = Bounds(around: place, reach: ruler.reach(radius))
    scratch.passages.removeAll(keepingCapacity: true)
    if let known = scratch.neighbourhoods.leaves(around: place, meeting: box, on: self) {
      let filter = BoxFilter(box)
      for entry in known {
        let leaf = scratch.neighbourhoods[entry]
        guard filter.meets(index.boxes[leaf]) else { continue }
        addPassages(of: leaf, in: filter, within: radius, by: ruler, to: &scratch.passages)
      }
      return
    }
    scratch.leaves.removeAll(keepingCapacity: true)
    index.leaves(meeting: box, into: &scratch.leaves, stack: &scratch.stack)
    if let turned = box.onOtherSideOfAntimeridian {
      index.leaves(meeting: turned, into: &scratch.leaves, stack: &scratch.stack)
      box.includeAllLongitudes()
    }
    let filter = BoxFilter(box)
    for leaf in scratch.leaves { addPassages(of: leaf, in: filter, within: radius, by: ruler, to: &scratch.passages) }
  }

  /// By insertion if there are few.
  private func sort(_ passages: inout [NearPlace]) {
    if passages.count > 64 { return passages.sort(by: <) }
    for i in passages.indices.dropFirst() {
      let passage = passages[i]
      var hole = i
      while hole > 0, passage < passages[hole - 1] {
        passages[hole] = passages[hole - 1]
        hole -= 1
      }
      passages[hole] = passage
    }
  }

  /// Minima closer together along the road than this are one passage of a bend; the arms of hairpins are farther apart.
  private static var leastSeparation: Metres { 20 }

  private func isKnown(_ passage: NearPlace, among found: [NearbyRoad]) -> Bool {
    for road in found where road.segment == passage.segment {
      if abs(road.offset - passage.offset) <= Self.leastSeparation { return true }
    }
    return false
  }

  /// - Parameter box: pieces that do not meet it are too far away.
  private func addPassages(
    of leaf: Int, in box: BoxFilter, within radius: Metres, by ruler: LocalRuler, to passages: inout [NearPlace]
  ) {
    let segment = SegmentID(index.leafSegments[leaf])
    let shape = shapeRange(of: segment)
    let start = Int(index.leafPlaces[leaf])
    let end = min(start + SpatialIndex.piecesPerLeaf, shape.upperBound - 1)
    for piece in start..<end where box.meets(shapePlaces[piece], shapePlaces[piece + 1]) {
      let begin = ruler.point(shapePlaces[piece])
      let next = ruler.point(shapePlaces[piece + 1])
      let foot = project(.origin, onto: begin, next)
      guard foot.distance <= radius, isLocalMinimum(foot, at: piece, of: shape, next, ruler) else { continue }
      let from = Metres(shapeDistances[piece]) / 1000
      let to = Metres(shapeDistances[piece + 1]) / 1000
      passages.append(NearPlace(segment: segment, piece: piece, foot: foot, offset: from + foot.fraction * (to - from)))
    }
  }

  /// A foot at a bend belongs to the piece before it, and is a minimum only if the piece after it leads away.
  private func isLocalMinimum(
    _ foot: Projection, at piece: Int, of shape: Range<Int>, _ end: LocalPoint, _ ruler: LocalRuler
  ) -> Bool {
    if foot.fraction == 0 { return piece == shape.lowerBound }
    guard foot.fraction == 1, piece + 2 < shape.upperBound else { return true }
    return project(.origin, onto: end, ruler.point(shapePlaces[piece + 2])).fraction == 0
  }

  private func road(_ passage: NearPlace, by ruler: LocalRuler) -> NearbyRoad {
    let begin = ruler.point(shapePlaces[passage.piece])
    let end = ruler.point(shapePlaces[passage.piece + 1])
    let foot = LocalPoint(
      x: begin.x + passage.foot.fraction * (end.x - begin.x), y: begin.y + passage.foot.fraction * (end.y - begin.y))
    return NearbyRoad(
      segment: passage.segment, offset: passage.offset, distance: passage.foot.distance, place: ruler.place(foot),
      along: begin == end
        ? neighbour(of: passage, by: ruler) : LocalPoint(x: end.x - begin.x, y: end.y - begin.y))
  }

  /// The direction of the piece next to one without length, later pieces first; none if the whole segment has no
  /// length.
  private func neighbour(of passage: NearPlace, by ruler: LocalRuler) -> LocalPoint {
    let shape = shapeRange(of: passage.segment)
    let later = Array(passage.piece..<shape.upperBound - 1)
    let earlier = Array((shape.lowerBound..<passage.piece).reversed())
    let piece = (later + earlier).first { shapePlaces[$0] != shapePlaces[$0 + 1] }
    guard let piece else { return .origin }
    let (begin, end) = (ruler.point(shapePlaces[piece]), ruler.point(shapePlaces[piece + 1]))
    return LocalPoint(x: end.x - begin.x, y: end.y - begin.y)
  }

  /// Whether the place is within the box around all roads, widened by `margin`.
  package func covers(_ place: Place, margin: Metres) -> Bool {
    let reach = LocalRuler(at: place).reach(margin)
    let box = Bounds(around: place, reach: reach)
    return box.intersects(bounds) || (box.onOtherSideOfAntimeridian?.intersects(bounds) ?? false)
  }
}

extension Bounds {
  /// The box around a place, which may exceed ±180°. Near a pole it contains every longitude.
  fileprivate init(around place: Place, reach: (latitudeE7: Int64, longitudeE7: Int64)) {
    self.init(
      minLatitudeE7: Int32(clamping: Int64(place.latitudeE7) - reach.latitudeE7),
      minLongitudeE7: Int32(clamping: Int64(place.longitudeE7) - reach.longitudeE7),
      maxLatitudeE7: Int32(clamping: Int64(place.latitudeE7) + reach.latitudeE7),
      maxLongitudeE7: Int32(clamping: Int64(place.longitudeE7) + reach.longitudeE7))
    if reach.longitudeE7 > 300_000_000 { includeAllLongitudes() }  // boxes hold 34.7° beyond ±180°
  }

  /// The same box a full turn away, to find boxes that cross the antimeridian from the other side; `nil` for a box that
  /// is not near it or contains every longitude.
  var onOtherSideOfAntimeridian: Bounds? {
    let turn: Int64 = 3_600_000_000
    guard width < turn else { return nil }
    // Unwrapped boxes reach at most to the limit of Int32, 34.7° beyond.
    let shift = minLongitudeE7 < -1_450_000_000 ? turn : maxLongitudeE7 > 1_450_000_000 ? -turn : 0
    guard shift != 0 else { return nil }
    var box = self
    box.minLongitudeE7 = Int32(clamping: Int64(minLongitudeE7) + shift)
    box.maxLongitudeE7 = Int32(clamping: Int64(maxLongitudeE7) + shift)
    return box
  }
}
