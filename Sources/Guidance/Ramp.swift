internal import RoadGraph

extension GuidedLeg {
  /// Leaving a road by a link, or leaving a motorway that continues by any other road.
  func ramp(at junction: Junction) -> Decision? {
    guard !junction.others.isEmpty, leavesByLink(junction) || leavesMotorway(junction) else { return nil }
    let exit = graph.exitRef(of: junction.node)
    return Decision(.ramp, at: junction, side(of: junction), exit: exit.isEmpty ? nil : exit)
  }

  private func leavesByLink(_ junction: Junction) -> Bool { junction.taken.isLink && !junction.fromIsLink }

  private func leavesMotorway(_ junction: Junction) -> Bool {
    graph.roadClass(of: junction.from) == .motorway
      && graph.roadClass(of: junction.taken.edge) != .motorway
      && junction.others.contains { graph.roadClass(of: $0.edge) == .motorway }
  }

  /// Motorway exits diverge at a few degrees, so the side follows from a comparison with the road that continues; `nil`
  /// if the angle is enough.
  private func side(of junction: Junction) -> ManeuverModifier? {
    guard ManeuverModifier(angle: junction.taken.angle) == .straight,
      let ahead = junction.others.min(by: { abs($0.angle) < abs($1.angle) }),
      ManeuverModifier(angle: ahead.angle) == .straight
    else { return nil }
    return junction.taken.angle < ahead.angle ? .slightLeft : .slightRight
  }
}
