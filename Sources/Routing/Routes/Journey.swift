internal import RoadGraph
internal import RoadRules

/// The progress of the search for one request.
struct Journey {
  let request: RouteRequest
  let snapped: [SnappedWaypoint]
  /// The lawful costs.
  let costs: RoadCosts
  /// `nil` if it is searched without a hierarchy.
  let weighed: WeighedRoads?
  /// `nil` if the hour makes no difference.
  let timing: LegTiming?
  /// One per waypoint reached so far.
  var stages: [Stage]

  init(
    request: RouteRequest, snapped: [SnappedWaypoint], costs: RoadCosts, weighed: WeighedRoads?, timing: LegTiming?
  ) {
    self.timing = timing
    self.request = request
    self.snapped = snapped
    self.costs = costs
    self.weighed = weighed
    stages = [Stage(beginningAt: snapped[0].departures)]
  }

  var isDone: Bool { stages.count == snapped.count }

  /// The next leg is the last one.
  var isAtLast: Bool { stages.count == snapped.count - 1 }

  /// The leg to search next.
  var leg: Int { stages.count - 1 }

  var starts: [LegStart] {
    leg == 0
      ? snapped[0].starts(costs)
      : stages[leg].starts(leaving: snapped[leg].departures, after: request.waypoints[leg].kind, costs: costs)
  }

  /// The targets of the next leg. If it begins at the junction at which it ends, it may stay there.
  func targets(from starts: [LegStart]) -> [EdgePosition] {
    let next = snapped[leg + 1]
    return next.arrivals
      + next.departures.filter { position in
        starts.contains { $0.position == position } && !next.arrivals.contains(position)
      }
  }
}

/// The cheapest arrivals at one waypoint, by position.
struct Stage {
  private struct Arrival {
    let position: EdgePosition
    let cost: RouteCost
    /// See ``LegPath/elapsed``.
    let elapsed: Int
    /// `nil` at the first waypoint.
    let path: LegPath?
  }

  private var arrivals: [Arrival]
  /// The leg to the waypoint violates nothing.
  let isLawful: Bool

  /// The stage of the first waypoint, which has no leg before it.
  init(beginningAt positions: [EdgePosition]) {
    arrivals = positions.map { Arrival(position: $0, cost: 0, elapsed: 0, path: nil) }
    isLawful = true
  }

  /// - Parameter positions: the positions at which a route may end, and the ones at which it may stay.
  init(arrivingBy paths: [LegPath?], at positions: [EdgePosition], of place: SnappedWaypoint, isLawful: Bool) {
    self.isLawful = isLawful
    arrivals = zip(positions, paths).compactMap { position, path in
      guard let path, path.stretches.count == 1 || place.arrivals.contains(position) else { return nil }
      return Arrival(position: position, cost: path.cost, elapsed: path.elapsed, path: path)
    }
  }

  /// - Precondition: the waypoint has been reached.
  var cheapest: EdgePosition { least { $0.cost } }

  func cost(at position: EdgePosition) -> RouteCost { arrival(at: position)?.cost ?? .never }

  func path(to position: EdgePosition) -> LegPath? { arrival(at: position)?.path }

  /// How a route may leave the waypoint: onward from where it arrived, or, after a halt, also back along the same road.
  func starts(leaving departures: [EdgePosition], after halt: Waypoint.Kind, costs: RoadCosts) -> [LegStart] {
    var positions = arrivals.map(\.position)
    for position in departures where !positions.contains(position) { positions.append(position) }
    return positions.compactMap { position in
      let best = arrivals.map { (cost: cost(of: position, after: $0, halt, costs), elapsed: $0.elapsed) }
        .min { $0.cost < $1.cost }
      guard let best, best.cost < .never else { return nil }
      return LegStart(position: position, cost: best.cost, elapsed: best.elapsed)
    }
  }

  /// The arrival from which leaving at `start` is cheapest.
  func arrival(before start: EdgePosition, after halt: Waypoint.Kind, costs: RoadCosts) -> EdgePosition {
    least { cost(of: start, after: $0, halt, costs) }
  }

  private func least(_ cost: (Arrival) -> RouteCost) -> EdgePosition {
    arrivals.dropFirst().reduce(arrivals[0]) { cost($1) < cost($0) ? $1 : $0 }.position
  }

  private func arrival(at position: EdgePosition) -> Arrival? { arrivals.first { $0.position == position } }

  private func cost(
    of start: EdgePosition, after arrival: Arrival, _ halt: Waypoint.Kind, _ costs: RoadCosts
  ) -> RouteCost {
    if start == arrival.position { return arrival.cost }
    guard halt == .stopover, arrival.path != nil, start.edge == arrival.position.edge.reversed else { return .never }
    return arrival.cost &+| RouteCost(saturating: costs.profile.delays.uTurn * 1000)
  }
}

extension SnappedWaypoint {
  /// The starts of a route that begins there.
  func starts(_ costs: RoadCosts) -> [LegStart] {
    departures.map { position in
      let boarding = RouteCost(saturating: costs.boarding(at: position) * 1000)
      return LegStart(position: position, cost: boarding, elapsed: Int(boarding))
    }
  }

  func isSamePlace(as other: SnappedWaypoint) -> Bool {
    departures == other.departures && arrivals == other.arrivals
  }
}
