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
    var tally = PlanTally(report.events)
    for (fix, position) in zip(fixes, outcome.positions) {
      if let position { tally.take(position, at: fix.time) }
    }
    outcome.hindsight = planner.hindsight(of: plan, tally, in: traffic, settings: settings)
    report.plan = outcome
    report.events = (report.events + events(of: polls, on: report.trip)).inOrder()
  }
}

extension Planner {
  /// What a drive lost; `nil` where it did not follow its plan through all stops to the destination.
  mutating func hindsight(
    of plan: Plan, _ tally: PlanTally, in traffic: KnownTraffic, settings: PollSettings
  ) -> Hindsight? {
    tally.course.flatMap {
      hindsight(of: plan, from: $0.begin, arrival: $0.arrival, stood: $0.stood, in: traffic, settings: settings)
    }
  }
}
