package import RoadGraph
package import RoadRules

extension RoadTimetable {
  /// The changes in force for the search of a request.
  package func changes(for request: RouteRequest, on graph: RoadGraph) -> RoadChanges {
    changes(
      at: request.departure ?? request.arrival, for: request.options.traveller, on: graph,
      withTraffic: trafficMode == .optimal)
  }
}
