/// What has become certain of a drive against its plan.
package struct PlanUpdate: Sendable {
  /// One for each fix of the trip, in order; `nil` for a fix that is not used.
  package var positions: [PlanPosition?] = []
  package var visits: [WaypointVisit] = []
  package var excursions: [Excursion] = []
  /// At a destination beyond the last road.
  package var offRoadArrival: OffRoadArrival?
}
