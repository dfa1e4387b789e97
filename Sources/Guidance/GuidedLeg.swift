internal import Geodesy
internal import Moments
internal import RoadGraph

/// One leg with everything needed to describe it.
///
/// Shapes, for *n* edges:
///
///     edges        n, at least one, joined head to tail
///     distances    n + 1; entry i is where edge i begins, in metres from the start of the trip
///     junctions    n + 1; entry i is the number of junctions between the start of the trip and the end of edge i - 1
final class GuidedLeg: Sendable {
  let graph: RoadGraph
  let mode: TravelMode
  let settings: GuidanceSettings
  let memory: JunctionMemory
  /// The leg without first and last edges that were hardly driven. What is kept for other legs reads them by
  /// ``edge(_:)``, ``has(_:)``, ``gap(from:to:)`` and ``firstIndex(from:where:)`` only.
  let edges: [PathEdge]
  let distances: [Metres]
  /// From the start of the first edge as a whole to the start of each, in millimetres; empty if an edge between the
  /// first and the last was driven in part.
  private let millimetres: [Int64]
  private let reads = ReadEdges()
  let junctions: [Int]
  /// The number of the first of `edges` within the trip.
  let firstEdge: Int
  /// The start and the end of the leg itself.
  let begin: LegEnd
  let end: LegEnd

  /// - Parameters:
  ///   - leg: at least one edge.
  ///   - firstEdge: the number of the leg's first edge within the trip.
  ///   - distance: from the start of the trip to the start of the leg.
  ///   - junctions: the number of junctions from the start of the trip to there.
  ///   - trimming: the ends of `leg` that are ends of the whole leg, where edges that were hardly driven are left out.
  init(
    _ leg: [PathEdge], firstEdge: Int, distance: Metres, junctions: Int, trimming: (begin: Bool, end: Bool),
    on graph: RoadGraph,
    for mode: TravelMode, settings: GuidanceSettings, memory: JunctionMemory
  ) {
    let kept = Self.trimmed(leg, trimming, leastDriven: settings.leastDriven)
    var distances = [leg[..<kept.lowerBound].reduce(distance) { $0 + $1.length }]
    for edge in leg[kept] { distances.append(distances[distances.count - 1] + edge.length) }
    var passed = [leg[..<kept.lowerBound].reduce(junctions) { $0 + graph.junctionCount(atEndOf: $1.edge) }]
    for edge in leg[kept] { passed.append(passed[passed.count - 1] + graph.junctionCount(atEndOf: edge.edge)) }
    let (first, last) = (leg[0], leg[leg.count - 1])
    self.graph = graph
    self.mode = mode
    self.settings = settings
    self.memory = memory
    self.edges = Array(leg[kept])
    self.distances = distances
    millimetres = Self.millimetres(along: leg[kept], on: graph)
    self.junctions = passed
    self.firstEdge = firstEdge + kept.lowerBound
    begin = LegEnd(
      place: graph.place(at: first.stretch.beginPosition), time: first.enterTime, distance: distance)
    end = LegEnd(
      place: graph.place(at: last.stretch.endPosition), time: last.exitTime,
      distance: leg.reduce(distance) { $0 + $1.length })
  }

  /// The edges without first and last ones that were hardly driven; all of them if none would be left.
  private static func trimmed(
    _ leg: [PathEdge], _ trimming: (begin: Bool, end: Bool), leastDriven: Metres
  ) -> Range<Int> {
    guard let first = leg.firstIndex(where: { $0.length >= leastDriven }),
      let last = leg.lastIndex(where: { $0.length >= leastDriven })
    else { return leg.indices }
    return (trimming.begin ? first : 0)..<(trimming.end ? last + 1 : leg.count)
  }

  // MARK: Edges

  func edge(_ index: Int) -> EdgeID {
    reads.add(index)
    return edges[index].edge
  }

  /// Whether the leg has an edge `index`.
  func has(_ index: Int) -> Bool {
    reads.add(index)
    return index < edges.count
  }

  /// The first of the edges from `index` on that passes a test; `nil` if the leg ends before.
  func firstIndex(from index: Int, where isWanted: (Int) -> Bool) -> Int? {
    var index = index
    while has(index) {
      if isWanted(index) { return index }
      index += 1
    }
    return nil
  }

  /// The distance from the start of an edge to the start of a later one, or to the end of the leg; the same in all legs
  /// that drive these edges.
  func gap(from first: Int, to last: Int) -> Metres {
    reads.add(first)
    reads.add(last - 1)
    guard first > 0, last < millimetres.count else { return distances[last] - distances[first] }
    return Metres(millimetres[last] - millimetres[first]) / 1000
  }

  private static func millimetres(along edges: ArraySlice<PathEdge>, on graph: RoadGraph) -> [Int64] {
    var sums: [Int64] = []
    sums.reserveCapacity(edges.count)
    var sum: Int64 = 0
    for edge in edges {
      sums.append(sum)
      let length = graph.lengthInMillimetres(of: edge.edge.segment)
      let isWhole = edge.begin == 0 && edge.end == Metres(length) / 1000
      if !isWhole, sums.count > 1, sums.count < edges.count { return [] }
      sum += Int64(length)
    }
    return sums
  }

  // MARK: What other legs have in common with it

