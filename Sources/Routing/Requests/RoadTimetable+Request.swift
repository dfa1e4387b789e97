package import RoadGraph
package import RoadRules

extension RoadTimetable {
  /// What the search of a request goes by.
  package func changes(for request: RouteRequest, on graph: RoadGraph) -> RoadChanges {
    changes(
      at: request.departure ?? request.arrival, for: request.options.traveller, on: graph,
      withTraffic: trafficMode == .optimal)
  }
}
