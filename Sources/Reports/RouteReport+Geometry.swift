internal import Geodesy
internal import Moments
internal import RoadGraph
internal import Routing

extension RouteReport {
  /// The whole route along the roads.
  package var geometry: Geometry {
    guard let described, let bounds = described.bounds else { return .lines([]) }
    let isWhole = described.course.count >= 2 && bounds.southWest.longitudeE7 <= bounds.northEast.longitudeE7
    return isWhole ? .lines([described.course]) : .line(described.course)
  }

  /// Elements by number, counted through all legs.
  func elements(_ range: Range<Int>) -> some Sequence<RouteElement> {
    let legs = described?.route.legs ?? []
    return legs.lazy.flatMap(\.elements).dropFirst(range.lowerBound).prefix(range.count)
  }

  /// The places along some elements.
  func course(of range: Range<Int>) -> [Place] { graph.course(along: elements(range)) }
}

extension RoadGraph {
  func course(along elements: some Sequence<RouteElement>) -> [Place] {
    var line: [Place] = []
    for element in elements { appendShape(of: element.stretch, to: &line) }
    return line
  }
}
