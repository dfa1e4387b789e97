internal import Geodesy
internal import RoadGraph

/// A roundabout made of pieces of road, at the edge of a leg that may enter, leave or pass it.
struct Roundabout {
  let leg: GuidedLeg
  let index: Int

  private var graph: RoadGraph { leg.graph }
  private var from: EdgeID { leg.edge(index - 1) }
  private var taken: EdgeID { leg.edge(index) }

  /// A roundabout entered at the edge, or left there if the leg begins inside it; `nil` if there is none.
  ///
  /// Entering and leaving are one decision. A leg that begins or ends inside has no exit number, because the number
  /// depends on the entry. Walkers do not go round with the traffic: to them a ring is a road like others.
  var decision: Decision? {
    if leg.mode == .pedestrian { return nil }
    return switch (graph.isRoundabout(from), graph.isRoundabout(taken)) {
    case (false, false): passing
    case (false, true): entering
    case (true, false): Decision(.roundabout, at: leg.junction(at: index))
    case (true, true): nil
    }
  }

  private var entering: Decision {
    guard let end = leg.firstIndex(from: index, where: { !graph.isRoundabout(leg.edge($0)) }) else {
      return Decision(.roundabout, nil, angle: 0, begin: index, onto: leg.edges.count - 1)
    }
    let angle = turn(upTo: end)
    return Decision(
      .roundabout, ManeuverModifier(angle: angle), exit: String(exitNumber(upTo: end)), angle: angle, begin: index,
      onto: end)
  }

  /// From one road outside a ring to another that meets it at the same node: the first exit, or one of the first if
  /// several leave there.
  private var passing: Decision? {
    guard taken != from.reversed, let ring = ringNode, !ring.isInside(from.reversed), !ring.isInside(taken) else {
      return nil
    }
    let ahead = exitsBesideEntry
    let exits = ahead.contains(taken) ? ahead : exits(of: ring.arriving).filter { $0 != from.reversed }
    return Decision(
      .roundabout, at: leg.junction(at: index), exit: String(order(of: taken, among: exits, after: ring.arriving)))
  }

  /// The ring that meets the node at which the edge begins; `nil` if none does.
  private var ringNode: RingNode? {
    // Most nodes are not on a ring, and an array for each took a tenth of all guidance.
    let node = graph.tail(of: taken)
    guard graph.edges(leaving: node).contains(where: graph.isRoundabout) else { return nil }
    let edges = graph.edges(leaving: node).filter(graph.isRoundabout)
    guard edges.count == 2, let leaving = edges.first(where: { graph.access(of: $0)[leg.mode] > .no }),
      let arriving = edges.first(where: { $0 != leaving && graph.access(of: $0.reversed)[leg.mode] > .no })
    else { return nil }
    return RingNode(leg: leg, arriving: arriving.reversed, leaving: leaving)
  }

  // MARK: Exits

  /// The number of the exit taken, as the driver counts on the first round.
  private func exitNumber(upTo end: Int) -> Int {
    let exit = leg.edge(end)
    var passed = exitsBesideEntry.count
    for ringEdge in (index..<end).lazy.map(leg.edge) {
      let exits = exits(of: ringEdge)
      if graph.head(of: ringEdge) == graph.tail(of: exit) {
        return passed + order(of: exit, among: exits, after: ringEdge)
      }
      passed += exits.count { exit in !exits.contains { isLesser(exit, than: $0) } }
    }
    return passed + 1
  }

  /// The exits at the node of the entry that are ahead of it, seen in the direction of the ring. A driveway there is
  /// none, nor is the other carriageway of the road of arrival.
  private var exitsBesideEntry: [EdgeID] {
    guard let ring = ringNode else { return [] }
    let (entry, arriving) = (from.reversed, ring.arriving)
    return exits(of: arriving).filter {
      $0 != entry && !ring.isInside($0) && (!isLesser($0, than: entry) || $0 == taken) && !isOtherCarriageway($0)
        && leg.sharpness(of: $0, after: arriving) < leg.sharpness(of: entry, after: arriving)
    }
  }

  private func isOtherCarriageway(_ road: EdgeID) -> Bool {
    [from, road].allSatisfy { graph.flags(of: $0).contains(.oneway) } && graph.isSameRoad(from, road)
  }

  /// The edges by which the mode may leave the roundabout at the end of one of its edges. Cyclists do not count ways
  /// along which they would have to push.
  private func exits(of ringEdge: EdgeID) -> [EdgeID] {
    let least = max(.permit, min(.destination, graph.access(of: ringEdge)[leg.mode]))
    return graph.edges(leaving: graph.head(of: ringEdge)).filter {
      !graph.isRoundabout($0) && graph.access(of: $0)[leg.mode] >= least
        && !(leg.mode == .bicycle && graph.isPushed($0))
    }
  }

