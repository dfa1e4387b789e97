internal import Hierarchies
package import Moments
internal import RoadGraph
package import RoadRules
private import Synchronization

/// A hierarchy with the costs of the requests of a run: what all workers share.
///
/// The costs of what requests leave open are weighed at once. Those of other options are when first asked for, and the
/// last few are kept: a file of cars and trucks is answered by two sets of weights. Which requests are searched by the
/// hierarchy depends on nothing but the request, so the number of workers makes no difference.
package final class PreparedRoads: Sendable {
  package let roads: RoutingHierarchy
  /// Lawful ones, of what requests leave open.
  package let costs: RoadCosts
  /// What the changes of the costs are of.
  let time: ZonedTime?
  private let usual: WeighedRoads
  private let others = Mutex<[WeighedRoads]>([])
  /// Memory: 8 bytes for each arc of the hierarchy, and as much again where routes have to yield, for each of them.
  private static let mostOthers = 4

  /// `nil` where the hierarchy does not hold all roads that can be driven at these costs.
  ///
  /// - Parameter time: that the changes of the costs are of.
  /// - Complexity: that of ``Hierarchies/Metric/init(of:weights:)``.
  package init?(roads: RoutingHierarchy, costs: RoadCosts, time: ZonedTime? = nil) {
    guard let usual = WeighedRoads(roads: roads, costs: costs) else { return nil }
    self.roads = roads
    self.costs = costs
    self.time = time
    self.usual = usual
  }

  /// The weights for a request; `nil` where it is to be searched without.
  ///
  /// - Parameter costs: its lawful ones.
  func weighed(for costs: RoadCosts, in snapshot: RoadSnapshot) -> WeighedRoads? {
    if costs.options == self.costs.options, snapshot.isAsPrepared { return usual }
    guard snapshot.time == time, costs.options.avoidedEdges.isEmpty,
      RoutingHierarchy.modes.contains(costs.options.mode)
    else { return nil }
    return others.withLock { others in
      if let known = others.first(where: { $0.costs.options == costs.options }) { return known }
      guard let made = WeighedRoads(roads: roads, costs: costs) else { return nil }
      if others.count == Self.mostOthers { others.removeFirst() }
      others.append(made)
      return made
    }
  }
}

/// A hierarchy with the weights of one set of options.
struct WeighedRoads: Sendable {
  /// Lawful ones.
  let costs: RoadCosts
  private let roads: RoutingHierarchy
  private let lawful: Metric
  private let yielding: YieldingMetric

  /// `nil` where the hierarchy does not hold all roads that can be driven at these costs.
  init?(roads: RoutingHierarchy, costs: RoadCosts) {
    if costs.changes.changesAccess, !roads.turns.holdsAll(of: costs) { return nil }
    self.roads = roads
    self.costs = costs
    lawful = roads.metric(costs)
    yielding = YieldingMetric()
  }

  /// The weights that searches go by; those of routes that have to yield, which are few, are made when first asked for.
  ///
  /// - Returns: `nil` where the hierarchy does not hold all roads that can be driven.
  func metric(_ strictness: Strictness) -> Metric? {
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
