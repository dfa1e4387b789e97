internal import Geodesy
package import RoadGraph

extension DoubtTally {
  /// All that the trips say against the map: the rules that several broke, by kind and the most broken first, then the
  /// missing roads and the unused ones, the most travelled first.
  package func doubts(
    on graph: RoadGraph, for mode: TravelMode, settings: DoubtSettings = DoubtSettings()
  ) -> [Doubt] {
    brokenRules(on: graph, settings) + missingRoads(settings)
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
      return Doubt(
        kind: .rule(rule.kind), isDoubtful: counts.isDoubtful(settings), source: graph.source(of: rule),
        edge: first.edge, place: first.place, kept: counts.kept, broken: counts.broken)
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
