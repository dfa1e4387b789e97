internal import Geodesy
internal import RoadGraph

/// What is known of a turn from the map alone: who is in command, where it leads, and between which roads.
struct TurnKind: Hashable, Sendable {
  enum Control: Int, CaseIterable, Sendable { case none, giveWay, stop, signals }
  enum Course: Int, CaseIterable, Sendable { case straight, right, left, back }

  var control: Control
  var course: Course
  /// Of the roads that it leaves and takes: 0 large, 1 middle, 2 small.
  var rankBefore: Int
  var rankAfter: Int

  static let count = Control.allCases.count * Course.allCases.count * 9

  /// 0 ..< ``count``.
  var number: Int { ((control.rawValue * Course.allCases.count + course.rawValue) * 3 + rankBefore) * 3 + rankAfter }

  init(from edge: EdgeID, onto next: EdgeID, in graph: RoadGraph) {
    let atEnd = Self.control(atEndOf: edge, in: graph)
    let hasLine = atEnd == .none && graph.length(of: edge) < Self.farthestStopLine
    control = hasLine && graph.flags(of: graph.tail(of: edge)).contains(.trafficSignals) ? .signals : atEnd
    course = Self.course(from: edge, onto: next, in: graph)
    rankBefore = Self.rank(graph.roadClass(of: edge))
    rankAfter = Self.rank(graph.roadClass(of: next))
  }

  /// Between a stop line that is on the map and the crossing: a wide street and the crossing of pedestrians before it.
  static let farthestStopLine: Metres = 40

  /// What may stop vehicles where no roads meet.
  static let obstacles: NodeFlags = [.trafficSignals, .stopSign, .giveWay, .levelCrossing, .tollBooth, .barrier]

  /// A queue does not reach back over it: vehicles stop there or slow down for its own sake.
  var isBarrier: Bool { control != .none || course != .straight }

  private static func control(atEndOf edge: EdgeID, in graph: RoadGraph) -> Control {
    let node = graph.head(of: edge)
    let flags = graph.flags(of: node)
    if flags.isDisjoint(with: obstacles) { return .none }
    let side = graph.signs(of: node).intersection([.forForward, .forBackward])
    let isForOthers = side == (edge.isForward ? .forBackward : .forForward)
    if flags.contains(.trafficSignals) { return isForOthers ? .none : .signals }
    if flags.contains(.stopSign) { return isForOthers ? .none : .stop }
    return flags.contains(.giveWay) ? .giveWay : .stop
  }

  private static func course(from edge: EdgeID, onto next: EdgeID, in graph: RoadGraph) -> Course {
    if next == edge.reversed { return .back }
    let angle = graph.angle(from: edge, onto: next)
    if angle.size < 35 { return .straight }
    return angle.size > 165 ? .back : angle.parts < 128 ? .right : .left
  }

  private static func rank(_ roadClass: RoadClass) -> Int {
    switch roadClass {
    case .motorway, .motorwayLink, .trunk, .trunkLink, .primary, .primaryLink: 0
    case .secondary, .secondaryLink, .tertiary, .tertiaryLink, .road, .busway: 1
    default: 2
    }
  }
}
