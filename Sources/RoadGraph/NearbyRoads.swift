package import Geodesy
internal import Storage

/// A place on a segment near another place.
package struct NearbyRoad: Hashable, Sendable, BitwiseCopyable {
  package var segment: SegmentID
  /// From the begin of the segment.
  package var offset: Metres
  /// From the place asked for.
  package var distance: Metres
  package var place: Place
  /// Of the line piece, in the segment's own direction.
  package var bearing: Degrees
}

/// What a search for nearby roads keeps from call to call, so that it allocates nothing.
package struct NearbyScratch {
  fileprivate var leaves: [Int] = []
  fileprivate var stack: [Int] = []
  fileprivate var hits: [NearbyRoad] = []
  package init() {}
}

extension RoadGraph {
  /// The segments within `radius` of a place, nearest first.
  ///
  /// A segment that passes twice, as hairpins and loops do, is found twice when the two places lie more than twice the
  /// radius apart along the road. Equal distances are ordered by segment, so the result is the same on every machine.
  ///
  /// - Complexity: O(log *s* + hits · log hits); allocates nothing once `scratch` and `found` have grown.
  package func roads(
    near place: Place, within radius: Metres, into found: inout [NearbyRoad], using scratch: inout NearbyScratch
  ) {
    let ruler = LocalRuler(at: place)
    let box = Bounds(around: place, reach: ruler.reach(radius))
    scratch.leaves.removeAll(keepingCapacity: true)
    scratch.hits.removeAll(keepingCapacity: true)
    index.leaves(meeting: box, into: &scratch.leaves, stack: &scratch.stack)
    if let turned = box.onOtherSideOfAntimeridian {
      index.leaves(meeting: turned, into: &scratch.leaves, stack: &scratch.stack)
    }
    for leaf in scratch.leaves {
      if let hit = nearest(on: leaf, to: ruler), hit.distance <= radius { scratch.hits.append(hit) }
    }
    scratch.hits.sort { ($0.distance, $0.segment, $0.offset) < ($1.distance, $1.segment, $1.offset) }
    found.removeAll(keepingCapacity: true)
    for hit in scratch.hits where !found.contains(where: { isSamePassage($0, hit, radius) }) { found.append(hit) }
  }

  private func isSamePassage(_ a: NearbyRoad, _ b: NearbyRoad, _ radius: Metres) -> Bool {
    a.segment == b.segment && abs(a.offset - b.offset) <= 2 * radius
  }

  private func nearest(on leaf: Int, to ruler: LocalRuler) -> NearbyRoad? {
    let segment = SegmentID(index.leafSegments[leaf])
    let start = Int(index.leafPlaces[leaf])
    let end = min(start + SpatialIndex.piecesPerLeaf, Int(segmentFirstPlace[segment.index + 1]) - 1)
    let centre = LocalPoint(x: 0, y: 0)
    var best = Projection(fraction: 0, distance: .infinity)
    var bestPiece = start
    var begin = ruler.point(shapePlaces[start])
    for piece in start..<end {
      let next = ruler.point(shapePlaces[piece + 1])
      let projection = project(centre, onto: begin, next)
      if projection.distance < best.distance {
        best = projection
        bestPiece = piece
      }
      begin = next
    }
    return best.distance < .infinity ? road(segment, piece: bestPiece, best, ruler) : nil
  }

  private func road(_ segment: SegmentID, piece: Int, _ foot: Projection, _ ruler: LocalRuler) -> NearbyRoad {
    let begin = ruler.point(shapePlaces[piece])
    let end = ruler.point(shapePlaces[piece + 1])
    let from = Metres(shapeDistances[piece]) / 1000
    let to = Metres(shapeDistances[piece + 1]) / 1000
    return NearbyRoad(
      segment: segment, offset: from + foot.fraction * (to - from), distance: foot.distance,
      place: ruler.place(
        LocalPoint(x: begin.x + foot.fraction * (end.x - begin.x), y: begin.y + foot.fraction * (end.y - begin.y))),
      bearing: Geodesy.bearing(from: begin, to: end))
  }

  /// The place lies within the box around all roads, widened by `margin`.
  package func covers(_ place: Place, margin: Metres) -> Bool {
    let reach = LocalRuler(at: place).reach(margin)
    let box = Bounds(around: place, reach: reach)
    return box.intersects(bounds) || (box.onOtherSideOfAntimeridian?.intersects(bounds) ?? false)
  }
}

extension Bounds {
  /// The box around a place; it may pass ±180°.
  fileprivate init(around place: Place, reach: (latitudeE7: Int64, longitudeE7: Int64)) {
    self.init(
      minLatitudeE7: Int32(clamping: Int64(place.latitudeE7) - reach.latitudeE7),
      minLongitudeE7: Int32(clamping: Int64(place.longitudeE7) - reach.longitudeE7),
      maxLatitudeE7: Int32(clamping: Int64(place.latitudeE7) + reach.latitudeE7),
      maxLongitudeE7: Int32(clamping: Int64(place.longitudeE7) + reach.longitudeE7))
  }

  /// The same box a full turn away, where boxes that cross the antimeridian from the other side are found; `nil` for
  /// a box that is nowhere near.
  fileprivate var onOtherSideOfAntimeridian: Bounds? {
    let turn: Int64 = 3_600_000_000
    // Unwrapped boxes reach at most to the limit of Int32, 34.7° beyond.
    let shift = minLongitudeE7 < -1_450_000_000 ? turn : maxLongitudeE7 > 1_450_000_000 ? -turn : 0
    guard shift != 0 else { return nil }
    var box = self
    box.minLongitudeE7 = Int32(clamping: Int64(minLongitudeE7) + shift)
    box.maxLongitudeE7 = Int32(clamping: Int64(maxLongitudeE7) + shift)
    return box
  }
}
