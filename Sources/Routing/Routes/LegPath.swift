package import RoadGraph
package import RoadRules

/// A path from one place on the road to another, and its cost.
package struct LegPath: Hashable, Sendable {
  /// At least one, joined head to tail; all whole edges except the first and the last.
  package let stretches: [EdgeStretch]
  package let cost: RouteCost
  /// The time since the departure of the route, or until its arrival, in milliseconds; 0 where no hour matters.
  package let elapsed: Int

  package init(_ stretches: [EdgeStretch], cost: RouteCost, elapsed: Int = 0) {
    self.stretches = stretches
    self.cost = cost
    self.elapsed = elapsed
  }

  package var begin: EdgePosition { stretches[0].beginPosition }
  package var end: EdgePosition { stretches[stretches.count - 1].endPosition }
}
