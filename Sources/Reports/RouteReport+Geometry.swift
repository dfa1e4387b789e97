internal import Geodesy
internal import Moments
package import Records
internal import RoadGraph
internal import Routing

extension RouteReport {
  /// The whole route along the roads.
  package var geometry: Geometry {
    guard let described else { return .lines([]) }
    return described.isOneLine ? .lines([described.course]) : .line(described.course)
  }

  package func writeGeometry(to bytes: inout ByteWriter, _ scratch: inout RenderingScratch) {
    guard let described, described.isOneLine else { return bytes.geometry(geometry) }
    bytes.beginLine()
    var line = RouteLine(graph: graph)
    for leg in described.route.legs {
      for element in leg.elements { line.write(element.stretch, to: &bytes, &scratch.sink.known) }
    }
    bytes.text("]}")
  }

  /// Elements by number, counted through all legs.
  func elements(_ range: Range<Int>) -> some Sequence<RouteElement> {
    let legs = described?.route.legs ?? []
    return legs.lazy.flatMap(\.elements).dropFirst(range.lowerBound).prefix(range.count)
  }

  /// The places along some elements.
  func course(of range: Range<Int>) -> [Place] { graph.course(along: elements(range)) }
}

extension DescribedRoute {
  /// Neither a point nor cut at the antimeridian.
  fileprivate var isOneLine: Bool {
    guard let bounds else { return false }
    return course.count >= 2 && bounds.southWest.longitudeE7 <= bounds.northEast.longitudeE7
  }
}

/// Writes the places along a route; those of edges that earlier routes drove are copied.
private struct RouteLine {
  let graph: RoadGraph
  /// The place written last.
  private var last: Place?

  init(graph: RoadGraph) { self.graph = graph }

  mutating func write(_ stretch: EdgeStretch, to bytes: inout ByteWriter, _ known: inout RecurringTexts) {
    let (edge, ends) = (stretch.edge.rawValue, graph.ends(of: stretch.edge))
    guard last == ends.first, graph.isWhole(stretch) else { return write(stretch, to: &bytes) }
    if known.appendLine(of: edge, to: &bytes) {
      last = ends.last
    } else {
      let begin = bytes.count
      write(stretch, to: &bytes)
      known.keepLine(of: edge, in: bytes, from: begin)
    }
  }

  private mutating func write(_ stretch: EdgeStretch, to bytes: inout ByteWriter) {
    var places = last.map { [$0] } ?? []
    graph.appendShape(of: stretch, to: &places)
    bytes.positions(last == nil ? places[...] : places.dropFirst(), beginning: last == nil)
    last = places.last
  }
}

extension RoadGraph {
  func course(along elements: some Sequence<RouteElement>) -> [Place] {
    var line: [Place] = []
    for element in elements { appendShape(of: element.stretch, to: &line) }
    return line
  }
}
