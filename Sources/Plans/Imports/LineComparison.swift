package import Geodesy
package import RoadGraph

/// A position of a line that lies on the route made from it.
package struct LineAnchor: Hashable, Sendable {
  /// Index into the line.
  package var position: Int
  /// From the begin of the route.
  package var progress: Metres

  package init(position: Int, progress: Metres) {
    self.position = position
    self.progress = progress
  }
}

/// Measures how far a line is from the route made from it, in the order of both: each stretch of the line between two
/// anchors is held against the stretch of the route between them.
///
/// - Complexity: O(*n*) for *n* places of both, but for long stretches without anchors.
package struct LineComparison {
  /// Nearer than this the line is on the route.
  package static let tolerance: Metres = 15
  /// The line is looked at every so often.
  private static let step: Metres = 10
  /// Anchors are as exact as this.
  private static let slack: Metres = 20

  package private(set) var length: Metres = 0
  package private(set) var covered: Metres = 0
  package private(set) var greatestDistance: Metres = 0
  package private(set) var differences: [LineDifference] = []
  private var ruler: MovingRuler
  private var open: OpenStretch?

  /// A stretch of the line away from the route.
  private struct OpenStretch {
    var begin: Place
    var end: Place
    var distance: Metres
    var length: Metres = 0
    var progress: ClosedRange<Metres>
    var greatest: Metres
  }

  /// - Parameters:
  ///   - line: two places or more.
  ///   - anchors: in order.
  package init(_ line: [Place], anchors: [LineAnchor], route: [EdgeStretch], on graph: RoadGraph) {
    ruler = MovingRuler(at: line[0])
    let course = RouteCourse(route, on: graph)
    var progress: ClosedRange<Metres> = 0...Self.slack
    var next = 0
    look(at: line[0], over: 0, course, 0...0)
    for i in line.indices.dropFirst() {
      while next < anchors.count, anchors[next].position < i { next += 1 }
      let from = next > 0 ? anchors[next - 1].progress : 0
      let to = next < anchors.count ? anchors[next].progress : course.length
      // Before the first anchor and behind the last one the line has left the route.
      let isOutside = next == 0 || next == anchors.count
      let first = isOutside && next > 0 ? to : from
      let last = isOutside && next == 0 ? from : to
      progress = min(first, last) - Self.slack...max(first, last) + Self.slack
      follow(from: line[i - 1], to: line[i], course, progress)
    }
    close()
  }

  private mutating func follow(
    from begin: Place, to end: Place, _ course: RouteCourse, _ progress: ClosedRange<Metres>
  ) {
    let length = ruler.distance(begin, end)
    let count = max(1, Int((length / Self.step).rounded(.up)))
    for i in 1...count {
      let place = i == count ? end : begin.interpolated(to: end, fraction: Double(i) / Double(count))
      look(at: place, over: length / Double(count), course, progress)
    }
  }

  /// - Parameter piece: the length of the line since the last look.
  private mutating func look(
    at place: Place, over piece: Metres, _ course: RouteCourse, _ progress: ClosedRange<Metres>
  ) {
    let (distance, reached) = course.nearest(to: place, within: progress)
    length += piece
    greatestDistance = max(greatestDistance, distance)
    guard distance > Self.tolerance else {
      covered += piece
      return close()
    }
    var stretch =
      open
      ?? OpenStretch(begin: place, end: place, distance: length - piece, progress: reached...reached, greatest: 0)
    stretch.end = place
    stretch.length += piece
    stretch.greatest = max(stretch.greatest, distance)
    stretch.progress = stretch.progress.lowerBound...max(stretch.progress.upperBound, reached)
    open = stretch
  }

  private mutating func close() {
    guard let stretch = open else { return }
    open = nil
    differences.append(
      LineDifference(
        begin: stretch.begin, end: stretch.end, distance: stretch.distance, length: stretch.length,
        routeLength: stretch.progress.upperBound - stretch.progress.lowerBound, greatestDistance: stretch.greatest))
  }
}

/// The places along a route, each with its distance from the begin.
private struct RouteCourse {
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

  /// The distance to the nearest place within a stretch, and where that is.
  func nearest(to place: Place, within range: ClosedRange<Metres>) -> (distance: Metres, progress: Metres) {
    let ruler = LocalRuler(at: place)
    var best = (distance: Metres.infinity, progress: range.lowerBound)
    var i = max(0, firstIndex(notBefore: range.lowerBound) - 1)
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

  private func firstIndex(notBefore value: Metres) -> Int {
    var (low, high) = (0, progress.count)
    while low < high {
      let middle = (low + high) / 2
      if progress[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
