internal import Geodesy
internal import RoadGraph

extension GuidedLeg {
  /// The number of the first edge after the piece of road that begins at edge `index`, if it is a lane beside an island
  /// of the junction ahead; `nil` if it is a road of its own.
  ///
  /// A road splits into lanes before a junction: the other lane meets the road ahead, or the crossing road, close to the
  /// place where this one does. Between them lies an island.
  func endOfIsland(from index: Int) -> Int? {
    var nearest: Int?
    for other in graph.edges(leaving: graph.tail(of: edge(index))) where isOtherLane(other, at: index) {
      guard let meeting = meeting(of: other, from: index), nearest.map({ meeting < $0 }) ?? true else { continue }
      nearest = meeting
    }
    return nearest
  }

  private func isOtherLane(_ other: EdgeID, at index: Int) -> Bool {
    other.segment != edge(index).segment && other.segment != edge(index - 1).segment
      && graph.access(of: other)[mode] >= .destination && isOrdinaryRoad(other)
      && abs(turn(from: edge(index - 1), onto: other) - turn(from: edge(index - 1), onto: edge(index)))
        <= settings.widestLaneSplit
  }

  private func isOrdinaryRoad(_ edge: EdgeID) -> Bool {
    !graph.isRoundabout(edge) && !graph.isFerry(edge) && graph.roadClass(of: edge) != .motorway
  }

  /// Where on the leg the road behind the other lane comes in, if both pieces are lanes.
  private func meeting(of other: EdgeID, from index: Int) -> Int? {
    let reached = reach(ofRoadsBehind: other, besides: index)
    guard let last = (index + 1..<edges.count).first(where: { distances[$0] - distances[index] > settings.longestLane })
      ?? (edges.count > index + 1 ? edges.count : nil)
    else { return nil }
    for end in index + 1..<last where reached.contains(graph.tail(of: edge(end))) {
      return (index..<end).allSatisfy { isOrdinaryRoad(edge($0)) } && areLanes(index..<end, other: other, to: end)
        ? end : nil
    }
    return nil
  }

  /// Both pieces are lanes of the road before or slip roads, not roads with names of their own.
  private func areLanes(_ taken: Range<Int>, other: EdgeID, to end: Int) -> Bool {
    (isPiece(edge(taken.lowerBound)) || isPiece(other)) && isLane(other, from: taken.lowerBound, to: end)
      && taken.allSatisfy { isLane(edge($0), from: taken.lowerBound, to: end) }
  }

  /// A link, a carriageway or a few metres of road.
  private func isPiece(_ edge: EdgeID) -> Bool {
    graph.roadClass(of: edge).isLink || graph.flags(of: edge).contains(.oneway)
      || graph.length(of: edge) <= settings.widestMedian
  }

  private func isLane(_ edge: EdgeID, from begin: Int, to end: Int) -> Bool {
    if graph.roadClass(of: edge).isLink || graph.isSameRoad(edge, self.edge(begin - 1)) { return true }
    return isPiece(edge) && (graph.isNameless(edge) || graph.isSameRoad(edge, self.edge(end)))
  }

  /// The nodes within the length of a lane of the start of `other` that roads lead to, whichever way their traffic
  /// runs, without passing the start of edge `index` again.
  private func reach(ofRoadsBehind other: EdgeID, besides index: Int) -> [NodeID] {
    let begin = graph.tail(of: edge(index))
    var open: [(node: NodeID, length: Metres)] = [(graph.head(of: other), graph.length(of: other))]
    var settled: [NodeID] = []
    while let next = open.indices.min(by: { open[$0].length < open[$1].length }), settled.count < mostIslandNodes {
      let (node, length) = open.remove(at: next)
      guard length <= settings.longestLane * 1.5, node != begin, !settled.contains(node) else { continue }
      settled.append(node)
      for edge in graph.edges(leaving: node) where isOrdinaryRoad(edge) && isOpen(edge) {
        open.append((graph.head(of: edge), length + graph.length(of: edge)))
      }
    }
    return settled
  }

  private func isOpen(_ edge: EdgeID) -> Bool {
    max(graph.access(of: edge)[mode], graph.access(of: edge.reversed)[mode]) >= .destination
  }
}

/// Islands have few corners; more nodes are blocks of houses.
private let mostIslandNodes = 24
