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
  /// The leg without first and last edges that were hardly driven.
  let edges: [PathEdge]
  let distances: [Metres]
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

  func edge(_ index: Int) -> EdgeID { edges[index].edge }

  /// The time at which edge `index` was entered.
  func enterTime(of index: Int) -> Timestamp? {
    edges[index].enterTime ?? (index > 0 ? edges[index - 1].exitTime : nil)
  }

  /// The name of the road before edge `index`. Looks back through a short nameless stretch.
  func road(before index: Int) -> String {
    guard index > 0 else { return "" }
    for i in (0..<index).reversed() {
      let label = graph.label(of: edge(i))
      if !label.isEmpty { return label }
      if distances[index] - distances[i] > settings.longestNamelessStretch { break }
    }
    return ""
  }

  /// The name of the road from edge `index` on. Looks ahead along nameless links to the road they lead to, and through
  /// short nameless stretches up to edge `next`, where the driver acts again.
  func road(from index: Int, next: Int? = nil) -> String {
    for i in index..<edges.count {
      let label = graph.label(of: edge(i))
      if !label.isEmpty { return label }
      let isLink = graph.roadClass(of: edge(i)).isLink
      let isLong = distances[i + 1] - distances[index] > longestStretch(at: i)
      if !isLink, isLong || i + 1 == next { break }
    }
    return ""
  }

  /// Oneways without a name are lanes of the road they lead to more often than others.
  private func longestStretch(at index: Int) -> Metres {
    graph.flags(of: edge(index)).contains(.oneway) ? settings.longestLane : settings.longestNamelessStretch
  }

  /// The edge after the one that ends the search for the name of the road from edge `index` on, wherever the driver
  /// acts again; `nil` if the search reaches the end of the known edges.
  func endOfSearchForName(from index: Int) -> Int? {
    for i in index..<edges.count {
      let isLong = distances[i + 1] - distances[index] > longestStretch(at: i)
      if !graph.isNameless(edge(i)) || isLong && !graph.roadClass(of: edge(i)).isLink { return i + 1 }
    }
    return nil
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
