internal import Geodesy
package import RoadGraph
package import RoadRules

extension RoadCosts {
  /// A path with its durations and violations.
  ///
  /// - Parameter isLawful: it is known to violate nothing.
  package func leg(along path: [EdgeStretch], states: TurnStates, isLawful: Bool = false) -> RouteLeg {
    var elements: [RouteElement] = []
    elements.reserveCapacity(path.count)
    for (i, stretch) in path.enumerated() {
      let turn = i == 0 ? 0 : duration(from: path[i - 1].edge, onto: stretch.edge)
      let speed = speed(on: stretch.edge)
      let driving = speed > 0 ? stretch.length / speed : 0
      elements.append(RouteElement(stretch: stretch, duration: turn + driving))
    }
    return RouteLeg(elements: elements, violations: isLawful ? [] : violations(of: elements, states: states))
  }

  /// The cost of a route along these legs, including U-turns at halts.
  package func cost(of legs: [RouteLeg], states: TurnStates) -> RouteCost {
    var total: RouteCost = 0
    for (i, leg) in legs.enumerated() {
      total = total &+| cost(of: leg.elements[...], states: states)
      guard i > 0, let before = legs[i - 1].elements.last, let first = leg.elements.first else { continue }
      if before.edge != first.edge { total = total &+| RouteCost(saturating: profile.delays.uTurn * 1000) }
    }
    return total
  }
}
