internal import Geodesy
internal import RoadGraph

/// What a map knows about the pieces of two edge lists: the lengths between neighbouring nodes, and the courses of
/// ways.
///
/// It keeps only what the lists name, so memory depends on them and not on the map.
struct MapLengths {
  private var lengths: [NodePair: Metres] = [:]
  private var courses: [Int64: WayCourse] = [:]

  /// Two nodes, in either order.
  private struct NodePair: Hashable {
    let lower, upper: Int64
    init(_ a: Int64, _ b: Int64) { (lower, upper) = (min(a, b), max(a, b)) }
  }

  /// - Complexity: one pass over the map.
  init(of pieces: some Sequence<ListedPiece>, in graph: RoadGraph) {
    for piece in pieces {
      if piece.key.way != 0 { courses[piece.key.way] = WayCourse() }
      if piece.hasNodes { lengths[NodePair(piece.key.from, piece.key.to)] = .nan }
    }
    for segment in 0..<graph.segmentCount { note(SegmentID(segment), of: graph) }
  }

  private mutating func note(_ segment: SegmentID, of graph: RoadGraph) {
    let way = graph.way(of: segment.forward).rawValue
    let isWanted = courses[way] != nil
    graph.forEachPair(along: graph.whole(segment.forward)) { pair in
      guard let from = pair.from?.rawValue, let to = pair.to?.rawValue else { return }
      if let known = lengths[NodePair(from, to)], known.isNaN { lengths[NodePair(from, to)] = pair.length }
      if isWanted { courses[way]?.add(from: from, to: to, length: pair.length) }
    }
  }

  /// Whether the nodes of a resolved piece are neighbours in the map.
  func has(_ piece: ListedPiece) -> Bool {
    guard let length = lengths[NodePair(piece.key.from, piece.key.to)] else { return true }  // divided along its way
    return !length.isNaN
  }

  /// A piece as pairs of neighbouring nodes with their lengths.
  ///
  /// The piece follows its way if the map has that way; otherwise its nodes are taken as neighbours; otherwise it keeps
  /// its own length.
  func resolve(_ piece: ListedPiece) throws(RowRefusal) -> [ListedPiece] {
    if piece.key.way != 0, let course = courses[piece.key.way], let path = course.path(of: piece) {
      return piece.divided(along: path)
    }
    guard piece.hasNodes else { throw RowRefusal(.unknownWay) }
    var piece = piece
    if let length = lengths[NodePair(piece.key.from, piece.key.to)], !length.isNaN { piece.length = length }
    guard piece.length != nil else { throw RowRefusal(piece.key.way != 0 ? .unknownWay : .unknownPair) }
    piece.key.way = 0
    return [piece]
  }
}

/// The nodes of one way, as steps in the way's order.
private struct WayCourse {
  struct Step {
    let from, to: Int64
    let length: Metres
  }

  private var steps: [Int64: [Step]] = [:]

  mutating func add(from: Int64, to: Int64, length: Metres) {
    steps[from, default: []].append(Step(from: from, to: to, length: length))
  }

  /// The steps from one node of a piece to the other, or over the whole way, in the order driven.
  func path(of piece: ListedPiece) -> [Step]? {
    if let path = pathBetweenNodes(of: piece) { return path }
    guard !steps.isEmpty, !piece.hasNodes || piece.isWholeWay else { return nil }
    return piece.isForward == false ? reversed(whole()) : whole()
  }

  private func pathBetweenNodes(of piece: ListedPiece) -> [Step]? {
    guard piece.hasNodes else { return nil }
    let forward = piece.isForward == false ? nil : path(from: piece.key.from, to: piece.key.to)
    let backward = piece.isForward == true ? nil : path(from: piece.key.to, to: piece.key.from).map(reversed)
    guard let forward, let backward else { return forward ?? backward }
    return length(of: forward) <= length(of: backward) ? forward : backward
  }

  private func reversed(_ path: [Step]) -> [Step] {
    path.reversed().map { Step(from: $0.to, to: $0.from, length: $0.length) }
  }

  private func length(of path: [Step]) -> Metres { path.reduce(0) { $0 + $1.length } }

  /// The path with the fewest steps, in the way's order; a ring if both ends are the same node.
  private func path(from: Int64, to: Int64) -> [Step]? {
    var arrivals: [Int64: Step] = [:]
    var reached = [from]
    var next = 0
    while next < reached.count, arrivals[to] == nil {
      for step in steps[reached[next]] ?? [] where arrivals[step.to] == nil {
        arrivals[step.to] = step
        reached.append(step.to)
      }
      next += 1
    }
    var path: [Step] = []
    var node = to
    repeat {
      guard let step = arrivals[node] else { return nil }
      path.append(step)
      node = step.from
    } while node != from
    return path.reversed()
  }

  /// All steps, starting at the node that no step leads to; for a ring, at its smallest node.
  private func whole() -> [Step] {
    let heads = Set(steps.values.joined().map(\.to))
    guard let start = steps.keys.filter({ !heads.contains($0) }).min() ?? steps.keys.min() else { return [] }
    var rest = steps
    var path: [Step] = []
    var node = start
    while let choices = rest[node], let step = choices.first {
      rest[node] = Array(choices.dropFirst())
      path.append(step)
      node = step.to
    }
    return path
  }
}

extension ListedPiece {
  /// Cuts the piece at the nodes between the steps of its course.
  fileprivate func divided(along path: [WayCourse.Step]) -> [ListedPiece] {
    let whole = path.reduce(0) { $0 + $1.length }
    var result: [ListedPiece] = []
    var travelled: Metres = 0
    for step in path {
      let first = step.length > 0 ? max(0, (begin * whole - travelled) / step.length) : 0
      let last = step.length > 0 ? min(1, (end * whole - travelled) / step.length) : 1
      travelled += step.length
      guard first < last else { continue }
      result.append(
        ListedPiece(
          key: PieceKey(from: step.from, to: step.to), begin: first, end: last, length: step.length, line: line))
    }
    return result
  }
}
