internal import Geodesy
internal import Matching
internal import RoadGraph
internal import Routing

/// The path along a line, and where the positions of the line are on it.
struct FollowedLine {
  /// At least one.
  var pieces: [EdgeStretch] = []
  /// By position of the line: the index of the piece, and the offset on its edge.
  var anchors: [Int: (piece: Int, offset: Metres)] = [:]

  var length: Metres { pieces.reduce(0) { $0 + $1.length } }
  var begin: EdgePosition { pieces[0].beginPosition }
  var end: EdgePosition { pieces[pieces.count - 1].endPosition }

  /// The distance from the start of the path to each piece.
  var progress: [Metres] {
    var sums: [Metres] = [0]
    for piece in pieces { sums.append(sums[sums.count - 1] + piece.length) }
    return sums
  }

  mutating func append(_ other: FollowedLine) {
    for (position, anchor) in other.anchors { anchors[position] = (pieces.count + anchor.piece, anchor.offset) }
    pieces += other.pieces
  }

  /// The path without the last `length` metres; `nil` if it is no longer.
  func withoutEnd(_ length: Metres) -> FollowedLine? {
    var (result, rest) = (self, length)
    while rest > 0, let last = result.pieces.last {
      if last.length > rest {
        result.pieces[result.pieces.count - 1].end -= rest
        rest = 0
      } else {
        rest -= last.length
        result.pieces.removeLast()
      }
    }
    guard let last = result.pieces.last else { return nil }
    let count = result.pieces.count
    result.anchors = result.anchors.filter { _, anchor in
      anchor.piece < count - 1 || anchor.piece == count - 1 && anchor.offset <= last.end
    }
    return result
  }

  /// The path without the first `length` metres; `nil` if it is no longer.
  func withoutBegin(_ length: Metres) -> FollowedLine? {
    var (first, rest) = (0, length)
    while first < pieces.count, rest > 0, pieces[first].length <= rest {
      rest -= pieces[first].length
      first += 1
    }
    guard first < pieces.count else { return nil }
    var result = self
    result.pieces.removeFirst(first)
    result.pieces[0].begin += rest
    let begin = result.pieces[0].begin
    result.anchors = anchors.filter { _, anchor in
      anchor.piece > first || anchor.piece == first && anchor.offset >= begin
    }.mapValues { ($0.piece - first, $0.offset) }
    return result
  }

  /// Neighbouring pieces of one edge, as bridges leave them, become one.
  func joined() -> FollowedLine {
    var result = FollowedLine()
    var numbers: [Int] = []
    for piece in pieces {
      if let last = result.pieces.last, last.edge == piece.edge, last.end == piece.begin {
        result.pieces[result.pieces.count - 1].end = piece.end
      } else {
        result.pieces.append(piece)
      }
      numbers.append(result.pieces.count - 1)
    }
    result.anchors = anchors.mapValues { (numbers[$0.piece], $0.offset) }
    return result
  }
}

extension FollowedLine {
  /// A part of a line that the matcher has followed without a break.
  init(_ path: MatchedPath, _ samples: LineSamples) {
    pieces = path.steps
    for anchor in path.anchors {
      if let position = samples.position(ofFix: anchor.fix) { anchors[position] = (anchor.step, anchor.offset) }
    }
  }

  /// The waypoints of the line on this path; the ends if the line has none.
  func stops(of line: DrawnLine) -> [LineStop] {
    let last = line.places.count - 1
    let ends = [(0, Waypoint(place: line.places[0])), (last, Waypoint(place: line.places[last]))]
    let waypoints = line.waypoints.isEmpty ? ends : line.waypoints
    let anchored = anchors.keys.sorted()
    return waypoints.map { position, waypoint in
      // Off the road it is where the line was last on a road.
      let known = anchored.last { $0 <= position } ?? anchored.first
      let anchor = known.flatMap { anchors[$0] } ?? (0, pieces[0].begin)
      return LineStop(waypoint: waypoint, piece: anchor.piece, offset: anchor.offset)
    }
  }

  /// How well this path follows the line.
  func fit(to line: DrawnLine, on graph: RoadGraph) -> RouteImport {
    let progress = progress
    let anchors = anchors.sorted { $0.key < $1.key }.map { position, anchor in
      LineAnchor(position: position, progress: progress[anchor.piece] + anchor.offset - pieces[anchor.piece].begin)
    }
    let comparison = LineComparison(line.places, anchors: anchors, route: pieces, on: graph)
    return RouteImport(
      source: .line, positions: line.places.count, matched: anchors.count, length: comparison.length,
      covered: comparison.length > 0 ? comparison.covered / comparison.length : 1,
      greatestDistance: comparison.greatestDistance, differences: comparison.differences)
  }
}
