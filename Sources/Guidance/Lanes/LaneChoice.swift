internal import Geodesy
internal import RoadGraph

/// The lanes before the decisions of a leg, and which of them is best.
struct LaneChoice {
  let leg: GuidedLeg

  private var reading: LaneReading { LaneReading(leg: leg) }

  /// The lanes before a decision, with the best of them in view of the next two.
  ///
  /// - Parameter following: the decisions after it, as far as they are known.
  func lanes(at decision: Decision, following: ArraySlice<Decision>) -> [Lane] {
    var lanes = lanes(before: decision)
    if decision.side == 0, let next = following.first, isNear(next, after: decision) {
      for i in lanesForLater(at: decision, turning: next.side, among: lanes) { lanes[i].isValid = true }
    }
    if lanes.allSatisfy({ $0.arrows.isEmpty && $0.isValid }) { return [] }
    let isChoice = lanes.count { $0.isValid } > 1
    if isChoice, let next = following.first, isNear(next, after: decision) {
      lanes.chooseBest(
        turningNext: next.side, by: self.lanes(at: next, following: following.dropFirst().prefix(1)))
    } else {
      lanes.chooseBest(turningNext: 0, by: [])
    }
    return lanes
  }

  /// The decisions after one that may decide on its best lane.
  ///
  /// - Parameter following: the decisions after it, as far as they are known; at most two.
  func near(_ following: ArraySlice<Decision>, after decision: Decision) -> ArraySlice<Decision> {
    guard let next = following.first, isNear(next, after: decision), mayHaveLanes(decision) else { return [] }
    guard let second = following.dropFirst().first, isNear(second, after: next) else { return following.prefix(1) }
    return following
  }

  private func isNear(_ next: Decision, after decision: Decision) -> Bool {
    leg.gap(from: decision.begin, to: next.begin) <= lanesAhead(of: decision)
  }

  /// The open lanes whose arrows point to the side of the next maneuver, where no road leaves this junction to that
  /// side: they are for the next one, and lead straight on here.
  private func lanesForLater(at decision: Decision, turning side: Degrees, among lanes: [Lane]) -> [Int] {
    guard side != 0, let extent = decision.junctions.first else { return [] }
    let junction = leg.junction(at: extent)
    let taken = junction.taken.edge
    guard !junction.others.contains(where: { leg.graph.isLeft($0.edge, of: taken) == (side < 0) }) else { return [] }
    return lanes.indices.filter { i in
      lanes[i].isOpen && lanes[i].arrows.contains { $0.angle(turningBack: side < 0 ? -180 : 180) * side > 0 }
    }
  }

  /// How far ahead the next maneuver decides which lane is best.
  func lanesAhead(of decision: Decision) -> Metres {
    let isFast = leg.graph.rank(of: leg.edge(decision.onto)) <= 1
    return isFast ? leg.settings.motorwayLanesAhead : leg.settings.lanesAhead
  }

  /// Whether there may be lanes before a decision; a quick look.
  func mayHaveLanes(_ decision: Decision) -> Bool {
    if leg.mode == .pedestrian { return false }
    if decision.junctions.isEmpty { return reading.paintedEdge(before: decision.begin) != nil }
    return mayBeUnpainted(decision) || decision.junctions.contains(where: reading.isPainted)
  }

  private func mayBeUnpainted(_ decision: Decision) -> Bool { decision.type == .fork || decision.type == .ramp }

  /// The lanes before a decision, with no best lane chosen; of several junctions, the lanes of the first that has any.
  private func lanes(before decision: Decision) -> [Lane] {
    if leg.mode == .pedestrian { return [] }
    if decision.junctions.isEmpty { return lanes(beforeRoundabout: decision.begin, turning: decision.angle) }
    let mayBeUnpainted = mayBeUnpainted(decision)
    for extent in decision.junctions where mayBeUnpainted || reading.isPainted(before: extent) {
      let before = JunctionLanes(before: leg.junction(at: extent), of: decision)
      var lanes = before.painted
      if lanes.isEmpty, mayBeUnpainted { lanes = before.unpainted }
      if !lanes.isEmpty { return lanes }
    }
    return []
  }

  /// The lanes before a roundabout: those whose arrows agree best with the whole turn.
  private func lanes(beforeRoundabout index: Int, turning angle: Degrees) -> [Lane] {
    var lanes = reading.paintedEdge(before: index).map(reading.lanes) ?? []
    let leading = lanes.painted.nearest(to: angle)
    lanes.validate(lanes.indices.filter { lanes[$0].leads(by: leading) })
    return lanes
  }
}
