internal import Geodesy
internal import Matching
internal import Moments
internal import RoadGraph
internal import RoadRules
internal import Trips

/// Finds the rules broken at single nodes: banned turns, closed barriers, and signs on barriers that limit vehicles.
struct JunctionDetector: Detector {
  private var watch = PassingWatch()

  mutating func take(_ update: TripUpdate, in scene: Scene, into events: inout [Event]) {
    watch.take(update, in: scene) { sure, view in
      events.append(Self.event(of: sure, view, in: scene))
    }
  }

  private static func event(of sure: SurePassing, _ view: DriveView, in scene: Scene) -> Event {
    let numbers = sure.passing.edges
    let (first, last) = (view[numbers.lowerBound], view[numbers.upperBound])
    let between = numbers.dropFirst().dropLast().reduce(0) { $0 + view[$1].length }
    var event = Event(
      payload(of: sure.passing, first.edge, view[numbers.upperBound - 1].edge, last.edge, scene),
      fixes: sure.before.number...sure.after.number, beginTime: first.exitTime, endTime: last.enterTime,
      lastTime: sure.before.lastTime, place: scene.graph.place(of: scene.graph.head(of: first.edge)),
      edge: numbers.lowerBound, road: first.edge, length: between, confidence: sure.confidence)
    event.onto = last.edge
    event.rules = [rule(of: sure.passing, at: scene.graph.tail(of: last.edge))]
    return event
  }

  private static func rule(of passing: Passing, at node: NodeID) -> RuleID {
    switch passing.rule {
    case .turn(let ban): RuleID(ban)
    case .barrier: RuleID(.barrier, at: node)
    case .limit: RuleID(.nodeLimit, at: node)
    }
  }

  private static func payload(
    of passing: Passing, _ first: EdgeID, _ before: EdgeID, _ onto: EdgeID, _ scene: Scene
  ) -> any EventPayload {
    switch passing.rule {
    case .turn(let ban):
      ForbiddenTurn(
        mode: scene.mode, direction: TurnDirection(from: before, onto: onto, on: scene.graph),
        from: scene.graph.label(of: first), onto: scene.graph.label(of: onto),
        restriction: scene.graph.restriction(at: ban.restriction))
    case .barrier: PassedBarrier(mode: scene.mode, road: scene.graph.label(of: onto), node: node(before, scene))
    case .limit(let misfit):
      ExceededLimit(
        misfit: misfit, vehicle: scene.rules.traveller.vehicle, road: scene.graph.label(of: onto),
        source: .node(node(before, scene)))
    }
  }

  private static func node(_ edge: EdgeID, _ scene: Scene) -> Int64? {
    scene.graph.source(of: scene.graph.head(of: edge))?.rawValue
  }
}

extension RoadGraph {
  /// The road's name, or its number; `nil` if it has neither.
  func label(of edge: EdgeID) -> String? {
    let name = name(of: edge)
    let label = name.isEmpty ? ref(of: edge) : name
    return label.isEmpty ? nil : label
  }
}
