internal import Geodesy
internal import Matching
internal import Moments
internal import RoadGraph
internal import RoadRules
internal import Trips

/// Finds the roads that a drive used and should not have: closed to its mode, closed at the time of passing, or not made
/// for the vehicle. Drives against a oneway are found by ``WrongWayDetector``.
struct RoadRuleDetector: Detector {
  private struct Reason: Hashable {
    var hasNoAccess = false
    var closure: Closure?
    var misfit: Misfit = []
    /// The rules of vehicles that differ by text are separate runs.
    var tags = ""
  }

  private var watch = RoadRunWatch<Reason>()

  /// Whether any edge can break a rule.
  static func isNeeded(in scene: Scene) -> Bool { scene.rules.hasChanges || scene.settings.meetsClosedRoads }

  mutating func take(_ update: TripUpdate, in scene: Scene, into events: inout [Event]) {
    watch.take(update, in: scene) {
      Self.reason($0, in: scene)
    } _: { run, fixes, lastTime in
      Self.add(run, fixes, lastTime, in: scene, to: &events)
    }
  }

  mutating func finish(in scene: Scene, into events: inout [Event]) {
    watch.finish(in: scene) { Self.add($0, $1, $2, in: scene, to: &events) }
  }

  // MARK: Rules

  /// The rules of the map that a drive on an edge at a time would break.
  static func rules(broken edge: EdgeID, at time: Timestamp?, in scene: Scene) -> [RuleID] {
    guard !scene.graph.isAgainstOneway(edge, for: scene.mode), let reason = reason(edge, at: time, in: scene) else {
      return []
    }
    var kinds: [RuleKind] = []
    if reason.hasNoAccess { kinds.append(.access) }
    if reason.closure?.isOfMap == true { kinds.append(.closure) }
    if !reason.misfit.isEmpty { kinds.append(.vehicleLimit) }
    return kinds.map { RuleID($0, wayOf: edge, on: scene.graph) }
  }

  /// The reason that applies both at the start and at the end of the edge; `nil` for an edge that breaks no rule.
  private static func reason(_ edge: TripEdge, in scene: Scene) -> Reason? {
    if scene.graph.isAgainstOneway(edge.edge, for: scene.mode) { return nil }
    guard var reason = reason(edge.edge, at: edge.enterTime, in: scene),
      let atEnd = edge.exitTime == edge.enterTime ? reason : Self.reason(edge.edge, at: edge.exitTime, in: scene)
    else { return nil }
    reason.hasNoAccess = reason.hasNoAccess && atEnd.hasNoAccess
    if reason.closure != atEnd.closure { reason.closure = nil }
    reason.misfit.formIntersection(atEnd.misfit)
    guard reason != Reason() else { return nil }
    if !reason.misfit.isEmpty { reason.tags = limits(on: edge.edge, scene.graph) }
    return reason
  }

  private static func reason(_ edge: EdgeID, at time: Timestamp?, in scene: Scene) -> Reason? {
    let change = scene.rules.change(of: edge, at: time)
    let isClosedByMap = scene.graph.access(of: edge)[scene.mode] == .no
    var reason = Reason()
    reason.misfit = change?.misfit ?? []
    if change?.isClosed == true {
      reason.closure = Closure(of: edge, at: time, scene.rules)
    } else if !isClosedByMap, change?.access == .no, !scene.rules.isAgainstOneway(edge, at: time) {
      reason.closure = .tags(scene.graph.conditions(of: edge).lines { !$0.isLimit && $0.contains(":conditional=") })
    }
    reason.hasNoAccess =
      isClosedByMap && (change?.access ?? .no) == .no && !scene.rules.mayBeOpen(edge, at: time)
    return reason == Reason() ? nil : reason
  }

  private static func limits(on edge: EdgeID, _ graph: RoadGraph) -> String {
    graph.conditions(of: edge).lines(where: \.isLimit)
  }

  // MARK: Events

  private static func add(
    _ run: RoadRun<Reason>, _ fixes: ClosedRange<Int>, _ lastTime: Timestamp?, in scene: Scene,
    to events: inout [Event]
  ) {
    let edge = run.first.edge
    let (road, way) = (scene.graph.label(of: edge), scene.graph.way(of: edge).rawValue)
    func add(_ payload: any EventPayload, _ rule: RuleKind?) {
      var event = Event(
        payload, fixes: fixes, beginTime: run.first.enterTime, endTime: run.last.exitTime, lastTime: lastTime,
        place: scene.graph.place(at: run.first.stretch.beginPosition), edge: run.numbers.lowerBound, road: edge,
        length: run.length, confidence: run.confidence)
      if let rule { event.rules = run.ways.rules(rule, from: scene.settings.shortestWrongWay) }
      events.append(event)
    }
    if run.reason.hasNoAccess { add(NoAccess(mode: scene.mode, road: road, way: way), .access) }
    if let closure = run.reason.closure {
      add(ClosedRoad(mode: scene.mode, closure: closure, road: road, way: way), closure.isOfMap ? .closure : nil)
    }
    guard !run.reason.misfit.isEmpty else { return }
    add(
      ExceededLimit(
        misfit: run.reason.misfit, vehicle: scene.rules.traveller.vehicle, road: road,
        source: .way(way, tags: run.reason.tags)), .vehicleLimit)
  }
}

extension String {
  /// Some of its lines, as one line.
  fileprivate func lines(where isWanted: (Substring) -> Bool) -> String {
    split(separator: "\n").filter(isWanted).joined(separator: "; ")
  }
}

extension Substring {
  /// A tag that limits vehicles.
  fileprivate var isLimit: Bool { (hasPrefix("max") && !hasPrefix("maxspeed")) || hasPrefix("hazmat") }
}
