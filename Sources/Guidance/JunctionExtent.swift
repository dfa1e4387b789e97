internal import Geodesy
internal import RoadGraph

/// The nodes of a leg that are one junction to the driver, and the roads there that are no other way to go.
struct JunctionExtent {
  /// The numbers in the leg of the edges that begin at them.
  var indices: ClosedRange<Int>
  /// Lanes beside the way taken: they lead to the same place.
  var lanes: [EdgeID] = []
  /// The way through it begins with a link or another road than the one of arrival.
  var leavesRoad = false
}

extension GuidedLeg {
  /// The nodes that are one junction to the driver: the one at which edge `index` begins, and those that inner pieces
  /// join to it.
  ///
  /// - Parameter floor: the first number that may belong to it; earlier junctions are settled.
  func extent(around index: Int, from floor: Int) -> JunctionExtent {
    if let extent = extentOfLane(from: index) { return extent }
    var first = index
    while first > floor, crossesMedian(first - 1) { first -= 1 }
    let indices = first...extended(past: index)
    return JunctionExtent(indices: isJog(indices) ? index...index : indices)
  }

  /// The way through leads along the crossing road for a while: two turns, one to each side.
  private func isJog(_ indices: ClosedRange<Int>) -> Bool {
    let bends = indices.filter { abs(bend(at: $0)) > settings.widestObviousTurn }
    guard let first = bends.first, let last = bends.last else { return false }
    return bend(at: first) * bend(at: last) < 0 && distances[last] - distances[first] > settings.widestCrossing
  }

  private func bend(at index: Int) -> Degrees { turn(from: edge(index - 1), onto: edge(index)) }

  private func extended(past index: Int) -> Int {
    var last = index
    while crossesMedian(last) { last += 1 }
    return last
  }

  // MARK: Medians

  /// Edge `index` leads from one carriageway of a divided road to the other, and is thus inside their crossing.
  private func crossesMedian(_ index: Int) -> Bool {
    guard index > 0, index + 1 < edges.count, graph.length(of: edge(index)) <= settings.widestMedian,
      !graph.isRoundabout(edge(index)), !graph.isFerry(edge(index)), edge(index + 1) != edge(index).reversed,
      let course = graph.bearing(
        from: graph.place(of: graph.tail(of: edge(index))), to: graph.place(of: graph.head(of: edge(index))))
    else { return false }
    let near = carriageways(at: graph.tail(of: edge(index)), across: course, besides: edge(index))
    guard !near.isEmpty else { return false }
    let far = carriageways(at: graph.head(of: edge(index)), across: course, besides: edge(index))
    return near.contains { a in far.contains { isOpposite($0, a) } }
  }

  /// Oneway roads at a node that do not run along `course`.
  private func carriageways(at node: NodeID, across course: Degrees, besides inner: EdgeID) -> [Carriageway] {
    graph.edges(leaving: node).compactMap { edge in
      guard edge.segment != inner.segment, graph.flags(of: edge).contains(.oneway),
        !graph.isRoundabout(edge), let way = memory.bearing(leavingBy: edge)
      else { return nil }
      let isLeaving = graph.access(of: edge)[mode] > .no
      let bearing = isLeaving ? way : opposite(way)
      let slant = abs(Geodesy.turn(from: course, to: bearing))
      guard slant > settings.leastCrossing, slant < 180 - settings.leastCrossing else { return nil }
      return Carriageway(edge: edge, bearing: bearing)
    }
  }

  private func isOpposite(_ a: Carriageway, _ b: Carriageway) -> Bool {
    abs(Geodesy.turn(from: a.bearing, to: b.bearing)) >= 180 - settings.widestObviousTurn
      && graph.roadClass(of: a.edge) == graph.roadClass(of: b.edge)
      && (graph.isSameRoad(a.edge, b.edge) || graph.isNameless(a.edge) || graph.isNameless(b.edge))
  }

  // MARK: Lanes and slip roads

