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
      let foot = project(.origin, onto: begin, end)
      if foot.distance < best.distance {
        best = (foot.distance, progress[i] + foot.fraction * (progress[i + 1] - progress[i]))
      }
      begin = end
      i += 1
    }
    if best.distance == .infinity { best = (ruler.distance(place, places[places.count - 1]), length) }
    return best
  }
}
