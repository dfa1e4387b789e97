internal import RoadGraph

extension Course {
  /// Off a road by a link, or off a motorway that goes on by any other road.
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

  /// Motorway exits part at a few degrees, so the side is told by comparing with the road that goes on; `nil`
  /// where the angle tells it.
  private func side(of junction: Junction) -> ManeuverModifier? {
    guard ManeuverModifier(angle: junction.taken.angle) == .straight,
      let ahead = junction.others.min(by: { abs($0.angle) < abs($1.angle) }),
      ManeuverModifier(angle: ahead.angle) == .straight
    else { return nil }
    return junction.taken.angle < ahead.angle ? .slightLeft : .slightRight
  }
}
