internal import Geodesy
internal import Matching
package import RoadGraph
package import Trips

/// What a trip did beside following its roads, in the order of its begin: drives against the allowed direction, times
/// off the road, gaps and stops.
///
/// - Returns: sorted by begin time, then type; events without a time stand where their fixes stand. Empty for a trip
///   without fixes.
/// - Complexity: O(*n* log *n*) for *n* fixes and edges.
package func events(
  of trip: Trip, on graph: RoadGraph, for mode: TravelMode, settings: DetectionSettings = DetectionSettings()
) -> [Event] {
  let drive = Drive(trip: trip, graph: graph, mode: mode, settings: settings)
  let found = drive.wrongWayEvents() + drive.offRoadEvents() + drive.gapEvents() + drive.silenceEvents()
  return drive.inOrder(found + drive.stopEvents())
}
