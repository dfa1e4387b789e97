internal import Geodesy
internal import RoadGraph
package import RoadRules

extension RoadCosts {
  /// A path with its durations and violations.
  ///
  /// - Parameter isLawful: it is known to violate nothing.
  package func leg(along path: LegPath, states: TurnStates, isLawful: Bool = false) -> RouteLeg {
    var elements: [RouteElement] = []
    elements.reserveCapacity(path.edges.count)
    for (i, edge) in path.edges.enumerated() {
      let begin = i == 0 ? path.begin : 0
      let end = i == path.edges.count - 1 ? path.end : graph.length(of: edge)
      let turn = i == 0 ? 0 : duration(from: path.edges[i - 1], onto: edge)
      let speed = speed(on: edge)
      let driving = speed > 0 ? (end - begin) / speed : 0
      elements.append(RouteElement(edge: edge, begin: begin, end: end, duration: turn + driving))
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
