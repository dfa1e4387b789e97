internal import Geodesy
internal import RoadGraph

/// The lanes beside an island into which a road may split where one edge of a leg begins.
///
/// A road splits into lanes before a junction: the other lane meets the road ahead, or the crossing road, close to the
/// place where this one does. Between them is an island.
struct Island {
  private let leg: GuidedLeg
  /// The number of the edge in the leg.
  private let index: Int
  private let before: EdgeID
  private let taken: EdgeID

  private var graph: RoadGraph { leg.graph }

  init(of leg: GuidedLeg, from index: Int) {
    self.leg = leg
    self.index = index
    before = leg.edge(index - 1)
    taken = leg.edge(index)
  }

  /// The junction ahead of the piece of road taken, if it is a lane; `nil` if it is a road of its own.
  var extent: JunctionExtent? {
    var extent: JunctionExtent?
    for other in graph.edges(leaving: graph.tail(of: taken)) where isOtherLane(other) {
      guard let end = meeting(of: other) else { continue }
      extent = JunctionExtent(
        indices: index...min(end, extent?.indices.upperBound ?? end), lanes: (extent?.lanes ?? []) + [other])
    }
    return extent
  }

  /// A motorway that divides and comes together again, as at toll stations; `nil` if it does not.
  var parallelLanes: JunctionExtent? {
    let node = graph.tail(of: taken)
    guard graph.roadClass(of: before) == .motorway, graph.outRange(of: node).count > 2 else { return nil }
    let lanes = graph.edges(leaving: node).filter { $0 != taken && $0.segment != before.segment && isSideBySide($0) }
    return lanes.isEmpty ? nil : JunctionExtent(indices: index...index, lanes: lanes)
  }

  private func isOtherLane(_ other: EdgeID) -> Bool {
    other.segment != taken.segment && other.segment != before.segment && isOfOneKind(other)
      && graph.access(of: other)[leg.mode] >= .destination && graph.isOrdinary(other)
      && abs(leg.turn(from: before, onto: other) - leg.turn(from: before, onto: taken)) <= leg.settings.widestLaneSplit
  }

  /// Tracks and driveways are no lanes of a road.
  private func isOfOneKind(_ other: EdgeID) -> Bool {
    graph.rank(of: other) < graph.rank(of: before) + leg.settings.lesserRanks || graph.isSameRoad(other, before)
  }

  /// Where on the leg the road after the other lane comes in, if both pieces are lanes; `index` itself if the lanes
  /// run side by side past other junctions.
  private func meeting(of other: EdgeID) -> Int? {
    if isSideBySide(other) || isBesideRoundabout(other) { return index }
    let ends = nodesAhead(within: leg.settings.longestLane).filter { !leg.isCut(at: $0) }.prefix(mostIslandEnds)
    return ends.first { end in
      areLanes(upTo: end, besides: other) && (index..<end).allSatisfy { graph.isOrdinary(leg.edge($0)) }
        && reach(of: other, besides: index..<end).contains(graph.tail(of: leg.edge(end)))
    }
  }

  /// Both lanes lead to the roundabout ahead, or past it.
  private func isBesideRoundabout(_ other: EdgeID) -> Bool {
    let ahead = nodesAhead(within: leg.settings.longestLane)
    guard let ring = ahead.first(where: { graph.isRoundabout(leg.edge($0)) }) else { return false }
    let haveOneName = isPiece(other) && isPiece(taken) && graph.isSameRoad(other, taken)
    return (haveOneName || areLanes(upTo: ring, besides: other))
      && reach(of: other, besides: index..<ring).contains {
        graph.edges(leaving: $0).contains(where: graph.isRoundabout)
      }
  }

  /// The numbers of the edges that begin within a length of the start of the edge taken, which is left out.
  private func nodesAhead(within length: Metres) -> Range<Int> {
    let end = leg.firstIndex(from: index + 1) { leg.gap(from: index, to: $0) > length }
    return index + 1..<(end ?? leg.edges.count)
  }

  /// Both are carriageways of one road in the same direction and come together again.
  private func isSideBySide(_ other: EdgeID) -> Bool {
    let angle = leg.turn(from: before, onto: other) - leg.turn(from: before, onto: taken)
    guard graph.flags(of: other).contains(.oneway), graph.flags(of: taken).contains(.oneway),
      graph.isSameRoad(other, taken), abs(angle) <= leg.settings.widestFork
    else { return false }
    let isMotorway = graph.roadClass(of: taken) == .motorway
    let longest = isMotorway ? leg.settings.longestMotorwaySplit : leg.settings.longestSplit
    let ahead = nodesAhead(within: longest).prefix { graph.isSameRoad(leg.edge($0 - 1), taken) }
    var (lane, length) = (other, Metres(0))
    while length <= longest {
      length += graph.length(of: lane)
      let node = graph.head(of: lane)
      if ahead.contains(where: { graph.tail(of: leg.edge($0)) == node }) { return true }
      guard let next = continuation(of: lane) else { return false }
      lane = next
    }
    return false
  }

  /// The same road past the end of a lane.
  private func continuation(of lane: EdgeID) -> EdgeID? {
    graph.edges(leaving: graph.head(of: lane)).first {
      $0 != lane.reversed && graph.access(of: $0)[leg.mode] >= .destination && graph.isSameRoad($0, lane)
    }
  }

  /// Both pieces are lanes of the road before or slip roads, not roads with names of their own.
  private func areLanes(upTo end: Int, besides other: EdgeID) -> Bool {
    (isPiece(taken) || isPiece(other)) && isLane(other, to: end)
      && (index..<end).allSatisfy { isLane(leg.edge($0), to: end) }
  }

  /// A link, a carriageway or a few metres of road.
  private func isPiece(_ edge: EdgeID) -> Bool {
    graph.roadClass(of: edge).isLink || graph.flags(of: edge).contains(.oneway)
      || graph.length(of: edge) <= leg.settings.widestMedian
  }

  private func isLane(_ edge: EdgeID, to end: Int) -> Bool {
    if graph.roadClass(of: edge).isLink || graph.isSameRoad(edge, before) { return true }
    return isPiece(edge) && (graph.isNameless(edge) || graph.isSameRoad(edge, leg.edge(end)))
  }

  /// The nodes that `other` and the roads after it reach within the length of a lane, whichever way their traffic runs,
  /// without the pieces of the leg itself.
  private func reach(of other: EdgeID, besides pieces: Range<Int>) -> [NodeID] {
    let begin = graph.tail(of: taken)
    let own = pieces.map { leg.edge($0).segment }
    var open: [(node: NodeID, length: Metres)] = [(graph.head(of: other), graph.length(of: other))]
    var settled: [NodeID] = []
    while let next = open.indices.min(by: { open[$0].length < open[$1].length }), settled.count < mostIslandNodes {
      let (node, length) = open.remove(at: next)
      guard length <= leg.settings.longestLane * 1.5, node != begin, !settled.contains(node) else { continue }
      settled.append(node)
      for edge in graph.edges(leaving: node)
      where !own.contains(edge.segment) && graph.isOrdinary(edge) && isOpen(edge) {
        open.append((graph.head(of: edge), length + graph.length(of: edge)))
      }
    }
    return settled
  }

  private func isOpen(_ edge: EdgeID) -> Bool {
    max(graph.access(of: edge)[leg.mode], graph.access(of: edge.reversed)[leg.mode]) >= .destination
  }
}

/// Islands have few corners; more nodes are blocks of houses.
private let mostIslandNodes = 24
/// The number of junctions ahead at which lanes may meet.
private let mostIslandEnds = 4
