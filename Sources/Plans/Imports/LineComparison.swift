internal import Geodesy
internal import RoadGraph

/// Measures how far a line is from the route made from it, in the order of both: each stretch of the line between two
/// anchors is compared with the stretch of the route between them.
///
/// - Complexity: O(*n*) for *n* places of both, except in long stretches without anchors.
struct LineComparison {
  /// A line nearer than this is on the route, in metres: two carriageways apart, it is not.
  static let tolerance: Metres = 15
  /// The distance between the places of the line that are compared, in metres.
  private static let step: Metres = 10
  /// The error of an anchor's place along the route, in metres.
  private static let slack: Metres = 20

  private(set) var length: Metres = 0
  private(set) var covered: Metres = 0
  private(set) var greatestDistance: Metres = 0
  private(set) var differences: [LineDifference] = []
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
  init(_ line: [Place], anchors: [LineAnchor], route: [EdgeStretch], on graph: RoadGraph) {
    ruler = MovingRuler(at: line[0])
    let shape = RouteShape(route, on: graph)
    var progress: ClosedRange<Metres> = 0...Self.slack
    var next = 0
    look(at: line[0], over: 0, shape, 0...0)
    for i in line.indices.dropFirst() {
      while next < anchors.count, anchors[next].position < i { next += 1 }
      let from = next > 0 ? anchors[next - 1].progress : 0
      let to = next < anchors.count ? anchors[next].progress : shape.length
      // Before the first anchor and after the last one the line is off the route.
      let isOutside = next == 0 || next == anchors.count
      let first = isOutside && next > 0 ? to : from
      let last = isOutside && next == 0 ? from : to
      progress = min(first, last) - Self.slack...max(first, last) + Self.slack
      follow(from: line[i - 1], to: line[i], shape, progress)
    }
    close()
  }

  private mutating func follow(
    from begin: Place, to end: Place, _ shape: RouteShape, _ progress: ClosedRange<Metres>
  ) {
    let length = ruler.distance(begin, end)
    let count = stepCount(along: length, atMost: Self.step)
    for i in 1...count {
      let place = i == count ? end : begin.interpolated(to: end, fraction: Double(i) / Double(count))
      look(at: place, over: length / Double(count), shape, progress)
    }
  }

  /// - Parameter piece: the length of the line since the previous place.
  private mutating func look(
    at place: Place, over piece: Metres, _ shape: RouteShape, _ progress: ClosedRange<Metres>
  ) {
    let (distance, reached) = shape.nearest(to: place, within: progress)
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
