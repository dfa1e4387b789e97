internal import RoadGraph

extension GuidedLeg {
  /// Leaving a road by a link, or leaving a motorway that continues by any other road.
  func ramp(at junction: Junction) -> Decision? {
    guard !junction.others.isEmpty,
      leavesByLink(junction) || leavesMotorway(junction) || leavesAtNumber(junction)
    else { return nil }
    return Decision(.ramp, at: junction, side(of: junction), exit: exitNumber(of: junction))
  }

  /// The number on the ramp itself, since two ramps may leave at one exit; otherwise that of the exit.
  private func exitNumber(of junction: Junction) -> String? {
    let ramp = rampNumber(from: junction.taken.edge)
    let number = ramp.isEmpty ? graph.exitRef(of: junction.node) : ramp
    return number.isEmpty ? nil : number
  }

  /// The road that goes on has numbered exits, and this is one of them.
  func leavesAtNumber(_ junction: Junction) -> Bool {
    !graph.exitRef(of: junction.node).isEmpty && !junction.fromIsLink && !junction.taken.continues
      && junction.others.contains(where: \.continues)
  }

  /// Where there are only driveways besides, the link is the road, unless it leads to a motorway or trunk road.
  private func leavesByLink(_ junction: Junction) -> Bool {
    junction.taken.isLink && !junction.fromIsLink
      && (isFast(junction.taken) || junction.others.contains { $0.rank < serviceRank })
  }

  private func leavesMotorway(_ junction: Junction) -> Bool {
    graph.roadClass(of: junction.from) == .motorway
      && graph.roadClass(of: junction.taken.edge) != .motorway
      && junction.others.contains { graph.roadClass(of: $0.edge) == .motorway }
  }
}
