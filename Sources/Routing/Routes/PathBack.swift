package import Geodesy
package import RoadGraph
package import RoadRules

/// A path from a place back to a planned leg and along it to its end.
package struct PathBack: Sendable {
  /// From the place to the end of the leg.
  package let path: [EdgeStretch]
  /// The number of stretches before the plan.
  package let stretchesBefore: Int
  /// The element of the leg that is joined, and the offset on its edge.
  package let element: Int
  package let offset: Metres
  /// ``PlannedLeg/factor`` times the cost of the path back, plus the cost of the rest of the leg.
  package let weighedCost: Double
}

extension LegSearch {
  /// The cheapest path from one of some starts back to a planned leg, over all places where it can be joined.
  ///
  /// - Returns: `nil` if no path leads back to the leg.
  /// - Complexity: as ``paths(from:to:costs:)``, for one target as far away as the end of the leg.
  package mutating func pathBack(from starts: [LegStart], to plan: PlannedLeg, costs: RoadCosts) -> PathBack? {
    let end = costs.graph.place(at: plan.end)
    let compass = Compass(to: [end], costs: costs, share: 1 / plan.factor)
    let near = plan.nearPath(from: starts)
    var least = near?.weighedCost ?? .infinity
    var found: (state: StateID, start: Int)?
    begin()
    for (i, start) in starts.enumerated() { leave(start, number: i, costs, compass) }
    while let (state, label, most) = settleNext(), plan.factor * most < least {
      if let rest = plan[state], plan.factor * Double(label.cost) + rest < least {
        least = plan.factor * Double(label.cost) + rest
        found = (state, Int(label.start))
      }
      expand(state, label, costs, compass)
    }
    guard let found else { return near }
    let edges = [starts[found.start].position.edge] + edges(upTo: found.state).dropLast()
    return plan.path(edges, starts[found.start], through: found.state, costing: least)
  }
}
