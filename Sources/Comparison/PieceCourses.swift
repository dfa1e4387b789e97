internal import Geodesy
internal import RoadGraph

/// The courses of pieces of road on their map, to compare results on two maps by line.
struct PieceCourses {
  /// The stretch of a segment between two neighbouring nodes, in the order of the segment.
  private struct Stretch {
    let segment: SegmentID
    let from: Int64
    let begin, end: Metres
  }

  /// Two nodes, in either order.
  private struct NodePair: Hashable {
    let lower, upper: Int64
    init(_ a: Int64, _ b: Int64) { (lower, upper) = (min(a, b), max(a, b)) }
  }

  private let graph: RoadGraph
  private var stretches: [NodePair: Stretch] = [:]

  /// - Complexity: one pass over the map.
  init(of pieces: some Sequence<ListedPiece>, on graph: RoadGraph) {
    self.graph = graph
    let wanted = Set(pieces.map { NodePair($0.key.from, $0.key.to) })
    for number in 0..<graph.segmentCount {
      let segment = SegmentID(number)
      var offset: Metres = 0
      graph.forEachPair(along: graph.whole(segment.forward)) { pair in
        defer { offset += pair.length }
        guard let from = pair.from?.rawValue, let to = pair.to?.rawValue else { return }
        let nodes = NodePair(from, to)
        guard wanted.contains(nodes), stretches[nodes] == nil else { return }
        stretches[nodes] = Stretch(segment: segment, from: from, begin: offset, end: offset + pair.length)
      }
    }
  }

  /// The places along a piece as driven; `nil` if the map does not have its nodes.
  private func course(of piece: ListedPiece) -> [Place]? {
    guard let stretch = stretches[NodePair(piece.key.from, piece.key.to)] else { return nil }
    let length = stretch.end - stretch.begin
    guard stretch.from != piece.key.from else {
      let begin = stretch.begin
      return graph.shape(
        of: EdgeStretch(
          edge: stretch.segment.forward, begin: begin + piece.begin * length, end: begin + piece.end * length))
    }
    let begin = graph.length(of: stretch.segment.forward) - stretch.end
    return graph.shape(
      of: EdgeStretch(
        edge: stretch.segment.backward, begin: begin + piece.begin * length, end: begin + piece.end * length))
  }

  /// The lines of a list; neighbouring pieces are one line. A piece between unknown nodes is refused.
  func lines(
    of list: Grouped<ListedPiece>, file: String, _ refusals: inout RefusalLedger
  ) -> Grouped<[Place]> {
    var lines = Grouped<[Place]>()
    lines.isNameless = list.isNameless
    for (id, pieces) in zip(list.ids, list.elements) {
      let number = lines.number(adding: id)
      for piece in pieces {
        guard let course = course(of: piece) else {
          refusals.refuse(.unknownPair, file: file, line: Int(piece.line), traceID: id)
          continue
        }
        lines.elements[number].extend(by: course)
      }
    }
    return lines
  }
}

extension [[Place]] {
  /// Adds a course to the last line if it begins where that one ends, else as a line of its own.
  fileprivate mutating func extend(by course: [Place]) {
    if let last = last?.last, last == course.first {
      self[count - 1] += course.dropFirst()
    } else {
      append(course)
    }
  }
}

extension Routes {
  /// The routes as lines on their map.
  func lines(
    on graph: RoadGraph, file: String, _ refusals: inout RefusalLedger
  ) throws(ComparisonError) -> Grouped<[Place]> {
    switch self {
    case .lines(let lines): return lines
    case .edges(let list):
      let resolved = try PieceLengths(list, Grouped<ListedPiece>(), on: graph).resolve(list, file: file, &refusals)
      let courses = PieceCourses(of: resolved.elements.joined(), on: graph)
      return courses.lines(of: resolved, file: file, &refusals)
    }
  }
}
