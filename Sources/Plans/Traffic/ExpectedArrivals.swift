internal import Geodesy
internal import Moments
internal import RoadRules
internal import Routing
package import Traces

extension Planner {
  /// Sets when a vehicle that goes on as planned arrives, as it is known at each fix: the times of the rest in the
  /// traffic known then.
  ///
  /// - Parameters:
  ///   - fixes: of the drive.
  ///   - outcome: of its plan, with the positions of the fixes.
  package mutating func expectArrivals(_ outcome: inout PlanOutcome, at fixes: [Fix], in traffic: KnownTraffic) {
    guard let plan = outcome.plan else { return }
    let changes = traffic.changeTimes(on: plan)
    var times: PlanTimes?
    var next = 0
    var until: Timestamp?
    for number in outcome.positions.indices {
      guard let time = fixes[number].time, let position = outcome.positions[number] else { continue }
      if times == nil || until.map({ time >= $0 }) ?? false {
        times = self.times(of: plan, at: time, in: traffic)
        while next < changes.count, changes[next] <= time { next += 1 }
        until = next < changes.count ? changes[next] : nil
      }
      guard let remaining = times?.remaining(from: position.progress) else { continue }
      let arrival = time.adding(seconds: remaining)
      outcome.positions[number]?.arrival = arrival
      outcome.positions[number]?.delay = outcome.departure.map { arrival.seconds(since: $0) - plan.duration }
    }
    router.use(RoadTimetable())
  }

  private mutating func times(of plan: Plan, at moment: Timestamp, in traffic: KnownTraffic) -> PlanTimes {
    router.use(traffic.known(at: moment))
    return PlanTimes(router.refreshed(plan.route, departure: traffic.time(moment)))
  }
}
