internal import Hierarchies
package import Moments
internal import RoadGraph
package import RoadRules
private import Synchronization

/// A hierarchy with the costs of the requests of a run, shared by all workers.
///
/// The weights for the default options are computed at once. Those for other options are computed when first needed,
/// and the last few are kept: a file with cars and trucks needs two sets of weights. Only the request decides whether
/// it is searched by the hierarchy, so the number of workers makes no difference.
package final class PreparedRoads: Sendable {
  package let roads: RoutingHierarchy
  /// The lawful costs with the default options.
  package let costs: RoadCosts
  /// The time for which the changes in the costs hold.
  let time: ZonedTime?
  private let usual: WeighedRoads
  private let others = Mutex<[WeighedRoads]>([])
  /// Memory: 8 bytes per arc of the hierarchy for each, and 12 for each that costs less if routes have to violate rules.
  private static let mostOthers = 4

  /// `nil` if the hierarchy does not contain all roads that can be driven at these costs.
  ///
  /// - Parameter time: the time for which the changes in the costs hold.
  /// - Complexity: as ``Hierarchies/Metric/init(of:weights:)``.
  package init?(roads: RoutingHierarchy, costs: RoadCosts, time: ZonedTime? = nil) {
    guard let usual = WeighedRoads(roads: roads, costs: costs) else { return nil }
    self.roads = roads
    self.costs = costs
    self.time = time
    self.usual = usual
  }

  /// The weights for legs with the default options; `nil` if the hierarchy may not contain all roads that can be driven
  /// from some starts.
  func metric(_ strictness: Strictness = .lawful, from starts: [LegStart]) -> Metric? {
    usual.metric(strictness, from: starts)
  }

  /// The costs of these weights.
  func costs(_ strictness: Strictness) -> RoadCosts { strictness == .lawful ? costs : costs.yielding }

  /// The weights for a request; `nil` if it is to be searched without the hierarchy.
  ///
  /// - Parameter costs: the lawful costs of the request.
  func weighed(for costs: RoadCosts, in snapshot: RoadSnapshot) -> WeighedRoads? {
    if costs.options == self.costs.options, snapshot.isAsPrepared { return usual }
    guard snapshot.time == time, costs.options.avoidedEdges.isEmpty,
      RoutingHierarchy.modes.contains(costs.options.mode), RoutingHierarchy.modes.contains(self.costs.options.mode)
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
  /// The lawful costs.
  let costs: RoadCosts
  private let roads: RoutingHierarchy
  /// The hierarchy contains all roads that can be driven, also to begin or end there.
  private let isWhole: Bool
  private let lawful: Metric
  private let yielding: YieldingMetric
  private let hours: [Strictness: HoursOfRoads]

  /// `nil` if the hierarchy does not contain all roads that can be driven through at these costs.
  init?(roads: RoutingHierarchy, costs: RoadCosts) {
    isWhole = !costs.changes.changesAccess || roads.turns.holdsAll(of: costs)
    guard isWhole || roads.turns.holdsAllOpen(of: costs) else { return nil }
    self.roads = roads
    self.costs = costs
    lawful = roads.metric(costs)
    yielding = YieldingMetric()
    hours = [.lawful: HoursOfRoads(), .yielding: HoursOfRoads()]
  }

  /// The weights for searches by the clock. They are computed when first needed.
  ///
  /// - Returns: `nil` if the hierarchy may not contain all roads that can be driven from some starts.
  func hourly(_ strictness: Strictness, _ learned: LearnedTimes, from starts: [LegStart]) -> HourlyRoads? {
    let costs = strictness == .lawful ? costs : costs.yielding
    guard metric(strictness, from: starts) != nil else { return nil }
    return hours[strictness]?.roads(of: costs, learned, on: roads)
  }

  /// The weights for searches. The weights for routes that violate rules are rarely needed, and are computed when first
  /// needed.
  ///
  /// - Returns: `nil` if the hierarchy may not contain all roads that can be driven from some starts.
  func metric(_ strictness: Strictness, from starts: [LegStart]) -> Metric? {
    guard strictness == .lawful else { return yielding.metric(of: costs, lawful, on: roads) }
    return isWhole || !starts.contains { costs.isRestricted($0.position.edge) } ? lawful : nil
  }
}

/// Computed once for all workers: a worker that needs it while another computes it waits.
private final class YieldingMetric: Sendable {
  private let made = Mutex<Metric??>(nil)

  func metric(of lawfulCosts: RoadCosts, _ lawful: Metric, on roads: RoutingHierarchy) -> Metric? {
    made.withLock { made in
      if let made { return made }
      let metric = roads.metric(yielding: lawfulCosts.yielding, besides: lawful)
      made = .some(metric)
      return metric
    }
  }
}

/// Computed once for all workers, and anew for other learned times.
private final class HoursOfRoads: Sendable {
  private let made = Mutex<HourlyRoads?>(nil)

  func roads(of costs: RoadCosts, _ learned: LearnedTimes, on roads: RoutingHierarchy) -> HourlyRoads {
    made.withLock { made in
      if let made, made.clock.learned.isSame(as: learned) { return made }
      let new = HourlyRoads(roads, ClockCosts(costs, learned))
      made = new
      return new
    }
  }
}

extension RoadCosts {
  /// The same for routes that may violate rules.
  fileprivate var yielding: RoadCosts {
    RoadCosts(graph: graph, options: options, strictness: .yielding, changes: changes)
  }
}
