package import Hierarchies
internal import RoadGraph
private import Synchronization

/// A hierarchy with the costs of some options: what all workers share.
package struct PreparedRoads: Sendable {
  package let roads: RoutingHierarchy
  /// Lawful ones.
  package let costs: RoadCosts
  private let lawful: Metric
  private let yielding: YieldingMetric

  /// `nil` where the hierarchy does not hold all roads that can be driven at these costs.
  ///
  /// - Complexity: that of ``Hierarchies/Metric/init(of:weights:)``.
  package init?(roads: RoutingHierarchy, costs: RoadCosts) {
    if costs.changes.changesAccess, !roads.turns.holdsAll(of: costs) { return nil }
    self.roads = roads
    self.costs = costs
    lawful = roads.metric(costs)
    yielding = YieldingMetric()
  }

  /// The weights that searches go by; those of routes that have to yield, which are few, are made when first asked for.
  ///
  /// - Returns: `nil` where the hierarchy does not hold all roads that can be driven.
  package func metric(_ strictness: Strictness) -> Metric? {
    strictness == .lawful ? lawful : yielding.metric(of: costs, on: roads)
  }
}

/// Made once for all workers: who comes while another one makes it waits for it.
private final class YieldingMetric: Sendable {
  private let made = Mutex<Metric??>(nil)

  func metric(of lawful: RoadCosts, on roads: RoutingHierarchy) -> Metric? {
    made.withLock { made in
      if let made { return made }
      let costs = RoadCosts(
        graph: lawful.graph, options: lawful.options, strictness: .yielding, changes: lawful.changes)
      let metric = roads.turns.holdsAll(of: costs) ? roads.metric(costs) : nil
      made = .some(metric)
      return metric
    }
  }
}