  /// The order of an exit among those at one node, from 1: the driver first meets the one that turns back most. A
  /// service road at the node of a street is no exit beside it.
  private func order(of exit: EdgeID, among exits: [EdgeID], after ringEdge: EdgeID) -> Int {
    let limit = leg.sharpness(of: exit, after: ringEdge)
    return 1
      + exits.count {
        $0 != exit && !isLesser($0, than: exit) && leg.sharpness(of: $0, after: ringEdge) > limit
      }
  }

  /// A service road or a track beside a street.
  private func isLesser(_ road: EdgeID, than street: EdgeID) -> Bool {
    [.service, .track].contains(graph.roadClass(of: road)) && graph.rank(of: street) < serviceRank
  }

  // MARK: The whole turn

  /// The turn from the road of arrival to the exit: from the line that leads to the centre to the line that leads away
  /// from it.
  ///
  /// The centre is used because islands bend the mouths of the roads by up to 40°, which would spoil a comparison of
  /// the bearings of the roads.
  private func turn(upTo end: Int) -> Degrees {
    let after = leg.edge(end)
    guard let centre, let arrival = graph.bearing(from: outerPlace(along: from.reversed), to: centre),
      let departure = graph.bearing(from: centre, to: outerPlace(along: after))
    else { return leg.turn(from: from, onto: after) }
    let angle = Geodesy.turn(from: arrival, to: departure)
    guard abs(angle) > leg.settings.widestSharpTurn, goesRound(centre, upTo: end) else { return angle }
    return leg.isClockwise(taken) ? abs(angle) : -abs(angle)
  }

  /// More than half of the ring is driven: who turns back so turns with the ring.
  private func goesRound(_ centre: Place, upTo end: Int) -> Bool {
    let (entry, exit) = (graph.place(of: graph.tail(of: taken)), graph.place(of: graph.tail(of: leg.edge(end))))
    guard let begin = graph.bearing(from: centre, to: entry), let finish = graph.bearing(from: centre, to: exit) else {
      return false
    }
    let swept = leg.isClockwise(taken) ? Geodesy.turn(from: begin, to: finish) : Geodesy.turn(from: finish, to: begin)
    return swept <= 0
  }

  /// A place on a road that leads away from the roundabout. The carriageways of a divided road run beside the line to
  /// the centre, which matters less further out.
  private func outerPlace(along road: EdgeID) -> Place {
    let isDivided = graph.flags(of: road).contains(.oneway)
    return graph.place(leg.settings.roundaboutReach * (isDivided ? 2 : 1), along: road)
  }

  /// The middle of the box around the whole ring; `nil` if the ring does not close.
  private var centre: Place? {
    let first = graph.access(of: taken)[leg.mode] > .no ? taken : taken.reversed
    var places = graph.shape(of: first)
    var last = first
    for _ in 0..<mostRingEdges {
      guard let next = next(after: last) else { return nil }
      if next == first { return middle(of: places) }
      places += graph.shape(of: next)
      last = next
    }
    return nil
  }

  private func next(after edge: EdgeID) -> EdgeID? {
    graph.edges(leaving: graph.head(of: edge)).first {
      $0 != edge.reversed && graph.isRoundabout($0) && graph.access(of: $0)[leg.mode] > .no
    }
  }

  private func middle(of places: [Place]) -> Place {
    let ruler = LocalRuler(at: places[0])
    let points = places.map(ruler.point)
    let x = points.map(\.x)
    let y = points.map(\.y)
    return ruler.place(
      LocalPoint(x: ((x.min() ?? 0) + (x.max() ?? 0)) / 2, y: ((y.min() ?? 0) + (y.max() ?? 0)) / 2))
  }
}

/// A node of a ring: the edges of the ring that reach and leave it.
private struct RingNode {
  let leg: GuidedLeg
  let arriving: EdgeID
  let leaving: EdgeID

  /// The road leaves the ring towards its middle.
  func isInside(_ road: EdgeID) -> Bool {
    let inwards: Degrees = leg.isClockwise(leaving) ? 1 : -1
    let ahead = inwards * leg.turn(from: arriving, onto: leaving)
    return inwards * leg.turn(from: arriving, onto: road) > ahead
  }
}

extension GuidedLeg {
  /// How far a road turns back outwards from an edge of a ring.
  fileprivate func sharpness(of road: EdgeID, after ringEdge: EdgeID) -> Degrees {
    (isClockwise(ringEdge) ? -1 : 1) * turn(from: ringEdge, onto: road)
  }

  /// Roundabouts run clockwise where traffic keeps left, and the opposite way if driven against their direction.
  fileprivate func isClockwise(_ ringEdge: EdgeID) -> Bool {
    graph.flags(of: ringEdge).contains(.drivesOnLeft) != graph.isAgainstOneway(ringEdge, for: mode)
  }
}

/// The largest roundabouts have a few dozen edges; a ring of more is no roundabout.
private let mostRingEdges = 256
