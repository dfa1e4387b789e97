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
}
