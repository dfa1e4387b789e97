internal import Geodesy
internal import RoadGraph

extension RoadCosts {
  /// A path with its times, and what it violates.
  func leg(along path: LegPath, states: TurnStates) -> RouteLeg {
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
    return RouteLeg(elements: elements, violations: violations(of: elements, states: states))
  }

  /// What a route along these legs costs, as the search would have it.
  func cost(of legs: [RouteLeg], states: TurnStates) -> RouteCost {
    var total: RouteCost = 0
    var before: RouteElement?
    for leg in legs {
      let ending = restrictedEnd(of: leg.elements)
      var state = leg.elements.first.map { StateID($0.edge.rawValue) }
      for (i, element) in leg.elements.enumerated() {
        if i > 0, let here = state {
          total = total &+| cost(from: here, onto: element.edge, in: states, isEnding: i >= ending)
          state = states.next(after: here, onto: element.edge)
        }
        total = total &+| cost(of: element.edge, from: element.begin, to: element.end)
      }
      if let before, let first = leg.elements.first, first.edge != before.edge {
        total = total &+| RouteCost(saturating: profile.delays.uTurn * 1000)
      }
      before = leg.elements.last
    }
    return total
  }
}
