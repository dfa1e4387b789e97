internal import Geodesy
package import Moments
internal import RoadRules
package import Routing
package import Traces

/// When a vehicle that continues as planned arrives, as known at each fix: from the times of the rest of the plan in
/// the traffic known then.
///
/// Memory: the times of the plan in the newest traffic.
package struct ExpectedArrivals: Sendable {
  private let plan: Plan
  private let departure: Timestamp?
  private let traffic: KnownTraffic
  /// The moments at which the traffic on the plan changes.
  private let changes: [Timestamp]
  private var nextChange = 0
  private var times: PlanTimes?
  /// When the times take the plan to begin.
  private var begin: Timestamp?

  /// - Parameter departure: when the plan begins; `nil` without times.
  package init(on plan: Plan, departure: Timestamp?, in traffic: KnownTraffic) {
    self.plan = plan
    self.departure = departure
    self.traffic = traffic
    changes = traffic.changeTimes(on: plan)
  }

  /// Sets the arrival as it is known at the next fix.
  package mutating func set(in position: inout PlanPosition, at time: Timestamp, using router: inout Router) {
    let changesNow = changes.indices.contains(nextChange) && time >= changes[nextChange]
    if times == nil || changesNow || isOffSchedule(position.progress, at: time) {
      // The hours count from where the vehicle is, so that the plan began as much earlier as that far takes.
      let passed = traffic.isByHour ? times?.passed(to: position.progress) ?? 0 : 0
      let begin = time.adding(seconds: -passed)
      times = known(at: time, beginning: begin, using: &router)
      self.begin = begin
      while nextChange < changes.count, changes[nextChange] <= time { nextChange += 1 }
    }
    guard let remaining = times?.remaining(from: position.progress) else { return }
    let arrival = time.adding(seconds: remaining)
    position.arrival = arrival
    position.delay = departure.map { arrival.seconds(since: $0) - plan.duration }
  }

  /// The vehicle is there at an hour other than the times take it to be.
  private func isOffSchedule(_ progress: Metres, at time: Timestamp) -> Bool {
    guard traffic.isByHour, let times, let begin else { return false }
    return abs(time.seconds(since: begin) - times.passed(to: progress)) > Self.mostSlip
  }

  /// The speed of traffic changes by less than a per cent in it.
  private static let mostSlip: Seconds = 60

  private func known(at moment: Timestamp, beginning begin: Timestamp, using router: inout Router) -> PlanTimes {
    router.use(traffic.known(at: moment))
    defer { router.use(RoadTimetable()) }
    return PlanTimes(router.refreshed(plan.route, departure: traffic.time(begin)))
  }
}

extension Planner {
  /// Sets when a vehicle that continues as planned arrives, for each fix of a whole drive.
  ///
  /// - Parameters:
  ///   - fixes: the fixes of the drive.
  ///   - outcome: the outcome of its plan, with the positions of the fixes.
  package mutating func expectArrivals(_ outcome: inout PlanOutcome, at fixes: [Fix], in traffic: KnownTraffic) {
    guard let plan = outcome.plan else { return }
    var arrivals = ExpectedArrivals(on: plan, departure: outcome.departure, in: traffic)
    for number in outcome.positions.indices {
      guard let time = fixes[number].time, var position = outcome.positions[number] else { continue }
      arrivals.set(in: &position, at: time, using: &router)
      outcome.positions[number] = position
    }
  }
}
