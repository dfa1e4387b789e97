internal import Detection
internal import Geodesy
internal import Matching
internal import Moments
internal import Plans
internal import Reports
internal import Routing
internal import Traces
internal import Trips

extension TripPlanner {
  /// Holds a trip with a plan against the traffic: when it arrives, which routes would have been better, and what it
  /// lost.
  func hold(
    _ report: inout TripReport, against traffic: KnownTraffic, settings: PollSettings, using planner: inout Planner
  ) {
    guard var outcome = report.plan, let plan = outcome.plan else { return }
    let fixes = report.trip.matched.trace.fixes
    outcome.isInTraffic = true
    planner.expectArrivals(&outcome, at: fixes, in: traffic)
    let polls = planner.polls(of: plan, fixes, at: outcome.positions, in: traffic, settings: settings)
    if let course = Course(outcome, fixes, report.events) {
      outcome.hindsight = planner.hindsight(
        of: plan, from: course.begin, arrival: course.arrival, stood: course.stood, in: traffic, settings: settings)
    }
    report.plan = outcome
    report.events = (report.events + events(of: polls, on: report.trip)).inOrder()
  }
}

/// From where and when to when a drive followed its plan.
private struct Course {
  var begin: (progress: Metres, time: Timestamp)
  var arrival: Timestamp
  /// At the stops before the destination.
  var stood: Seconds = 0

  /// `nil` without times, and where the drive did not reach its destination, or missed a stop.
  init?(_ outcome: PlanOutcome, _ fixes: [Fix], _ events: [Event]) {
    let milestones = events.compactMap { $0.payload as? Milestone }
    if milestones.contains(where: { !$0.isReached && $0.waypoint.kind == .stopover }) { return nil }
    guard let arrival = milestones.last(where: { $0.isDestination })?.visit?.time else { return nil }
    for (fix, position) in zip(fixes, outcome.positions) {
      guard let position, position.isOnPlan, let time = fix.time, time < arrival else { continue }
      begin = (position.progress, time)
      self.arrival = arrival
      stood = milestones.filter { !$0.isDestination }.compactMap { $0.visit?.dwell }.reduce(0, +)
      return
    }
    return nil
  }
}
