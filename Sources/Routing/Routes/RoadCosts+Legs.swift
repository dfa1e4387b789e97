internal import Geodesy
package import RoadGraph
package import RoadRules

extension RoadCosts {
  /// A path with its durations and violations.
  ///
  /// - Parameters:
  ///   - before: the leg before it.
  ///   - isLawful: it is known to violate nothing.
  package func leg(
    along path: [EdgeStretch], after before: RouteLeg? = nil, states: TurnStates, isLawful: Bool = false
  ) -> RouteLeg {
    var leg = RouteLeg(elements: [], approach: approach(to: path[0], after: before), violations: [])
    leg.elements.reserveCapacity(path.count)
    var last = leg.approach.turnedFrom
    for stretch in path {
      let turn = last.map { duration(from: $0, onto: stretch.edge) } ?? 0
      let speed = speed(on: stretch.edge)
      let driving = speed > 0 ? stretch.length / speed : 0
      leg.elements.append(RouteElement(stretch: stretch, duration: turn + driving))
      last = stretch.edge
    }
    leg.elements[0].duration += boarding(at: leg)
    if !isLawful { leg.violations = violations(of: leg, states: states) }
    return leg
  }

  /// The legs along some paths, one after the other. A leg that begins at a junction begins with the road onto which
  /// the vehicle turns there.
  func legs(
    along paths: [[EdgeStretch]], states: TurnStates, isLawful: (Int) -> Bool = { _ in false }
  ) -> [RouteLeg] {
    var legs: [RouteLeg] = []
    for (i, path) in paths.enumerated() {
      let driven = i > 0 && isTurn(at: path) ? Array(path.dropFirst()) : path
      legs.append(leg(along: driven, after: legs.last, states: states, isLawful: isLawful(i)))
    }
    return legs
  }

  /// A path begins at the end of an edge, with a turn onto another road.
  private func isTurn(at path: [EdgeStretch]) -> Bool {
    guard path.count > 1, path[0].begin >= graph.length(of: path[0].edge) else { return false }
    return path[1].edge.segment != path[0].edge.segment
  }

  private func approach(to first: EdgeStretch, after before: RouteLeg?) -> RouteLeg.Approach {
    guard let before, let last = before.elements.last else { return .beginning }
    if before.approach == .beginning, before.length == 0, first.edge == last.edge { return .beginning }
    let isAtJunction = first.begin <= 0 && last.end >= graph.length(of: last.edge)
    return isAtJunction && first.edge.segment != last.edge.segment ? .turning(from: last.edge) : .onRoad
  }

  /// The cost of a route along these legs, including U-turns at halts.
  package func cost(of legs: [RouteLeg], states: TurnStates) -> RouteCost {
    var total: RouteCost = 0
    for (i, leg) in legs.enumerated() {
      total = total &+| cost(of: leg, states: states)
      guard i > 0, let before = legs[i - 1].elements.last, let first = leg.elements.first else { continue }
      if leg.approach == .onRoad, before.edge != first.edge {
        total = total &+| RouteCost(saturating: profile.delays.uTurn * 1000)
      }
    }
    return total
  }
}
