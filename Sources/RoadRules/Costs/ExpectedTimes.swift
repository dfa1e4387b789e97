package import Geodesy
package import RoadGraph

/// What ways take one mode on empty roads, at the speeds that routes are planned with.
///
/// A class, for the tables of a profile would be copied with every call.
package final class ExpectedTimes: Sendable {
  private let costs: RoadCosts

  package init(graph: RoadGraph, mode: TravelMode) {
    var options = RouteOptions()
    options.mode = mode
    costs = RoadCosts(graph: graph, options: options)
  }

  /// Of so many metres on an edge.
  package func duration(of length: Metres, on edge: EdgeID) -> Seconds { length / speed(on: edge) }

  /// Above 0.
  package func speed(on edge: EdgeID) -> MetresPerSecond {
    let speed = costs.freeFlowSpeed(on: edge)
    return speed > 0 ? speed : Self.speedElsewhere
  }

  /// Of going from the end of one edge to the begin of the next: turning, signals and the like.
  package func duration(from edge: EdgeID, onto next: EdgeID) -> Seconds { costs.duration(from: edge, onto: next) }

  /// Of a metre on the fastest road.
  package var leastPerMetre: Double { 1 / max(costs.profile.topSpeed / 3.6, Self.speedElsewhere) }

  /// On roads that the mode's profile has no speed for: at a walk.
  private static let speedElsewhere: MetresPerSecond = 1.5
}
