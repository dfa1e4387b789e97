package import Geodesy
package import Moments
package import RoadGraph
internal import RoadRules
internal import Routing

/// What may have kept a drive from its plan: roads that were closed then, and events on them.
package struct Hindrances: Sendable {
  package enum Kind: Sendable { case closedRoad, trafficEvent }

  private let traffic: KnownTraffic
  private let graph: RoadGraph

  package init(_ traffic: KnownTraffic, on graph: RoadGraph) {
    self.traffic = traffic
    self.graph = graph
  }

  /// The worst one on a piece of a plan at a time; `nil` if it is clear.
  package func worst(on plan: Plan, in piece: ClosedRange<Metres>, at moment: Timestamp) -> Kind? {
    let time = traffic.time(moment)
    var worst: Kind?
    for edge in plan.edges(in: piece) {
      let change = traffic.truth.change(
        of: edge, at: time, for: plan.route.options.traveller, on: graph, withTraffic: true)
      if let change, change.isShut || change.access == .no { return .closedRoad }
      if !traffic.truth.events(on: edge, at: time).isEmpty { worst = .trafficEvent }
    }
    return worst
  }
}

extension Plan {
  fileprivate func edges(in piece: ClosedRange<Metres>) -> some Sequence<EdgeID> {
    steps.lazy.filter { $0.progress < piece.upperBound && $0.progress + $0.length > piece.lowerBound }.map(\.edge)
  }
}
