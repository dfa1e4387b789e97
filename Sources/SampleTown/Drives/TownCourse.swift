package import Geodesy

/// The line that a drive follows, piece by piece.
package struct TownCourse: Sendable {
  /// A straight piece of the line, beginning where the previous piece ends.
  package struct Piece: Sendable {
    /// The node it leads to; `nil` off the road.
    package let node: Int?
    package let end: LocalPoint
    /// `nil` off the road.
    package let way: TownWay?
    /// Driven against the oneway of its way.
    package let isWrongWay: Bool
  }

  package let begin: (node: Int?, point: LocalPoint)
  package let pieces: [Piece]

  /// The course through `waypoints` on the streets of `town`. Two consecutive waypoints must be on a common way.
  init(through waypoints: [TownWaypoint], of town: Town) {
    guard let first = waypoints.first else { preconditionFailure("a course needs waypoints") }
    begin = TownCourse.position(of: first, in: town)
    pieces = zip(waypoints, waypoints.dropFirst()).flatMap { from, to in
      TownCourse.pieces(from: from, to: to, of: town)
    }
  }

  /// The streets it uses, in order, by name or otherwise by number. Consecutive pieces with the same name count once.
  package var streets: [String] {
    pieces.reduce(into: []) { names, piece in
      let name = piece.way.map { $0["name"] ?? $0["ref"] ?? $0["highway"] ?? "" } ?? "(off the road)"
      if names.last != name { names.append(name) }
    }
  }

  package var points: [LocalPoint] { [begin.point] + pieces.map(\.end) }
  package var nodes: [Int?] { [begin.node] + pieces.map(\.node) }

  private static func position(of waypoint: TownWaypoint, in town: Town) -> (node: Int?, point: LocalPoint) {
    switch waypoint {
    case .node(let id): (id, town.node(id).point)
    case .spot(let x, let y): (nil, LocalPoint(x: x, y: y))
    }
  }

  private static func pieces(from: TownWaypoint, to: TownWaypoint, of town: Town) -> [Piece] {
    guard case .node(let begin) = from, case .node(let end) = to else {
      let (node, point) = position(of: to, in: town)
      return [Piece(node: node, end: point, way: nil, isWrongWay: false)]
    }
    let paths = town.ways.flatMap { way in way.paths(from: begin, to: end).map { (way: way, path: $0) } }
    guard let shortest = paths.min(by: { $0.path.nodes.count < $1.path.nodes.count }) else {
      preconditionFailure("no way leads from node \(begin) to node \(end)")
    }
    return shortest.path.nodes.map { id in
      Piece(
        node: id, end: town.node(id).point, way: shortest.way,
        isWrongWay: shortest.way.oneway * shortest.path.direction < 0)
    }
  }
}

extension TownWay {
  /// The nodes after `begin` up to `end` along this way. A closed way is followed forward only, across its seam if
  /// necessary.
  fileprivate func paths(from begin: Int, to end: Int) -> [(nodes: [Int], direction: Int)] {
    guard let first = nodes.firstIndex(of: begin), let last = nodes.firstIndex(of: end), first != last else {
      return []
    }
    if isClosed {
      let ring = nodes.dropLast()
      let count = (last - first + ring.count) % ring.count
      return [((1...count).map { ring[(first + $0) % ring.count] }, 1)]
    }
    return first < last
      ? [(Array(nodes[(first + 1)...last]), 1)] : [(nodes[last..<first].reversed(), -1)]
  }
}
