internal import Geodesy
package import Moments
package import Plans
internal import RoadGraph
internal import Routing

/// Finds the events of a drive against its plan as they become certain: waypoints reached and missed, and deviations.
package struct PlanEventFold: Sendable {
  private let plan: Plan
  private let settings: DetectionSettings
  private let departure: Timestamp?
  private let hindrances: Hindrances?

  /// - Parameters:
  ///   - departure: when the plan begins; `nil` without times.
  ///   - hindrances: `nil` if roads are as in the map.
  package init(_ plan: Plan, departure: Timestamp?, hindrances: Hindrances? = nil, settings: DetectionSettings) {
    self.plan = plan
    self.hindrances = hindrances
    self.departure = departure
    self.settings = settings
  }

  package func take(_ update: PlanUpdate, into events: inout [Event]) {
    for visit in update.visits { take(visit, into: &events) }
    if let arrival = update.offRoadArrival, let event = Event(arrival, of: plan) { events.append(event) }
    for excursion in update.excursions {
      if let deviation = Deviation(excursion, from: plan, hindrances, settings) { events.append(Event(deviation)) }
    }
  }

  package func take(_ stands: [WaypointStand], into events: inout [Event]) {
    for stand in stands where isNamed(stand.number) {
      let waypoint = plan.waypoints[stand.number]
      events.append(
        Event(
          MilestoneStand(
            stand: stand, waypoint: waypoint.waypoint, planned: departure?.adding(seconds: waypoint.arrival))))
    }
  }

  /// - Parameters:
  ///   - missed: the numbers of the waypoints that were not reached.
  ///   - last: the number of the trip's last fix.
  package func finish(missed: [Int], last: Int, lastTime: Timestamp?, into events: inout [Event]) {
    for number in missed where isNamed(number) {
      let waypoint = plan.waypoints[number]
      events.append(
        Event(
          milestone(number, nil), fixes: last...last, beginTime: nil, endTime: nil, lastTime: lastTime,
          place: waypoint.waypoint.place, edge: nil, road: nil, length: 0, confidence: 1))
    }
  }

  private func take(_ visit: WaypointVisit, into events: inout [Event]) {
    guard isNamed(visit.number) else { return }
    events.append(
      Event(
        milestone(visit.number, visit), fixes: visit.fix...visit.fix, beginTime: visit.time, endTime: visit.time,
        place: visit.place, edge: visit.edge, road: visit.road, length: 0, confidence: 1))
  }

  /// Stopovers and the destination; pass-through points on request.
  private func isNamed(_ number: Int) -> Bool {
    number > 0 && (settings.namesPassThrough || plan.waypoints[number].waypoint.kind == .stopover)
  }

  private func milestone(_ number: Int, _ visit: WaypointVisit?) -> Milestone {
    let waypoint = plan.waypoints[number]
    return Milestone(
      number: number, isDestination: number == plan.waypoints.count - 1, waypoint: waypoint.waypoint, visit: visit,
      planned: departure?.adding(seconds: waypoint.arrival))
  }
}

extension Event {
  fileprivate init?(_ arrival: OffRoadArrival, of plan: Plan) {
    guard let destination = plan.waypoints.last else { return nil }
    let (number, waypoint) = (destination.number, destination.waypoint)
    let distance = groundDistance(waypoint.place, destination.snapped.place)
    self.init(
      OffRoadDestination(number: number, waypoint: waypoint, arrival: arrival, distanceFromRoad: distance),
      fixes: arrival.fix...arrival.fix, beginTime: arrival.time, endTime: arrival.time, place: arrival.place,
      edge: nil, road: nil, length: 0, confidence: 1)
  }

  fileprivate init(_ deviation: Deviation) {
    let excursion = deviation.excursion
    let first = excursion.left?.number ?? excursion.fixes.lowerBound
    self.init(
      deviation, fixes: first...(excursion.rejoined?.number ?? excursion.fixes.upperBound),
      beginTime: excursion.left?.time ?? excursion.beginTime, endTime: excursion.rejoined?.time ?? excursion.endTime,
      place: excursion.left?.place ?? excursion.firstPlace, edge: excursion.left?.edge, road: excursion.left?.road,
      length: excursion.length, confidence: excursion.confidence)
  }
}
