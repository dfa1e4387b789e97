internal import Geodesy
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

  /// The time to board the ferry on which a route begins at a quay.
  func boarding(at begin: EdgePosition) -> Seconds {
    guard begin.offset <= 0, graph.flags(of: begin.edge).contains(.ferry) else { return 0 }
    let isQuay = graph.edges(leaving: graph.tail(of: begin.edge)).contains { !graph.flags(of: $0).contains(.ferry) }
    return isQuay ? profile.delays.boarding : 0
  }

  /// The same for a leg. An empty one boards nothing.
  func boarding(at leg: RouteLeg) -> Seconds {
    guard leg.approach == .beginning, leg.length > 0, let first = leg.elements.first else { return 0 }
    return boarding(at: first.stretch.beginPosition)
  }

  /// What it costs to begin a route with a leg, before the first metre.
  func costOfBeginning(_ leg: RouteLeg, isEnding: Bool) -> RouteCost {
    let boarding = RouteCost(saturating: boarding(at: leg) * 1000)
    return !isEnding && isEntrance(at: leg) ? boarding &+| costOfThroughTraffic : boarding
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
