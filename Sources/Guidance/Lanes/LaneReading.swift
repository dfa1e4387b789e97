internal import Geodesy
internal import RoadGraph

/// What the map says of the lanes along a leg.
struct LaneReading {
  let leg: GuidedLeg

  private var graph: RoadGraph { leg.graph }

  // MARK: Where there are arrows

  /// The last edge with arrows before edge `index`. Some junctions have no arrows on the last metres before them.
  func paintedEdge(before index: Int) -> EdgeID? {
    var last = index - 1
    while !isPainted(leg.edge(last)) {
      guard last > 0, leg.gap(from: last, to: index) <= leg.settings.longestUnpaintedEnd else { return nil }
      last -= 1
    }
    return (last + 1..<index).allSatisfy(isOnlyWay) ? leg.edge(last) : nil
  }

  /// The edges with arrows before a junction and within it, in order.
  func paintedEdges(before junction: Junction) -> [EdgeID] {
    let before = paintedEdge(before: junction.indices.lowerBound)
    let last = leg.edge(junction.act - 1)
    let inner = isPainted(last) && last != before ? last : nil
    return [before, inner].compactMap(\.self)
  }

  /// Whether the map may know arrows on the lanes before a junction, or within it.
  func isPainted(before extent: JunctionExtent) -> Bool {
    paintedEdge(before: extent.indices.lowerBound) != nil || extent.indices.contains { isPainted(leg.edge($0 - 1)) }
  }

  private func isPainted(_ edge: EdgeID) -> Bool { !graph.turnLanes(of: edge).isEmpty }

  /// There is no other way to go at the start of edge `index`.
  private func isOnlyWay(at index: Int) -> Bool {
    let least = leg.accessOfChoices(at: index)
    return graph.edges(leaving: graph.tail(of: leg.edge(index))).allSatisfy {
      $0 == leg.edge(index) || $0 == leg.edge(index - 1).reversed || graph.access(of: $0)[leg.mode] < least
    }
  }

  // MARK: The lanes of one road

  /// The lanes of a road by `turn:lanes`.
  func lanes(of approach: EdgeID) -> [Lane] {
    let parts = graph.turnLanes(of: approach).split(separator: "|", omittingEmptySubsequences: false)
    return lanes(of: approach, count: parts.count) { Lane(tagged: parts[$0]) }
  }

  /// As many lanes as a road has, without arrows.
  func plainLanes(of approach: EdgeID, count: Int) -> [Lane] { lanes(of: approach, count: count) { _ in Lane() } }

  private func lanes(of approach: EdgeID, count: Int, _ lane: (Int) -> Lane) -> [Lane] {
    let destinations = laneTexts(graph.destinationLanes(of: approach), count: count)
    let changes = laneTexts(graph.changeLanes(of: approach), count: count)
    let closed = laneTexts(graph.closedLanes(of: approach), count: count)
    return (0..<count).map { i in
      var lane = lane(i)
      if let destinations { lane.destination = destinations[i] }
      if let changes { lane.change = changes[i] }
      if let closed { lane.isOpen = !closed[i].split(separator: ";").contains { $0 == leg.mode.name } }
      return lane
    }
  }

  /// One text per lane; `nil` if there are no texts, or if the numbers of lanes disagree.
  private func laneTexts(_ text: String, count: Int) -> [String]? {
    if text.isEmpty { return nil }
    let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    return parts.count == count ? parts : nil
  }
}
