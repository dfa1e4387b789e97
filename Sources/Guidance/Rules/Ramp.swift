internal import RoadGraph

extension JunctionRule {
  /// Leaving a road by a link, or leaving a motorway that continues by any other road.
  static let ramp = JunctionRule("Ramp") { junction in
    guard !junction.others.isEmpty,
      leavesByLink(junction) || leavesMotorway(junction) || junction.leavesAtNumber
    else { return nil }
    return .say(Decision(.ramp, at: junction, junction.side, exit: exitNumber(of: junction)))
  }
}

/// The number on the ramp itself, since two ramps may leave at one exit; otherwise the number of the exit.
private func exitNumber(of junction: Junction) -> String? {
  let ramp = Signs(leg: junction.leg).rampNumber(from: junction.taken.edge)
  let number = ramp.isEmpty ? junction.graph.exitRef(of: junction.node) : ramp
  return number.isEmpty ? nil : number
}

/// Where there are only driveways besides, the link is the road, unless it leads to a motorway or trunk road.
private func leavesByLink(_ junction: Junction) -> Bool {
  junction.taken.isLink && !junction.fromIsLink
    && (junction.taken.isFast || junction.others.contains { $0.rank < serviceRank })
}

private func leavesMotorway(_ junction: Junction) -> Bool {
  let graph = junction.graph
  return graph.roadClass(of: junction.from) == .motorway && graph.roadClass(of: junction.taken.edge) != .motorway
    && junction.others.contains { graph.roadClass(of: $0.edge) == .motorway }
}
