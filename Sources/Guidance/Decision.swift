internal import Geodesy
internal import RoadGraph

/// What the driver did at one junction, or at several that are one to the driver.
struct Decision {
  var type: ManeuverType
  var modifier: ManeuverModifier?
  var exit: String?
  /// The whole turn, positive to the right.
  var angle: Degrees
  /// The number in the leg of the first edge after the junction's first node.
  var first: Int
  /// The number in the leg of the edge that begins where the driver acts.
  var begin: Int
  /// The junctions of the decision; none at a roundabout.
  var junctions: [JunctionExtent] = []
  /// The number in the leg of the first edge of the next road, after the roundabout, the slip road or the median.
  var onto: Int

  init(
    _ type: ManeuverType, _ modifier: ManeuverModifier?, exit: String? = nil, angle: Degrees, first: Int? = nil,
    begin: Int, onto: Int
  ) {
    self.first = first ?? begin
    self.type = type
    self.modifier = modifier
    self.exit = exit
    self.angle = angle
    self.begin = begin
    self.onto = onto
  }

  /// Whether it is the other with numbers of edges greater by `shift`.
  func isSame(as other: Decision, movedBy shift: Int) -> Bool {
    first == other.first + shift && begin == other.begin + shift && onto == other.onto + shift && type == other.type
      && modifier == other.modifier && exit == other.exit && angle == other.angle
      && junctions.elementsEqual(other.junctions) { $0.isSame(as: $1, movedBy: shift) }
  }

  /// Negative to the left, positive to the right, 0 straight on.
  var side: Degrees {
    switch modifier {
    case .sharpLeft, .left, .slightLeft: -1
    case .sharpRight, .right, .slightRight: 1
    case .uTurn: angle
    case .straight, nil: 0
    }
  }

  /// A decision at one junction, named after its angle unless `modifier` says otherwise.
  init(_ type: ManeuverType, at junction: Junction, _ modifier: ManeuverModifier? = nil, exit: String? = nil) {
    let angle = junction.taken.angle
    self.init(
      type, modifier ?? Self.modifier(of: type, angle: angle), exit: exit, angle: angle,
      first: junction.indices.lowerBound, begin: junction.act, onto: junction.indices.upperBound)
  }

  /// Only a vehicle that goes back the way it came makes a U-turn. A turn onto another road is sharp at most.
  private static func modifier(of type: ManeuverType, angle: Degrees) -> ManeuverModifier {
    let byAngle = ManeuverModifier(angle: angle)
    guard byAngle == .uTurn, type != .uTurn, type != .roundabout else { return byAngle }
    return angle > 0 ? .sharpRight : .sharpLeft
  }
}

/// What is decided where one edge of a leg begins.
struct Step: Sendable {
  /// With numbers that count from that edge; `nil` if there is nothing to say.
  let decision: Decision?
  /// How many edges of the leg after that one belong to the same junction.
  let length: Int
  /// How many edges before that one may belong to the same junction.
  let room: Int

  /// A crossing of divided roads has no more inner pieces before the one with something to say.
  static let mostRoom = 4

  fileprivate init(at index: Int, of leg: GuidedLeg, room: Int) {
    var decision = Roundabout(leg: leg, index: index).decision
    var last = decision?.onto ?? index
    if decision == nil, leg.mayDecide(at: index) {
      let junction = leg.junction(at: JunctionExtent(around: index, from: index - room, of: leg))
      last = junction.indices.upperBound
      decision = junction.decision
      decision?.junctions = [junction.extent]
    }
    self.decision = decision?.moved(by: -index)
    self.room = room
    length = last - index
  }
}

extension Decision {
  /// The decision with other numbers of edges.
  func moved(by shift: Int) -> Decision {
    var moved = self
    moved.first += shift
    moved.begin += shift
    moved.onto += shift
    for i in junctions.indices { moved.junctions[i].move(by: shift) }
    return moved
  }
}

extension JunctionExtent {
  fileprivate mutating func move(by shift: Int) {
    indices = indices.lowerBound + shift...indices.upperBound + shift
  }

  fileprivate func isSame(as other: JunctionExtent, movedBy shift: Int) -> Bool {
    indices.lowerBound == other.indices.lowerBound + shift && indices.upperBound == other.indices.upperBound + shift
      && lanes == other.lanes && leavesRoad == other.leavesRoad
  }
}

extension GuidedLeg {
  /// The decisions of the leg that begin at an edge or after it, in order, one per junction.
  ///
  /// - Parameters:
  ///   - first: at least 1.
  ///   - floor: the first edge that is not part of an earlier decision.
  func decisions(from first: Int, floor: Int) -> [Decision] {
    var decisions: [Decision] = []
    var (index, floor) = (first, floor)
    while index < edges.count {
      if !staysOnWay(at: index) {
        let step = step(at: index, from: floor)
        if let decision = step.decision { decisions.append(decision.moved(by: index)) }
        index += step.length
        if step.decision != nil { floor = index + 1 }
      }
      index += 1
    }
    return decisions
  }

  private func step(at index: Int, from floor: Int) -> Step {
    let room = min(index - floor, Step.mostRoom)
    let find = { Step(at: index, of: self, room: room) }
    guard let passed = memory.passed else { return find() }
    return passed.steps.finding(at: index, of: self, where: { step, _ in step.room == room }, orBy: find)
  }

  /// There is nothing to say: the drive stays on one way of the map, and no other road invites the driver to leave it.
  /// Most nodes are like that.
  private func staysOnWay(at index: Int) -> Bool {
    let (from, taken) = (edge(index - 1), edge(index))
    guard graph.wayIndex(of: from) == graph.wayIndex(of: taken), taken != from.reversed else { return false }
    return memory.isSilent(from: from, onto: taken) {
      isCut(at: index) || graph.isRoundabout(taken) || isStraightAheadAlone(at: index)
    }
  }

  /// Most nodes only cut a road in two; a decision there needs a change of the kind of road. At most other nodes the
  /// road plainly continues.
  fileprivate func mayDecide(at index: Int) -> Bool {
    if isInsideRoundabout(index) { return false }
    let isSameKind =
      graph.roadClass(of: edge(index)) == graph.roadClass(of: edge(index - 1))
      && graph.isFerry(edge(index)) == graph.isFerry(edge(index - 1))
    if beginsWalk(at: index) { return true }
    if settings.tellsEveryNewName, !graph.isSameRoad(edge(index - 1), edge(index)) { return true }
    return !(isSameKind && (isCut(at: index) || isStraightAheadAlone(at: index)))
  }

  /// A cheaper test for a common result of ``junctionRules``: the drive goes straight on along its road,
  /// past roads that are no fork.
  private func isStraightAheadAlone(at index: Int) -> Bool {
    let (from, taken) = (edge(index - 1), edge(index))
    let node = graph.tail(of: taken)
    guard !graph.flags(of: node).contains(.miniRoundabout), !graph.roadClass(of: taken).isLink,
      taken != from.reversed, graph.isSameRoad(from, taken),
      ManeuverModifier(angle: bend(at: index)) == .straight
    else { return false }
    let rank = graph.rank(of: taken)
    return graph.edges(leaving: node).allSatisfy { other in
      other == taken || other == from.reversed
        || graph.roadClass(of: other).isLink && !graph.mayPartLanes(of: from, onto: taken, other)
        || abs(graph.rank(of: other) - rank) > settings.forkRanks
        || abs(turn(from: from, onto: other)) > settings.widestFork
    }
  }
}