  /// What `find` finds, and the numbers of the edges that it looked at; `nil` if at none.
  func looking<Finding>(_ find: () -> Finding) -> (Finding, seen: ClosedRange<Int>?) { reads.during(find) }

  /// The numbers of the edges that were looked at so far, while something is being found.
  var seen: ClosedRange<Int>? { reads.seen }

  /// Counts edges as looked at.
  func look(at seen: ClosedRange<Int>) {
    reads.add(seen.lowerBound)
    reads.add(seen.upperBound)
  }

  /// Whether what depends on these edges is the same in any leg that has them: its ends are further off.
  func isWithin(_ seen: ClosedRange<Int>) -> Bool {
    seen.lowerBound >= Self.leastBefore && seen.upperBound + 1 < millimetres.count
  }

  /// Whether it drives these edges from edge `index` on, and its ends are further off.
  func passes(_ driven: Swift.Span<EdgeID>, from index: Int) -> Bool {
    guard index >= Self.leastBefore, index + driven.count < millimetres.count else { return false }
    for i in driven.indices where edges[index + i].edge != driven[i] { return false }
    return true
  }

  /// A hash of an edge and the edge before it.
  func hash(at index: Int) -> UInt64 {
    let pair = UInt64(edges[index].edge.rawValue) << 32 | UInt64(edges[max(0, index - 1)].edge.rawValue)
    let mixed = (pair ^ pair >> 29) &* 0x9E37_79B9_7F4A_7C15
    return mixed ^ mixed >> 31
  }

  /// Rules look for the first and the second edge of a leg by their numbers.
  private static let leastBefore = 3

  /// The time at which edge `index` was entered.
  func enterTime(of index: Int) -> Timestamp? {
    edges[index].enterTime ?? (index > 0 ? edges[index - 1].exitTime : nil)
  }

  // MARK: Bearings

  /// The initial heading of the leg; `nil` if it goes nowhere.
  var bearingAtBegin: Degrees? {
    let first = edges[0]
    let end = min(first.end, first.begin + settings.reach)
    return graph.bearing(
      from: graph.place(at: first.stretch.beginPosition), to: graph.place(on: first.edge, at: end))
  }

  /// The bearing in which the leg ends; `nil` if it goes nowhere.
  var bearingAtEnd: Degrees? {
    let last = edges[edges.count - 1]
    let begin = max(last.begin, last.end - settings.reach)
    return graph.bearing(from: graph.place(on: last.edge, at: begin), to: graph.place(at: last.stretch.endPosition))
  }

  /// The turn from one edge onto another that begins at its end or near it; 0 if a bearing is missing.
  func turn(from: EdgeID, onto: EdgeID) -> Degrees { turn(fromBearing: memory.bearing(arrivingBy: from), onto: onto) }

  func turn(fromBearing arrival: Degrees?, onto: EdgeID) -> Degrees {
    guard let arrival, let departure = memory.bearing(leavingBy: onto) else { return 0 }
    return Geodesy.turn(from: arrival, to: departure)
  }

  /// The turn at the start of edge `index`, from 1.
  func bend(at index: Int) -> Degrees { turn(from: edge(index - 1), onto: edge(index)) }

  func sumOfBends(at indices: ClosedRange<Int>) -> Degrees { indices.reduce(0) { $0 + bend(at: $1) } }

  // MARK: Nodes

  /// Edge `index` begins at a node that only cuts a road in two: no other road meets there.
  func isCut(at index: Int) -> Bool {
    let leaving = graph.edges(leaving: graph.tail(of: edge(index)))
    return leaving.count == 2 && edge(index) != edge(index - 1).reversed && leaving.contains(edge(index - 1).reversed)
  }

  func isInsideRoundabout(_ index: Int) -> Bool {
    graph.isRoundabout(edge(index - 1)) && graph.isRoundabout(edge(index))
  }

  /// The access by which a road is a choice at the start of edge `index`.
  func accessOfChoices(at index: Int) -> Access {
    let own = min(graph.access(of: edge(index - 1))[mode], graph.access(of: edge(index))[mode])
    return max(.permit, min(.destination, own))
  }

  /// The junction with these nodes, as its driver sees it.
  func junction(at extent: JunctionExtent) -> Junction { Arrival(at: extent, of: self).junction }

  func junction(at index: Int) -> Junction { junction(at: JunctionExtent(indices: index...index)) }

  // MARK: Pushing a bicycle

  /// Whether edge `index` is one along which a cyclist pushes the bicycle.
  func isWalked(from index: Int) -> Bool { mode == .bicycle && graph.isPushed(edge(index)) }

  /// Whether a cyclist gets off at the start of edge `index`, and walks for more than a few metres.
  func beginsWalk(at index: Int) -> Bool {
    guard isWalked(from: index), !isWalked(from: index - 1) else { return false }
    let end = firstIndex(from: index) { !isWalked(from: $0) } ?? edges.count
    return gap(from: index, to: end) >= settings.shortestWalk
  }
}

extension RoadGraph {
  /// 1 if more than two roads meet at the end of an edge, otherwise 0.
  fileprivate func junctionCount(atEndOf edge: EdgeID) -> Int { outRange(of: head(of: edge)).count > 2 ? 1 : 0 }
}

/// The start or the end of a leg.
struct LegEnd {
  let place: Place
  let time: Timestamp?
  /// The distance from the start of the trip.
  let distance: Metres
}
