internal import RoadGraph
internal import RoadRules

/// Roads that may only be used to begin or end there, where they meet open roads. A route that begins or ends at such a
/// junction does not begin or end on them.
extension RoadCosts {
  /// A vehicle that begins there enters a restricted road from a junction of open roads.
  func isEntrance(_ begin: EdgePosition) -> Bool {
    guard begin.offset <= 0, isRestricted(begin.edge) else { return false }
    return graph.edges(leaving: graph.tail(of: begin.edge)).contains { isDrivable($0) && !isRestricted($0) }
  }

  /// The same for a route that begins with a leg.
  func isEntrance(at leg: RouteLeg) -> Bool {
    leg.approach == .beginning && leg.elements.first.map { isEntrance($0.stretch.beginPosition) } ?? false
  }

  /// A vehicle that ends there has come along a restricted road to a junction of open roads.
  func isPassage(endingAt end: EdgePosition) -> Bool {
    guard isRestricted(end.edge), graph.length(of: end.edge) - end.offset < 0.001 else { return false }
    return graph.edges(leaving: graph.head(of: end.edge)).contains { back in
      isDrivable(back.reversed) && !isRestricted(back.reversed)
    }
  }

  /// The price of through traffic on a restricted road.
  var costOfThroughTraffic: RouteCost {
    strictness == .yielding ? RouteCost(saturating: Self.offence * 1000) : .never
  }

  /// The first element from which on a leg uses only restricted roads, which it may because it ends there.
  func restrictedEnd(of elements: ArraySlice<RouteElement>) -> Int {
    guard let last = elements.last, !isPassage(endingAt: last.stretch.endPosition) else { return elements.endIndex }
    return elements.endIndex - elements.reversed().prefix { isRestricted($0.edge) }.count
  }
}
