internal import Geodesy
internal import RoadGraph
internal import Storage

/// The places along a route, each with its distance from the start.
struct RouteShape {
  private var places: [Place] = []
  private var progress: [Metres] = []
  private(set) var length: Metres = 0

  init(_ pieces: [EdgeStretch], on graph: RoadGraph) {
    for piece in pieces {
      let line = graph.shape(of: piece)
      let ruler = LocalRuler(at: line[0])
      let measured = zip(line, line.dropFirst()).reduce(0) { $0 + ruler.distance($1.0, $1.1) }
      let scale = measured > 0 ? (piece.end - piece.begin) / measured : 0
      var along = length
      for (i, place) in line.enumerated() {
        if i > 0 { along += scale * ruler.distance(line[i - 1], place) }
        places.append(place)
        progress.append(along)
      }
      length += piece.end - piece.begin
    }
  }

  /// The place within a range of the route that is nearest to another place.
  func nearest(to place: Place, within range: ClosedRange<Metres>) -> (distance: Metres, progress: Metres) {
    let ruler = LocalRuler(at: place)
    var best = (distance: Metres.infinity, progress: range.lowerBound)
    var i = max(0, progress.partitioningIndex { $0 >= range.lowerBound } - 1)
    var begin = ruler.point(places[i])
    while i + 1 < places.count, progress[i] <= range.upperBound || best.distance == .infinity {
      let end = ruler.point(places[i + 1])
      let part = part(of: i, within: range)
      let foot = project(
        .origin, onto: begin.interpolated(to: end, part.lowerBound), begin.interpolated(to: end, part.upperBound))
      if foot.distance < best.distance {
        let fraction = part.lowerBound + foot.fraction * (part.upperBound - part.lowerBound)
        best = (foot.distance, progress[i] + fraction * (progress[i + 1] - progress[i]))
      }
      begin = end
      i += 1
    }
    if best.distance == .infinity { best = (ruler.distance(place, places[places.count - 1]), length) }
    return best
  }

  /// Which part of the piece after a place is within a range, from 0 at its start to 1 at its end.
  private func part(of piece: Int, within range: ClosedRange<Metres>) -> ClosedRange<Double> {
    let (begin, length) = (progress[piece], progress[piece + 1] - progress[piece])
    guard length > 0 else { return 0...0 }
    let from = min(1, max(0, (range.lowerBound - begin) / length))
    return from...max(from, min(1, (range.upperBound - begin) / length))
  }
}

extension LocalPoint {
  fileprivate func interpolated(to other: LocalPoint, _ fraction: Double) -> LocalPoint {
    LocalPoint(x: x + fraction * (other.x - x), y: y + fraction * (other.y - y))
  }
}
