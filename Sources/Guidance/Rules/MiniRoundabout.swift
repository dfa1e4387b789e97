internal import Geodesy
internal import RoadGraph

extension JunctionRule {
  /// A roundabout painted on a crossing: one node. Its exits are counted round it from the road of arrival.
  static let miniRoundabout = JunctionRule("Mini-roundabout") { junction in
    let graph = junction.graph
    guard junction.leg.mode != .pedestrian, !junction.others.isEmpty,
      graph.flags(of: junction.node).contains(.miniRoundabout)
    else { return nil }
    let firstSide: Degrees = graph.flags(of: junction.from).contains(.drivesOnLeft) ? -1 : 1
    let before = junction.others.count {
      !(junction.leg.mode == .bicycle && graph.isPushed($0.edge))
        && firstSide * $0.angle > firstSide * junction.taken.angle
    }
    return .say(Decision(.roundabout, at: junction, exit: String(before + 1)))
  }
}
