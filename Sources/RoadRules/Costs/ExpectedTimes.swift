package import Geodesy
package import RoadGraph

/// The durations of paths for one mode on empty roads, at the speeds used for planning routes.
///
/// A class, because the tables of a profile would be copied with every call.
package final class ExpectedTimes: Sendable {
  private let costs: RoadCosts

  package init(graph: RoadGraph, mode: TravelMode) {
    var options = RouteOptions()
    options.mode = mode
    costs = RoadCosts(graph: graph, options: options)
  }

  /// The duration of a length on an edge.
  package func duration(of length: Metres, on edge: EdgeID) -> Seconds { length / speed(on: edge) }

  /// Above 0.
  package func speed(on edge: EdgeID) -> MetresPerSecond {
    let speed = costs.freeFlowSpeed(on: edge)
    return speed > 0 ? speed : Self.speedElsewhere
  }

  /// The duration of going from the end of one edge to the start of the next: turning, signals and similar delays.
  package func duration(from edge: EdgeID, onto next: EdgeID) -> Seconds {
    costs.durationAnywhere(from: edge, onto: next)
  }

  /// The duration of a metre on the fastest road.
  package var leastPerMetre: Double { 1 / max(costs.profile.topSpeed / 3.6, Self.speedElsewhere) }

  /// On roads for which the profile of the mode has no speed: at walking pace.
  private static let speedElsewhere: MetresPerSecond = 1.5
}
