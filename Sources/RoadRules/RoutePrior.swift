internal import Glibc
package import RoadGraph

/// How likely the turns of a drive are before a fix is seen: by a plan, or by how often many drives used the roads.
///
/// A turn has a price, a natural logarithm as all prices of ``TravelRules``. The likeliest turn out of an edge costs
/// nothing, so that a prior does not favour paths with few junctions. Driving against a oneway and turning round have
/// prices of their own, and cost nothing here.
///
/// A class, so that rules stay small and compare quickly: two priors are equal if they are the same object.
package final class RoutePrior: Sendable {
  private enum Source {
    case plan(Set<EdgeID>)
    /// Passages by edge.
    case use([UInt32])
  }

  private let source: Source
  private let settings: RoutePriorSettings

  /// - Parameter edges: of a plan.
  package init(plan edges: some Sequence<EdgeID>, settings: RoutePriorSettings = RoutePriorSettings()) {
    source = .plan(Set(edges))
    self.settings = settings
  }

  /// - Parameter passages: how often each edge of the map was driven, by its number.
  package init(use passages: [UInt32], settings: RoutePriorSettings = RoutePriorSettings()) {
    source = .use(passages)
    self.settings = settings
  }

  /// The price of turning from one edge onto the next, 0 or more.
  ///
  /// - Precondition: `next` is no U-turn.
  func price(from edge: EdgeID, onto next: EdgeID, on graph: RoadGraph, for mode: TravelMode) -> Double {
    guard graph.access(of: next)[mode] > .no else { return 0 }
    switch source {
    case .plan(let plan):
      guard plan.contains(edge), !plan.contains(next) else { return 0 }
      return graph.edges(leaving: graph.head(of: edge)).contains { plan.contains($0) } ? settings.leavingPlan : 0
    case .use(let passages):
      var most: UInt32 = 0
      for other in graph.edges(leaving: graph.head(of: edge)) where other != edge.reversed {
        if graph.access(of: other)[mode] > .no { most = max(most, passages[other.index]) }
      }
      return settings.price(passages[next.index], most: most)
    }
  }
}

extension RoutePrior {
  /// Stands for the passages, so that a change of them is noticed; `nil` for a plan.
  ///
  /// - Source: FNV-1a, here of whole numbers (Fowler, Noll and Vo, draft-eastlake-fnv).
  package var key: UInt64? {
    guard case .use(let passages) = source else { return nil }
    return passages.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension RoutePrior: Equatable {
  package static func == (a: RoutePrior, b: RoutePrior) -> Bool { a === b }
}

/// How much a ``RoutePrior`` counts.
package struct RoutePriorSettings: Sendable {
  /// The price of leaving a plan at a junction where it continues. Source: Experiments.md, *Priors*.
  package var leavingPlan = 2.0
  /// As many passages are added to those of each road: what nobody drove yet is not impossible. Source: Experiments.md,
  /// *Priors*.
  package var addedPassages = 1.0
  /// The greatest price by use. Source: Experiments.md, *Priors*.
  package var mostByUse = 3.0

  package init() {}

  /// - Parameters:
  ///   - passages: of the road turned onto.
  ///   - most: of the road used most of those to choose from.
  func price(_ passages: UInt32, most: UInt32) -> Double {
    let ratio = (Double(most) + addedPassages) / (Double(passages) + addedPassages)
    return ratio > 1 ? min(mostByUse, log(ratio)) : 0
  }
}
