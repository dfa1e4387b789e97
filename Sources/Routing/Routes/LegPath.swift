package import RoadGraph
package import RoadRules

/// A path from one place on the road to another, and its cost.
package struct LegPath: Hashable, Sendable {
  /// At least one, joined head to tail; all whole edges except the first and the last.
  package let stretches: [EdgeStretch]
  package let cost: RouteCost

  package init(_ stretches: [EdgeStretch], cost: RouteCost) {
    self.stretches = stretches
    self.cost = cost
  }

  package var begin: EdgePosition { stretches[0].beginPosition }
  package var end: EdgePosition { stretches[stretches.count - 1].endPosition }
}