  /// The junction ahead of the turn lane, through lane or slip road that begins at edge `index`; `nil` if none begins
  /// there.
  private func extentOfLane(from index: Int) -> JunctionExtent? {
    guard isOrdinary(edge(index - 1)), edge(index) != edge(index - 1).reversed,
      graph.exitRef(of: graph.tail(of: edge(index))).isEmpty
    else { return nil }
    let leaves = becomesLink(at: index) || !graph.isSameRoad(edge(index - 1), edge(index))
    return island(from: index).map { extent($0, leavesRoad: leaves) }.flatMap { isOneTurn($0) ? $0 : nil }
      ?? endOfSlipRoad(from: index).map { extent(JunctionExtent(indices: index...$0), leavesRoad: true) }
  }

  private func extent(_ extent: JunctionExtent, leavesRoad: Bool) -> JunctionExtent {
    JunctionExtent(
      indices: extent.indices.lowerBound...extended(past: extent.indices.upperBound), lanes: extent.lanes,
      leavesRoad: leavesRoad)
  }

  /// The lane leads to the turn and nowhere else.
  private func isOneTurn(_ extent: JunctionExtent) -> Bool {
    let (first, last) = (extent.indices.lowerBound, extent.indices.upperBound)
    let angle = turn(from: edge(first - 1), onto: edge(last))
    if abs(angle) <= settings.leastCrossing, extent.leavesRoad,
      extent.lanes.contains(where: { isOwnRoad($0, at: first) })
    {
      return false
    }
    return ManeuverModifier(angle: angle) == .straight || abs(angle) > settings.widestSharpTurn
      || liesOnSideOfTurn(extent, angle: angle)
  }

  private func becomesLink(at index: Int) -> Bool {
    graph.roadClass(of: edge(index)).isLink && !graph.roadClass(of: edge(index - 1)).isLink
  }

  private func isOwnRoad(_ lane: EdgeID, at index: Int) -> Bool {
    !graph.roadClass(of: lane).isLink && graph.isSameRoad(edge(index - 1), lane)
  }

  /// A lane to the right of the others that turns left in the end leaves the road first: a jughandle.
  private func liesOnSideOfTurn(_ extent: JunctionExtent, angle: Degrees) -> Bool {
    extent.lanes.allSatisfy { isLeft(edge(extent.indices.lowerBound), of: $0) == (angle < 0) }
  }

  /// A short link that cuts the corner of a crossing: the number of the first edge after it.
  private func endOfSlipRoad(from index: Int) -> Int? {
    guard graph.roadClass(of: edge(index)).isLink, !graph.roadClass(of: edge(index - 1)).isLink else { return nil }
    let end = edges[index...].firstIndex { !graph.roadClass(of: $0.edge).isLink } ?? index
    guard end > index, isOrdinary(edge(end)), distances[end] - distances[index] <= settings.longestSlipRoad,
      (index + 1..<end).allSatisfy({ goesStraightOn(at: $0, widest: settings.widestObviousTurn) }),
      goesStraightOn(at: end, widest: settings.widestSlipRoadEnd),
      abs(sumOfTurns(through: index...end)) <= 180 + settings.uTurnTolerance
    else { return nil }
    let angle = turn(from: edge(index - 1), onto: edge(end))
    return ManeuverModifier(angle: angle) == .straight ? nil : end
  }

  func sumOfTurns(through indices: ClosedRange<Int>) -> Degrees {
    indices.reduce(0) { $0 + turn(from: edge($1 - 1), onto: edge($1)) }
  }

  /// A road that may have lanes beside islands: no motorway, no ring, no ferry.
  func isOrdinary(_ edge: EdgeID) -> Bool {
    graph.roadClass(of: edge) != .motorway && !graph.isRoundabout(edge) && !graph.isFerry(edge)
  }

  private func goesStraightOn(at index: Int, widest: Degrees) -> Bool {
    let junction = junction(at: index)
    let bend = abs(junction.taken.angle)
    return junction.others.isEmpty
      || bend <= widest && junction.others.allSatisfy { abs($0.angle) >= bend + settings.ownMargin }
  }
}

/// A oneway road at a node, with the bearing of its traffic.
private struct Carriageway {
  let edge: EdgeID
  let bearing: Degrees
}
