internal import Geodesy
internal import RoadGraph

extension GuidedLeg {
  /// The junction ahead of the piece of road that begins at edge `index`, if it is a lane beside an island; `nil` if it
  /// is a road of its own.
  ///
  /// A road splits into lanes before a junction: the other lane meets the road ahead, or the crossing road, close to the
  /// place where this one does. Between them lies an island.
  func island(from index: Int) -> JunctionExtent? {
    var extent: JunctionExtent?
    for other in graph.edges(leaving: graph.tail(of: edge(index))) where isOtherLane(other, at: index) {
      guard let end = meeting(of: other, from: index) else { continue }
      extent = JunctionExtent(
        indices: index...min(end, extent?.indices.upperBound ?? end), lanes: (extent?.lanes ?? []) + [other])
    }
    return extent
  }

  private func isOtherLane(_ other: EdgeID, at index: Int) -> Bool {
    other.segment != edge(index).segment && other.segment != edge(index - 1).segment && isOfOneKind(other, at: index)
      && graph.access(of: other)[mode] >= .destination && isOrdinary(other)
      && abs(turn(from: edge(index - 1), onto: other) - turn(from: edge(index - 1), onto: edge(index)))
        <= settings.widestLaneSplit
  }

  /// Tracks and driveways are no lanes of a road.
  private func isOfOneKind(_ other: EdgeID, at index: Int) -> Bool {
    graph.rank(of: other) < graph.rank(of: edge(index - 1)) + settings.lesserRanks
      || graph.isSameRoad(other, edge(index - 1))
  }

  /// Where on the leg the road behind the other lane comes in, if both pieces are lanes; `index` itself if the lanes
  /// run side by side past other junctions.
  private func meeting(of other: EdgeID, from index: Int) -> Int? {
    if isSideBySide(other, at: index) || isBesideRoundabout(other, at: index) { return index }
    let ends = nodesAhead(of: index, within: settings.longestLane).filter { !isCut(at: $0) }.prefix(mostIslandEnds)
    return ends.first { end in
      areLanes(index..<end, other: other, to: end) && (index..<end).allSatisfy { isOrdinary(edge($0)) }
        && reach(ofRoadsBehind: other, besides: index..<end).contains(graph.tail(of: edge(end)))
    }
  }

  /// Both lanes lead to the roundabout ahead, or past it.
  private func isBesideRoundabout(_ other: EdgeID, at index: Int) -> Bool {
    guard let ring = nodesAhead(of: index, within: settings.longestLane).first(where: { graph.isRoundabout(edge($0)) })
    else { return false }
    let haveOneName = isPiece(other) && isPiece(edge(index)) && graph.isSameRoad(other, edge(index))
    return (haveOneName || areLanes(index..<ring, other: other, to: ring))
      && reach(ofRoadsBehind: other, besides: index..<ring).contains {
        graph.edges(leaving: $0).contains(where: graph.isRoundabout)
      }
  }

  /// The numbers of the edges behind edge `index` that begin no further than that from its start.
  private func nodesAhead(of index: Int, within length: Metres) -> Range<Int> {
    let end = edges[(index + 1)...].indices.first { distances[$0] - distances[index] > length } ?? edges.count
    return index + 1..<max(end, index + 1)
  }

  /// Both are carriageways of one road in the same direction and come together again.
  private func isSideBySide(_ other: EdgeID, at index: Int) -> Bool {
    let taken = edge(index)
    let angle = turn(from: edge(index - 1), onto: other) - turn(from: edge(index - 1), onto: taken)
    guard graph.flags(of: other).contains(.oneway), graph.flags(of: taken).contains(.oneway),
      graph.isSameRoad(other, taken), abs(angle) <= settings.widestFork
    else { return false }
    let ahead = nodesAhead(of: index, within: settings.longestSplit).prefix { graph.isSameRoad(edge($0 - 1), taken) }
    var (lane, length) = (other, Metres(0))
    while length <= settings.longestSplit {
      length += graph.length(of: lane)
      let node = graph.head(of: lane)
      if ahead.contains(where: { graph.tail(of: edge($0)) == node }) { return true }
      let next = graph.edges(leaving: node).filter { $0 != lane.reversed && graph.access(of: $0)[mode] >= .destination }
      guard let goesOn = next.first(where: { graph.isSameRoad($0, lane) }) else { return false }
      lane = goesOn
    }
    return false
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
  /// runs, without the pieces of the leg itself.
  private func reach(ofRoadsBehind other: EdgeID, besides pieces: Range<Int>) -> [NodeID] {
    let begin = graph.tail(of: edge(pieces.lowerBound))
    let own = pieces.map { edge($0).segment }
    var open: [(node: NodeID, length: Metres)] = [(graph.head(of: other), graph.length(of: other))]
    var settled: [NodeID] = []
    while let next = open.indices.min(by: { open[$0].length < open[$1].length }), settled.count < mostIslandNodes {
      let (node, length) = open.remove(at: next)
      guard length <= settings.longestLane * 1.5, node != begin, !settled.contains(node) else { continue }
      settled.append(node)
      for edge in graph.edges(leaving: node) where !own.contains(edge.segment) && isOrdinary(edge) && isOpen(edge) {
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
/// So many junctions ahead may be the one where lanes meet.
private let mostIslandEnds = 4
