internal import Geodesy
internal import RoadGraph
package import Trips

/// What a trip passed, in the order driven: level crossings, toll stops, border posts, stop signs and signals that
/// apply to its direction, cameras and other devices that watch it, and the zones that it entered and left.
///
/// - Complexity: O(*n*) for *n* fixes and edges.
package func crossings(of trip: Trip, in scene: Scene) -> [Crossing] {
  var fold = CrossingFold(scene)
  return fold.take(TripUpdate(of: trip, leastSilence: .infinity)) + fold.finish()
}
