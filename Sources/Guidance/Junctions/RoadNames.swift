internal import Geodesy
internal import RoadGraph

/// What the roads of a leg are called, and where the drive stays on one road.
struct RoadNames {
  let leg: GuidedLeg

  private var graph: RoadGraph { leg.graph }

  /// The name of the road before edge `index`, or its number. Looks back through a short nameless stretch.
  func road(before index: Int) -> String { named(before: index).map(graph.label) ?? "" }

  /// What the same road is called.
  func title(before index: Int) -> RoadTitle { named(before: index).map(graph.title) ?? RoadTitle() }

  private func named(before index: Int) -> EdgeID? {
    guard index > 0 else { return nil }
    for i in (0..<index).reversed() {
      if !graph.isNameless(leg.edge(i)) { return leg.edge(i) }
      if leg.gap(from: i, to: index) > leg.settings.longestNamelessStretch { break }
    }
    return nil
  }

  /// The name of the road from edge `index` on, or its number. Looks ahead along nameless links to the road they lead
  /// to, and through short nameless stretches up to edge `next`, where the driver acts again.
  func road(from index: Int, next: Int? = nil) -> String { named(from: index, next: next).map(graph.label) ?? "" }

  /// What the same road is called.
  func title(from index: Int, next: Int? = nil) -> RoadTitle {
    named(from: index, next: next).map(graph.title) ?? RoadTitle()
  }

  private func named(from index: Int, next: Int?) -> EdgeID? {
    let end = leg.firstIndex(from: index) { i in
      if !graph.isNameless(leg.edge(i)) { return true }
      let isLong = leg.gap(from: index, to: i + 1) > longestStretch(at: i)
      return !graph.roadClass(of: leg.edge(i)).isLink && (isLong || i + 1 == next)
    }
    return end.map(leg.edge).flatMap { graph.isNameless($0) ? nil : $0 }
  }

  /// The name of the roundabout of a decision; empty if it has none, or that of a road that meets it.
  func ring(of decision: Decision) -> String {
    let driven = (decision.begin..<max(decision.begin, decision.onto)).map(leg.edge).filter(graph.isRoundabout)
    let touched = graph.edges(leaving: graph.tail(of: leg.edge(decision.begin))).filter(graph.isRoundabout)
    let pieces = driven.isEmpty ? touched : driven
    guard let named = pieces.first(where: graph.hasName) else { return "" }
    let meets = pieces.contains { piece in
      [graph.tail(of: piece), graph.head(of: piece)].contains { node in
        graph.edges(leaving: node).contains { !graph.isRoundabout($0) && graph.haveSameName($0, named) }
      }
    }
    return meets ? "" : graph.name(of: named)
  }

  /// Longer for oneways: a nameless one is more often a lane of the road that it leads to.
  private func longestStretch(at index: Int) -> Metres {
    graph.flags(of: leg.edge(index)).contains(.oneway)
      ? leg.settings.longestLane : leg.settings.longestNamelessStretch
  }

  /// The edge after the one that ends the search for the name of the road from edge `index` on, wherever the driver
  /// acts again; `nil` if the search reaches the end of the known edges.
  func endOfSearch(from index: Int) -> Int? {
    for i in index..<leg.edges.count {
      let isLong = leg.gap(from: index, to: i + 1) > longestStretch(at: i)
      if !graph.isNameless(leg.edge(i)) || isLong && !graph.roadClass(of: leg.edge(i)).isLink { return i + 1 }
    }
    return nil
  }

  /// What the road from edge `index` on is called without a name; `nil` if the words would not help.
  ///
  /// A service road is named only where the driver comes from another road: among service roads it says nothing.
  func kind(ofRoadFrom index: Int) -> RoadKind? {
    let kind = RoadKind(of: graph.roadClass(of: leg.edge(index)))
    if kind == .serviceRoad, index == 0 || graph.roadClass(of: leg.edge(index - 1)) == .service { return nil }
    return kind
  }

  /// Whether the road from edge `index` on keeps its name for a length.
  func keepsName(from index: Int, for length: Metres) -> Bool {
    let label = graph.label(of: leg.edge(index))
    let end = leg.firstIndex(from: index) { i in
      leg.gap(from: index, to: i) >= length || graph.label(of: leg.edge(i)) != label
    }
    return leg.gap(from: index, to: end ?? leg.edges.count) >= length
  }

  // MARK: One road

  /// The drive stays on its road, even if the road has no name for a few metres within a crossing.
  func staysOnRoad(through indices: ClosedRange<Int>) -> Bool {
    let (before, after) = (leg.edge(indices.lowerBound - 1), leg.edge(indices.upperBound))
    if graph.isSameRoad(before, after) || resumesRoad(through: indices) { return true }
    let isNameless = graph.isNameless(before) || graph.isNameless(after)
    let road = isNameless ? road(before: indices.lowerBound) : ""
    return !road.isEmpty && road == self.road(from: indices.upperBound)
  }

  /// A bridge or a square had a name of its own for a few metres, and the road has its name again.
  private func resumesRoad(through indices: ClosedRange<Int>) -> Bool {
    let after = leg.edge(indices.upperBound)
    guard graph.hasName(after), isAhead(after, of: leg.edge(indices.lowerBound - 1)) else { return false }
    var index = indices.lowerBound - 1
    while index > 0, leg.gap(from: index, to: indices.lowerBound) <= leg.settings.shortestNewName {
      guard isAhead(leg.edge(index), of: leg.edge(index - 1)) else { return false }
      if graph.haveSameName(leg.edge(index - 1), after) { return true }
      index -= 1
    }
    return false
  }

  private func isAhead(_ edge: EdgeID, of before: EdgeID) -> Bool {
    abs(leg.turn(from: before, onto: edge)) <= leg.settings.widestObviousTurn
  }
}
