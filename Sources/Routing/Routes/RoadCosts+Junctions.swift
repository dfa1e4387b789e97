internal import Geodesy
internal import RoadGraph
internal import RoadRules

/// Where legs begin at quays, and end on roads that may only be used to end there.
extension RoadCosts {
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
  func costOfBeginning(_ leg: RouteLeg) -> RouteCost { RouteCost(saturating: boarding(at: leg) * 1000) }

  /// The first element from which on a leg uses only restricted roads, which it may because it ends there.
  func restrictedEnd(of elements: ArraySlice<RouteElement>) -> Int {
    elements.endIndex - elements.reversed().prefix { isRestricted($0.edge) }.count
  }
}
