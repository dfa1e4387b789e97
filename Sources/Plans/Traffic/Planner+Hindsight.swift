package import Geodesy
package import Moments
internal import RoadRules
internal import Routing

extension Planner {
  /// What a drive along a plan lost against the best routes through its waypoints.
  ///
  /// The best route in the actual traffic is the quickest of these, each timed in that traffic: the plan, and the best
  /// routes on empty roads, in the traffic known at the start, at each poll and whenever traffic changed, and in all
  /// traffic of the drive at once.
  ///
  /// - Parameters:
  ///   - begin: the first fix on the plan.
  ///   - arrival: at the destination.
  ///   - stood: the time the vehicle stood at the stops before.
  package mutating func hindsight(
    of plan: Plan, from begin: (progress: Metres, time: Timestamp), arrival: Timestamp, stood: Seconds,
    in traffic: KnownTraffic, settings: PollSettings
  ) -> Hindsight? {
    guard let rest = plan.remainder(from: begin.progress, on: graph) else { return nil }
    defer { router.use(RoadTimetable()) }
    var request = RouteRequest(waypoints: rest.requested, options: plan.route.options)
    request.departure = traffic.time(begin.time)
    let period = begin.time...max(begin.time, arrival)
    var hindsight = Hindsight(duration: arrival.seconds(since: begin.time) - stood)
    router.use(RoadTimetable())
    let planned = router.route(along: rest.paths, past: rest.waypoints, request)
    let known = quickest(
      [planned, route(request, as: traffic.known(at: begin.time))], request, in: traffic.known(at: begin.time))
    hindsight.bestKnown = quickest([known], request, in: traffic.truth).map(\.time)
    var candidates = [
      planned, known, route(request, as: traffic.truth.withoutTraffic),
      route(request, as: traffic.truth.all(during: period)),
    ]
    for moment in traffic.moments(of: period, every: settings.interval) {
      candidates.append(route(request, as: traffic.known(at: moment)))
    }
    hindsight.best = quickest(candidates, request, in: traffic.truth).map(\.time)
    return hindsight
  }

  private mutating func route(_ request: RouteRequest, as known: RoadTimetable) -> Route? {
    router.use(known)
    return try? router.route(request)
  }

  /// The quickest of some routes, with its times; `nil` if all are closed.
  private mutating func quickest(_ routes: [Route?], _ request: RouteRequest, in timetable: RoadTimetable) -> Route? {
    router.use(timetable)
    let timed = routes.compactMap { $0.map { router.refreshed($0, departure: request.departure) } }
    return timed.filter { !$0.isClosed }.min { $0.time < $1.time }
  }
}

extension KnownTraffic {
  /// Moments of a period at which something else may be known: polls and changes of traffic.
  fileprivate func moments(of period: ClosedRange<Timestamp>, every interval: Seconds) -> [Timestamp] {
    let length = period.upperBound.seconds(since: period.lowerBound)
    let polls = stride(from: interval, to: length, by: interval).map { period.lowerBound.adding(seconds: $0) }
    let changes = truth.trafficTimes.filter { period.contains($0) }
    let all = Set(polls + changes).sorted()
    let step = (all.count + Self.mostMoments - 1) / Self.mostMoments
    return stride(from: 0, to: all.count, by: max(1, step)).map { all[$0] }
  }

  /// Each takes a search.
  private static var mostMoments: Int { 48 }
}
