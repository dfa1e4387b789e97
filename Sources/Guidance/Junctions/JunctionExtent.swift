internal import Geodesy
internal import RoadGraph

/// The nodes of a leg that are one junction to the driver, and the lanes there that are not another way to go.
struct JunctionExtent: Equatable {
  /// The numbers in the leg of the edges that begin at them.
  var indices: ClosedRange<Int>
  /// Lanes beside the way taken: they lead to the same place.
  var lanes: [EdgeID] = []
  /// The way through the junction begins with a link, or with another road than the road of arrival.
  var leavesRoad = false
}

extension JunctionExtent {
  /// The nodes that are one junction to the driver: the one at which edge `index` begins, and those that inner pieces
  /// join to it.
  ///
  /// - Parameter floor: the first number that may belong to it; earlier junctions are settled.
  init(around index: Int, from floor: Int, of leg: GuidedLeg) {
    self = LaneSplit(leg: leg, index: index).extent ?? Medians(leg: leg).extent(around: index, from: floor)
  }
}

/// The divided roads that a leg crosses: the nodes on both sides of a median are one junction.
private struct Medians {
  let leg: GuidedLeg

  private var graph: RoadGraph { leg.graph }

  func extent(around index: Int, from floor: Int) -> JunctionExtent {
    var first = index
    while first > floor, isCrossed(by: first - 1) { first -= 1 }
    let indices = first...last(from: index)
    return JunctionExtent(indices: isJog(indices) ? index...index : indices)
  }

  /// The last node of the crossing that begins with edge `index`.
  func last(from index: Int) -> Int {
    var last = index
    while isCrossed(by: last) { last += 1 }
    return last
  }

  /// The way through leads along the crossing road for a while: two turns, one to each side.
  private func isJog(_ indices: ClosedRange<Int>) -> Bool {
    guard indices.count > 1 else { return false }
    let bends = indices.filter { abs(leg.bend(at: $0)) > leg.settings.widestObviousTurn }
    guard let first = bends.first, let last = bends.last else { return false }
    return leg.bend(at: first) * leg.bend(at: last) < 0
      && leg.gap(from: first, to: last) > leg.settings.widestCrossing
  }

  /// Edge `index` leads from one carriageway of a divided road to the other, and is thus inside their crossing.
  private func isCrossed(by index: Int) -> Bool {
    guard index > 0, leg.has(index + 1) else { return false }
    let edge = leg.edge(index)
    guard graph.length(of: edge) <= leg.settings.widestMedian, !graph.isRoundabout(edge), !graph.isFerry(edge),
      leg.edge(index + 1) != edge.reversed,
      let course = graph.bearing(from: graph.place(of: graph.tail(of: edge)), to: graph.place(of: graph.head(of: edge)))
    else { return false }
    let near = carriageways(at: graph.tail(of: edge), across: course, besides: edge)
    if turnsBack(over: index) { return true }
    guard !near.isEmpty else { return false }
    let far = carriageways(at: graph.head(of: edge), across: course, besides: edge)
    return near.contains { a in far.contains { isOpposite($0, a) } }
  }

  /// Edge `index` leads from a carriageway that goes on to the other one of the same road, at any slant.
  private func turnsBack(over index: Int) -> Bool {
    let (before, edge, after) = (leg.edge(index - 1), leg.edge(index), leg.edge(index + 1))
    guard [before, after].allSatisfy({ graph.flags(of: $0).contains(.oneway) && !graph.isRoundabout($0) }),
      let arrival = leg.memory.bearing(arrivingBy: before), let departure = leg.memory.bearing(leavingBy: after)
    else { return false }
    let goesOn = graph.edges(leaving: graph.tail(of: edge)).contains {
      $0 != edge && $0.segment != before.segment && graph.access(of: $0)[leg.mode] > .no
        && graph.flags(of: $0).contains(.oneway) && graph.isSameRoad($0, before)
    }
    let (near, far) = (Carriageway(edge: before, bearing: arrival), Carriageway(edge: after, bearing: departure))
    return goesOn && isOpposite(near, far)
  }

  /// Oneway roads at a node that do not run along `course`.
  private func carriageways(at node: NodeID, across course: Degrees, besides inner: EdgeID) -> [Carriageway] {
    graph.edges(leaving: node).compactMap { edge in
      guard edge.segment != inner.segment, graph.flags(of: edge).contains(.oneway),
        !graph.isRoundabout(edge), let way = leg.memory.bearing(leavingBy: edge)
      else { return nil }
      let isLeaving = graph.access(of: edge)[leg.mode] > .no
      let bearing = isLeaving ? way : opposite(way)
      let (slant, least) = (abs(turn(from: course, to: bearing)), leg.settings.leastCrossing)
      return slant > least && slant < 180 - least ? Carriageway(edge: edge, bearing: bearing) : nil
    }
  }

