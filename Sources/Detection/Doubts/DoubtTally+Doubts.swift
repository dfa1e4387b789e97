internal import Geodesy
package import RoadGraph

extension DoubtTally {
  /// Everything in the trips that contradicts the map: the rules that several broke, by kind and the most broken first,
  /// the limits that nobody comes near, then missing and unused roads, the most travelled first.
  package func doubts(
    on graph: RoadGraph, for mode: TravelMode, settings: DoubtSettings = DoubtSettings()
  ) -> [Doubt] {
    brokenRules(on: graph, settings) + unreachedLimits(on: graph, settings) + missingRoads(settings)
      + UnusedRoads(of: self, on: graph, for: mode, settings).doubts()
  }

  private func brokenRules(on graph: RoadGraph, _ settings: DoubtSettings) -> [Doubt] {
    let broken = rules.filter { $0.value.broken >= settings.leastTrips }
    let order = broken.keys.sorted { a, b in
      let (first, second) = (broken[a]?.broken ?? 0, broken[b]?.broken ?? 0)
      return (a.kind.order, -first, a.index) < (b.kind.order, -second, b.index)
    }
    return order.compactMap { rule in
      guard let counts = broken[rule], let first = counts.first else { return nil }
      var doubt = Doubt(.rule(rule.kind), counts, first, on: graph)
      doubt.isDoubtful = counts.isDoubtful(settings)
      return doubt
    }
  }

  private func unreachedLimits(on graph: RoadGraph, _ settings: DoubtSettings) -> [Doubt] {
    let unreached = limits.filter { $0.value.isUnreached(settings) }
    let order = unreached.sorted { ($1.value.broken, $0.key) < ($0.value.broken, $1.key) }
    return order.compactMap { _, counts in
      counts.first.map { Doubt(.unreachedLimit, counts, $0, on: graph) }
    }
  }

  private func missingRoads(_ settings: DoubtSettings) -> [Doubt] {
    SharedGround(of: ground, leastTrips: settings.leastTrips).lines(from: settings.leastMissing).map { line in
      Doubt(
        kind: .missingRoad, source: nil, edge: nil, place: line.places[0], kept: nil, broken: line.trips,
        line: line.places)
    }
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
    if first.rule.kind == .speedLimit, let edge = first.edge {
      limit = graph.speedLimit(of: edge)?.kmh.map { Int($0) }
    }
  }
}
