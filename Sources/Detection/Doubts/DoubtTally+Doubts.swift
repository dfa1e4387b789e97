internal import Geodesy
package import RoadGraph

extension DoubtTally {
  /// Everything in the trips that contradicts the map: the rules that several broke, by kind and the most broken first,
  /// the limits that nobody comes near, then missing and unused roads, the most travelled first.
  package func doubts(
    on graph: RoadGraph, for mode: TravelMode, settings: DoubtSettings = DoubtSettings()
  ) -> [Doubt] {
    brokenRules(on: graph, settings) + unreachedLimits(on: graph, settings) + missingRoads(on: graph, settings)
      + UnusedRoads(of: self, on: graph, for: mode, settings).doubts()
  }

  private func brokenRules(on graph: RoadGraph, _ settings: DoubtSettings) -> [Doubt] {
    let broken = rules.filter { $0.value.broken >= settings.leastTrips }
    let order = broken.keys.sorted { a, b in
      let (first, second) = (broken[a]?.broken ?? 0, broken[b]?.broken ?? 0)
      return (a.kind.order, -first, a.index) < (b.kind.order, -second, b.index)
    }
    return order.compactMap { rule in
      guard let counts = broken[rule], let first = counts.first, !isToldByLeader(counts, settings) else { return nil }
      var doubt = Doubt(.rule(rule.kind), counts, first, on: graph)
      doubt.isDoubtful = counts.isDoubtful(settings)
      return doubt
    }
  }

  /// Whether the row of another rule says the same: a street of several ways is one row.
  private func isToldByLeader(_ counts: RuleCounts, _ settings: DoubtSettings) -> Bool {
    guard let leader = counts.leader, let leading = rules[leader], leading.leader == nil else { return false }
    return leading.broken >= settings.leastTrips && leading.isDoubtful(settings) == counts.isDoubtful(settings)
  }

  private func unreachedLimits(on graph: RoadGraph, _ settings: DoubtSettings) -> [Doubt] {
    let unreached = limits.filter { $0.value.isUnreached(settings) }
    let order = unreached.sorted { ($1.value.broken, $0.key) < ($0.value.broken, $1.key) }
    return order.compactMap { _, counts in
      counts.first.map { Doubt(.unreachedLimit, counts, $0, on: graph) }
    }
  }

  private func missingRoads(on graph: RoadGraph, _ settings: DoubtSettings) -> [Doubt] {
    let lines = SharedGround(of: ground, leastTrips: settings.leastTrips).lines(from: settings.leastMissing)
    var roads = RoadsNearby(graph, within: settings.mappedReach)
    return lines.filter { roads.lengthOff(of: $0.places) >= settings.leastMissing }.map { line in
      Doubt(
        kind: .missingRoad, source: nil, edge: nil, place: line.places[0], kept: nil, broken: line.trips,
        line: line.places)
    }
  }
}

/// The roads of the map near a line, those of other modes included: a pedestrian street that cars drive is not missing.
private struct RoadsNearby {
  private let graph: RoadGraph
  private let reach: Metres
  private var found: [NearbyRoad] = []
  private var scratch = NearbyScratch()

  init(_ graph: RoadGraph, within reach: Metres) {
    self.graph = graph
    self.reach = reach
  }

  /// The length of the pieces of a line that no road of the map runs along; half of a piece goes with each of its ends.
  mutating func lengthOff(of line: [Place]) -> Metres {
    var length: Metres = 0
    var isOff = line.first.map { !hasRoad(near: $0) } ?? false
    for (begin, end) in zip(line, line.dropFirst()) {
      let (wasOff, half) = (isOff, groundDistance(begin, end) / 2)
      isOff = !hasRoad(near: end)
      length += (wasOff ? half : 0) + (isOff ? half : 0)
    }
    return length
  }

  private mutating func hasRoad(near place: Place) -> Bool {
    graph.roads(near: place, within: reach, into: &found, using: &scratch)
    return !found.isEmpty
  }
}

extension RuleKind {
  fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension Doubt {
  fileprivate init(_ kind: Kind, _ counts: DoubtTally.RuleCounts, _ first: BrokenRule, on graph: RoadGraph) {
    let vehicles = counts.vehicles
    self.init(
      kind: kind, source: graph.source(of: first.rule), edge: first.edge, place: first.place, kept: counts.kept,
      broken: counts.broken, vehicles: Vehicles(kept: vehicles.kept, broken: vehicles.broken))
    rule = first.rule
    if first.rule.kind == .speedLimit, let edge = first.edge {
      limit = graph.speedLimit(of: edge)?.kmh.map { Int($0) }
    }
  }
}
