internal import Geodesy
internal import RoadGraph

/// What makes another route worth showing beside the best one.
///
/// - Source: the three demands of Abraham, Delling, Goldberg & Werneck 2013, Alternative Routes in Road Networks,
///   doi:10.1145/2444016.2444019; routes are found by making dear what was found before, Chen, Bell & Bogenberger 2007,
///   doi:10.1109/TITS.2007.902640.
package struct AlternativeSettings: Sendable {
  /// At most this share of its length may be that of a better route.
  package var mostShared = 0.75
  /// It may cost so many times as much as the best route.
  package var mostStretch = 1.4
  /// Every part of it that costs this share of the best route is, around the places where it parts from better ones, the
  /// cheapest way between its ends.
  package var optimalShare = 0.2
  /// What a road costs that was found before, times this for each time.
  package var surcharge = 1.3
  /// Searches per route wanted.
  package var triesPerRoute = 4

  package init() {}
}

extension Router {
  /// The best route and up to `count` others that differ from it and from each other, by cost.
  ///
  /// A route that has to violate something is the only one.
  ///
  /// - Complexity: that of ``route(_:surcharges:)`` times ``AlternativeSettings/triesPerRoute`` for each route wanted.
  package mutating func routes(
    _ request: RouteRequest, alternatives count: Int, settings: AlternativeSettings = AlternativeSettings()
  ) throws(RouteError) -> [Route] {
    let best = try route(request)
    guard count > 0, best.violations.isEmpty else { return [best] }
    let changes = snapshot(for: request).searched
    let costs = RoadCosts(graph: graph, options: request.options, changes: changes)
    var surcharges = changes
    var surcharge = RoadChange()
    surcharge.costFactor = settings.surcharge
    var chosen = [best]
    var last = best
    for _ in 0..<count * settings.triesPerRoute where chosen.count <= count {
      for edge in Set(last.legs.flatMap { $0.elements.map(\.edge) }) { surcharges.add(surcharge, to: edge) }
      guard var found = try? route(request, surcharges: surcharges), found.violations.isEmpty else { break }
      last = found
      found.cost = costs.cost(of: found.legs, states: states)
      if isWorthwhile(found, beside: chosen, costs, settings) { chosen.append(found) }
    }
    return [best] + chosen.dropFirst().sorted { $0.cost < $1.cost }
  }

  private mutating func isWorthwhile(
    _ route: Route, beside better: [Route], _ costs: RoadCosts, _ settings: AlternativeSettings
  ) -> Bool {
    guard Double(route.cost) <= settings.mostStretch * Double(better[0].cost), !route.passesTwice(on: graph) else {
      return false
    }
    for other in better where route.shared(with: other) > settings.mostShared * route.length { return false }
    let reach = RouteCost(saturating: settings.optimalShare * Double(better[0].cost) / 2)
    for (leg, other) in zip(route.legs, better[0].legs) {
      for parting in leg.partings(from: other) where !isOptimal(leg, around: parting, reach: reach, costs) {
        return false
      }
    }
    return true
  }

  /// The leg's stretch that costs `reach` before an element and as much behind it is the cheapest way between its ends.
  private mutating func isOptimal(
    _ leg: RouteLeg, around element: Int, reach: RouteCost, _ costs: RoadCosts
  ) -> Bool {
    let elements = leg.elements
    var (begin, end) = (element, element)
    while begin > 0, costs.cost(of: elements[begin..<element], states: states) < reach { begin -= 1 }
    while end < elements.count - 1, costs.cost(of: elements[element...end], states: states) < reach { end += 1 }
    let own = costs.cost(of: elements[begin...end], states: states)
    let start = EdgePosition(edge: elements[begin].edge, offset: elements[begin].begin)
    let target = EdgePosition(edge: elements[end].edge, offset: elements[end].end)
    guard let cheapest = path(from: start, to: target, costs: costs) else { return true }
    return Double(own) <= 1.01 * Double(cheapest.cost)
  }
}

extension RoadCosts {
  /// Driving some elements of a leg, one after the other.
  func cost(of elements: ArraySlice<RouteElement>, states: TurnStates) -> RouteCost {
    guard let first = elements.first else { return 0 }
    let ending = elements.endIndex - elements.reversed().prefix { isRestricted($0.edge) }.count
    var cost = self.cost(of: first.edge, from: first.begin, to: first.end)
    var state = StateID(first.edge.rawValue)
    for i in elements.indices.dropFirst() {
      let element = elements[i]
      cost = cost &+| self.cost(from: state, onto: element.edge, in: states, isEnding: i >= ending)
      cost = cost &+| self.cost(of: element.edge, from: element.begin, to: element.end)
      state = states.next(after: state, onto: element.edge)
    }
    return cost
  }
}

extension Route {
  /// The length of what both drive in the same direction.
  fileprivate func shared(with other: Route) -> Metres {
    let edges = Set(other.legs.flatMap { $0.elements.map(\.edge) })
    return legs.reduce(0) { $0 + $1.elements.reduce(0) { edges.contains($1.edge) ? $0 + $1.length : $0 } }
  }

  /// A leg comes to the same node twice.
  fileprivate func passesTwice(on graph: RoadGraph) -> Bool {
    legs.contains { leg in
      let heads = leg.elements.dropLast().map { graph.head(of: $0.edge) }
      return Set(heads).count < heads.count
    }
  }
}

extension RouteLeg {
  /// The elements at which it leaves another leg and comes back to it.
  fileprivate func partings(from other: RouteLeg) -> [Int] {
    let edges = Set(other.elements.map(\.edge))
    let isShared = elements.map { edges.contains($0.edge) }
    return isShared.indices.dropFirst().filter { isShared[$0] != isShared[$0 - 1] }
  }
}
