package import Hierarchies
package import RoadGraph
package import RoadRules
internal import Storage

/// The contracted turns of a map's motor vehicles, or of bicycles and pedestrians, which make routing fast for any
/// weights. Maps may store those of motor vehicles.
package struct RoutingHierarchy: Sendable {
  package let turns: TurnGraph
  package let hierarchy: Hierarchy
  /// The weights that the map stores, and a note says that they are right.
  private let usual: Metric?
  /// The arcs that cost less if a route may violate rules, likewise.
  private let cheaper: CheaperArcs?

  /// The modes that share the hierarchy stored in maps, because they use nearly the same roads.
  package static let modes = EdgeOrder.Network.vehicles.modes

  /// The map has a hierarchy stored in it.
  package static func isStored(in graph: RoadGraph) throws(RoadGraphError) -> Bool {
    try Hierarchy(storedIn: graph) != nil
  }

  /// The hierarchy of a mode: the one stored in the map, or else one computed now, which is equal.
  ///
  /// - Throws: `RoadGraphError.damaged` if the stored hierarchy is invalid.
  /// - Complexity: O(1) where a note says that all that the map stores is what would be computed; O(*n*) with a
  ///   hierarchy in the map; otherwise as ``dissectionOrder(of:settings:)``, some 4 s per million segments.
  package init(of graph: RoadGraph, for mode: TravelMode = .car) throws(RoadGraphError) {
    let network: EdgeOrder.Network = Self.modes.contains(mode) ? .vehicles : .unmotorised
    let states = TurnStates(of: graph)
    let stored = network == .vehicles ? try Hierarchy(storedIn: graph) : nil
    if let stored, graph.isNoted(Self.check),
      let turns = try TurnGraph(storedIn: graph, states: states, fingerprint: stored.fingerprint),
      let usual = try Metric(storedIn: graph, on: stored)
    {
      (self.turns, hierarchy, self.usual) = (turns, stored, usual)
      cheaper = graph.isNoted(Self.yieldingCheck) ? try CheaperArcs(storedIn: graph) : nil
      return
    }
    usual = nil
    cheaper = nil
    turns = TurnGraph(of: graph, states: states, network: network)
    if let stored, stored.fingerprint == turns.arcs.fingerprint {
      hierarchy = stored
    } else {
      let order = try EdgeOrder(network, storedIn: graph) ?? EdgeOrder(of: graph, for: network)
      hierarchy = Hierarchy(of: turns.arcs, order: turns.contractionOrder(order))
    }
  }

  /// Hands over the sections that `tracemill map build --hierarchy` adds to a map, for `GraphDraft.add(_:)`: each group as
  /// soon as it is complete, so that nobody has to keep it until the last one is.
  ///
  /// - Parameter reopened: opens the map with all sections handed over so far. The last group is made from it, so that
  ///   nothing already written has to be kept in memory.
  package static func forEachGroup(
    of graph: RoadGraph, reopened: () throws -> RoadGraph, _ take: ([AddedSection]) throws -> Void
  ) async throws {
    returnFreedMemory()
    graph.releasePages()
    let order = try await handOverOrders(of: graph, take)
    try handOver(consume order, of: graph, take)
    returnFreedMemory()
    graph.releasePages()
    try take(sectionsForViolations(of: try reopened()))
  }

  /// - Returns: the order of the vehicles' roads.
  private static func handOverOrders(
    of graph: RoadGraph, _ take: ([AddedSection]) throws -> Void
  ) async rethrows -> EdgeOrder {
    async let unmotorised = EdgeOrder(of: graph, for: .unmotorised).section
    let order = EdgeOrder(of: graph, for: .vehicles)
    try take([order.section, await unmotorised])
    return order
  }

  /// The groups of the hierarchy, of its turns and of the usual weights.
  private static func handOver(
    _ order: consuming EdgeOrder, of graph: RoadGraph, _ take: ([AddedSection]) throws -> Void
  ) rethrows {
    let turns = TurnGraph(of: graph, states: TurnStates(of: graph), network: .vehicles)
    graph.releasePages()
    let contractionOrder = turns.contractionOrder(consume order)
    let hierarchy = Hierarchy(of: turns.arcs, order: consume contractionOrder)
    try take(hierarchy.sections + turns.sections)
    let weights = usualWeights(of: consume turns, on: graph)
    returnFreedMemory()
    graph.releasePages()
    try take(Metric(of: consume hierarchy, weights: consume weights).sections)
  }

  private static func usualWeights(of turns: consuming TurnGraph, on graph: RoadGraph) -> [RouteCost] {
    turns.weights(RoadCosts(usualOn: graph))
  }

  /// The arcs that cost less if a route may violate rules, and the mainland. The map must have all other groups. Each step
  /// gives back the memory of what it read.
  private static func sectionsForViolations(of map: RoadGraph) throws(RoadGraphError) -> [AddedSection] {
    map.releasePages()
    let states = TurnStates(of: map)
    let mainland = Mainland.of(RouteOptions().mode, on: map, states: states)
    map.releasePages()
    guard let hierarchy = try Hierarchy(storedIn: map),
      let turns = try TurnGraph(storedIn: map, states: states, fingerprint: hierarchy.fingerprint)
    else { return [] }
    let weights = turns.weights(RoadCosts(usualOn: map, .yielding))
    map.releasePages()
    let metric = Metric(of: hierarchy, weights: consume weights)
    map.releasePages()
    guard let lawful = try Metric(storedIn: map, on: hierarchy) else { return [] }
    map.releasePages()
    return metric.arcs(below: lawful).sections + [mainland.section]
  }

  /// The weights of one profile and set of options, customised for searches.
  ///
  /// The usual ones, of a car that drives the fastest way on the roads as the map has them, are stored in maps. They are
  /// computed all the same until a note says that this program computes what this map stores.
  package func metric(_ costs: RoadCosts) -> Metric {
    let areUsual = costs.strictness == .lawful && costs.areUsual
    if let usual, areUsual { return usual }
    let metric = Metric(of: hierarchy, weights: turns.weights(costs))
    if usual == nil, costs.graph.keepsNotes, areUsual, isStored(in: costs.graph, metric) {
      costs.graph.note(Self.check)
    }
    return metric
  }

  /// The weights for routes that may violate rules; `nil` if the hierarchy does not contain all roads that they can drive.
  ///
  /// Most arcs cost the same as in the lawful metric. Only the others are stored in maps and kept in memory.
  ///
  /// - Parameters:
  ///   - costs: of the same options as `lawful`.
  ///   - lawful: the weights of the lawful costs.
  func metric(yielding costs: RoadCosts, besides lawful: Metric) -> Metric? {
    if let cheaper, costs.areUsual { return lawful.with(cheaper) }
    guard turns.holdsAll(of: costs) else { return nil }
    let made = Metric(of: hierarchy, weights: turns.weights(costs)).arcs(below: lawful)
    let graph = costs.graph
    if cheaper == nil, graph.keepsNotes, costs.areUsual, isStored(in: graph),
      (try? CheaperArcs(storedIn: graph)) == made
    {
      graph.note(Self.yieldingCheck)
    }
    return lawful.with(made)
  }

  private static let check = "routes"
  private static let yieldingCheck = "violating-routes"

  /// Whether a map stores exactly this hierarchy, with these weights.
  private func isStored(in graph: RoadGraph, _ metric: Metric) -> Bool {
    isStored(in: graph) && (try? Metric(storedIn: graph, on: hierarchy)) == metric
  }

  /// Whether a map stores exactly this hierarchy.
  private func isStored(in graph: RoadGraph) -> Bool {
    guard let stored = try? Hierarchy(storedIn: graph), stored.fingerprint == turns.arcs.fingerprint,
      let storedTurns = try? TurnGraph(storedIn: graph, states: turns.states, fingerprint: stored.fingerprint)
    else { return false }
    return storedTurns.sections.elementsEqual(turns.sections) { $0.numbers == $1.numbers }
  }
}

extension RoadCosts {
  /// The costs whose weights maps store: those of the default options at no certain time.
  fileprivate convenience init(usualOn graph: RoadGraph, _ strictness: Strictness = .lawful) {
    var timetable = RoadTimetable()
    timetable.rules = ConditionalRules(of: graph)
    let options = RouteOptions()
    self.init(
      graph: graph, options: options, strictness: strictness,
      changes: timetable.changes(at: nil, for: options.traveller, on: graph, withTraffic: false))
  }

  /// - Complexity: O(rules of the map) for the default options.
  fileprivate var areUsual: Bool {
    options == RouteOptions() && changes == RoadCosts(usualOn: graph).changes
  }
}