  private func isOpposite(_ a: Carriageway, _ b: Carriageway) -> Bool {
    abs(turn(from: a.bearing, to: b.bearing)) >= 180 - leg.settings.widestObviousTurn
      && graph.roadClass(of: a.edge) == graph.roadClass(of: b.edge)
      && (graph.isSameRoad(a.edge, b.edge) || graph.isNameless(a.edge) || graph.isNameless(b.edge))
  }

  /// A oneway road at a node, with the bearing of its traffic.
  private struct Carriageway {
    let edge: EdgeID
    let bearing: Degrees
  }
}

/// The turn lane, through lane or slip road that may begin at edge `index` of a leg.
private struct LaneSplit {
  let leg: GuidedLeg
  let index: Int

  private var graph: RoadGraph { leg.graph }
  private var before: EdgeID { leg.edge(index - 1) }
  private var lane: EdgeID { leg.edge(index) }

  /// The junction ahead of the lane or slip road; `nil` if none begins there.
  var extent: JunctionExtent? {
    guard lane != before.reversed, graph.exitRef(of: graph.tail(of: lane)).isEmpty else { return nil }
    let island = Island(of: leg, from: index)
    guard graph.isOrdinary(before) else { return island.parallelLanes }
    let leaves = becomesLink || !graph.isSameRoad(before, lane)
    if let extent = island.extent.map({ withMedian($0, leavesRoad: leaves) }), isOneTurn(extent) { return extent }
    return endOfSlipRoad.map { withMedian(JunctionExtent(indices: index...$0), leavesRoad: true) }
  }

  private func withMedian(_ extent: JunctionExtent, leavesRoad: Bool) -> JunctionExtent {
    JunctionExtent(
      indices: extent.indices.lowerBound...Medians(leg: leg).last(from: extent.indices.upperBound),
      lanes: extent.lanes, leavesRoad: leavesRoad)
  }

  /// The lane leads to the turn and nowhere else.
  private func isOneTurn(_ extent: JunctionExtent) -> Bool {
    let angle = leg.turn(from: before, onto: leg.edge(extent.indices.upperBound))
    if abs(angle) <= leg.settings.leastCrossing, extent.leavesRoad, extent.lanes.contains(where: isOwnRoad) {
      return false
    }
    return ManeuverModifier(angle: angle) == .straight || abs(angle) > leg.settings.widestSharpTurn
      || isOnSideOfTurn(extent, angle: angle)
  }

  private var becomesLink: Bool { graph.roadClass(of: lane).isLink && !graph.roadClass(of: before).isLink }

  private func isOwnRoad(_ lane: EdgeID) -> Bool {
    !graph.roadClass(of: lane).isLink && graph.isSameRoad(before, lane)
  }

  /// The lane is on the side of its turn. A jughandle is not: it leaves to the right and then turns left.
  private func isOnSideOfTurn(_ extent: JunctionExtent, angle: Degrees) -> Bool {
    extent.lanes.allSatisfy { graph.isLeft(lane, of: $0) == (angle < 0) }
  }

  /// A short link that cuts the corner of a crossing: the number of the first edge after it.
  private var endOfSlipRoad: Int? {
    guard becomesLink else { return nil }
    let end = leg.firstIndex(from: index) { !graph.roadClass(of: leg.edge($0)).isLink } ?? index
    guard end > index, graph.isOrdinary(leg.edge(end)),
      leg.gap(from: index, to: end) <= leg.settings.longestSlipRoad,
      (index + 1..<end).allSatisfy({ isStraightOn(at: $0, widest: leg.settings.widestObviousTurn) }),
      isStraightOn(at: end, widest: leg.settings.widestSlipRoadEnd),
      abs(leg.sumOfBends(at: index...end)) <= 180 + leg.settings.uTurnTolerance
    else { return nil }
    let angle = leg.turn(from: before, onto: leg.edge(end))
    return ManeuverModifier(angle: angle) == .straight ? nil : end
  }

  private func isStraightOn(at index: Int, widest: Degrees) -> Bool {
    let junction = leg.junction(at: index)
    let bend = abs(junction.taken.angle)
    return junction.others.isEmpty
      || bend <= widest && junction.others.allSatisfy { abs($0.angle) >= bend + leg.settings.ownMargin }
  }
}
