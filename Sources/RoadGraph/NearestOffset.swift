package import Geodesy

extension RoadGraph {
  /// The place of an edge nearest to `place`, between two offsets from the edge's begin.
  ///
  /// - Returns: metres from the start of the edge, and from `place`.
  package func nearestOffset(
    to place: Place, on edge: EdgeID, from begin: Metres, to end: Metres
  ) -> (offset: Metres, distance: Metres) {
    nearestOffset(toOriginOf: LocalRuler(at: place), on: edge, from: begin, to: end)
  }

  /// The same for the origin of a ruler. Saves making a ruler for each edge near a place.
  package func nearestOffset(
    toOriginOf ruler: LocalRuler, on edge: EdgeID, from begin: Metres, to end: Metres
  ) -> (offset: Metres, distance: Metres) {
    let length = length(of: edge)
    var best = (offset: begin, distance: Metres.infinity)
    let last = max(begin, end)
    let (least, most) = edge.isForward ? (begin, last) : (length - last, length - begin)
    let shape = shapeRange(of: edge.segment)
    var piece = shape.lowerBound
    while piece + 1 < shape.upperBound, shapeDistance(at: piece + 1) < least { piece += 1 }
    var b = shapeDistance(at: piece)
    var to = ruler.point(shapePlace(at: piece))
    while piece + 1 < shape.upperBound {
      let (a, from) = (b, to)
      guard a <= most else { break }
      piece += 1
      b = shapeDistance(at: piece)
      to = ruler.point(shapePlace(at: piece))
      let onSegment = a + project(LocalPoint(x: 0, y: 0), onto: from, to).fraction * (b - a)
      let offset = min(max(edge.isForward ? onSegment : length - onSegment, begin), last)
      let along = edge.isForward ? offset : length - offset
      guard along >= a && along <= b else { continue }
      let fraction = b > a ? (along - a) / (b - a) : 0
      let foot = LocalPoint(x: from.x + fraction * (to.x - from.x), y: from.y + fraction * (to.y - from.y))
      let distance = foot.distance(to: LocalPoint(x: 0, y: 0))
      if distance < best.distance { best = (offset, distance) }
    }
    return best
  }
}
