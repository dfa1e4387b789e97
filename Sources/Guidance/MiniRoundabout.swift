internal import Geodesy
internal import RoadGraph

extension GuidedLeg {
  /// A roundabout painted on a crossing: one node. Its exits are counted round it from the road of arrival.
  func miniRoundabout(at junction: Junction) -> Decision? {
    guard !junction.others.isEmpty, graph.flags(of: junction.node).contains(.miniRoundabout) else { return nil }
    let firstSide: Degrees = graph.flags(of: junction.from).contains(.drivesOnLeft) ? -1 : 1
    let before = junction.others.count { firstSide * $0.angle > firstSide * junction.taken.angle }
    return Decision(.roundabout, at: junction, exit: String(before + 1))
  }
}
