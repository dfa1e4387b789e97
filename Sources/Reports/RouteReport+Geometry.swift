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
    var (number, begin) = (0, 0)
    for leg in described.route.legs {
      for element in leg.elements {
        let places = begin..<described.courseEnds[number]
        let isLikeOthers =
          begin > 0 && graph.isWhole(element.stretch)
          && described.course[begin - 1] == graph.ends(of: element.edge).first
        bytes.positions(
          described.course, places, of: isLikeOthers ? element.edge : nil, &scratch.sink.known)
        (number, begin) = (number + 1, places.upperBound)
      }
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

extension ByteWriter {
  /// Some places of a line; those of an edge that is driven whole from its first place on are copied if they are known.
  @inline(__always)
  fileprivate mutating func positions(
    _ line: [Place], _ places: Range<Int>, of edge: EdgeID?, _ known: inout RecurringTexts
  ) {
    guard let edge else { return positions(line[places], beginning: places.lowerBound == 0) }
    if known.appendLine(of: edge.rawValue, to: &self) { return }
    let begin = count
    positions(line[places], beginning: false)
    known.keepLine(of: edge.rawValue, in: self, from: begin)
  }
}

extension RoadGraph {
  /// The places along a route, without consecutive duplicates, and their number up to the end of each element.
  func course(of route: Route) -> (places: [Place], ends: [Int]) {
    var (places, ends): ([Place], [Int]) = ([], [])
    for leg in route.legs {
      for element in leg.elements {
        appendShape(of: element.stretch, to: &places)
        ends.append(places.count)
      }
    }
    return (places, ends)
  }

  func course(along elements: some Sequence<RouteElement>) -> [Place] {
    var line: [Place] = []
    for element in elements { appendShape(of: element.stretch, to: &line) }
    return line
  }
}
