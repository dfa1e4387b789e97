internal import Geodesy
package import Moments
internal import RoadGraph
internal import RoadRules
package import Routing

/// Asks again and again during a drive whether another route through the remaining waypoints is better than the rest of
/// the plan, in the traffic that is known at that moment.
package struct PollFold: Sendable {
  private let plan: Plan
  private let traffic: KnownTraffic
  private let settings: PollSettings
  /// When the drive was last asked; `nil` before it comes to the plan.
  private var lastPoll: Timestamp?
  /// When the time of arrival was last known; `nil` for that in the usual traffic.
  private var lastKnown: Timestamp?
  private var hasArrived = false
  /// It was told that the drive is off its plan, and no fix was on it since.
  private var isLost = false
  /// The better route that was told last, with the vehicle's edge then as its first, and how much later it arrived.
  private var told: (edges: [EdgeID], difference: Seconds, isPlanClosed: Bool)?

  package init(_ plan: Plan, in traffic: KnownTraffic, settings: PollSettings) {
    self.plan = plan
    self.traffic = traffic
    self.settings = settings
  }

  /// Takes the next fix.
  ///
  /// - Returns: what a driver would have been told there; `nil` if nothing was asked or nothing is new.
  package mutating func take(
    _ fix: Int, _ time: Timestamp, _ position: PlanPosition, using router: inout Router
  ) -> RoutePoll? {
    guard settings.isOn else { return nil }
    if position.isOnPlan, plan.length - position.progress <= Self.nearEnd { hasArrived = true }
    guard !hasArrived else { return nil }
    if position.isOnPlan { isLost = false }
    guard let last = lastPoll else {
      if position.isOnPlan { lastPoll = time }
      return nil
    }
    guard time.seconds(since: last) >= settings.interval else { return nil }
    lastPoll = time
    if isLost { return nil }
    isLost = !position.isOnPlan
    var poll = RoutePoll(finding: .couldNotMatchOrigin, fix: fix, time: time, progress: position.progress)
    if position.isOnPlan {
      defer { router.use(RoadTimetable()) }
      guard let (finding, route) = find(from: position.progress, time, using: &router) else { return nil }
      lastKnown = time
      (poll.finding, poll.route) = (finding, route)
    }
    return poll
  }

  /// `nil` if nothing is new.
  private mutating func find(
    from progress: Metres, _ time: Timestamp, using router: inout Router
  ) -> (RoutePoll.Finding, RoutePoll.Route)? {
    guard let rest = plan.remainder(from: progress, on: router.graph) else { return nil }
    router.use(traffic.known(at: time))
    let planned = router.route(along: rest, plan.route.options, departure: traffic.time(time))
    var request = RouteRequest(waypoints: rest.requested, options: plan.route.options)
    request.departure = traffic.time(time)
    if let found = try? router.route(request), found.edges != planned.edges,
      let better = better(found, than: planned, at: time)
    {
      return isNews(better, along: found.edges) ? (.betterRoute, better) : nil
    }
    return refreshed(planned, rest, at: time, using: &router).map { (.etaRefreshed, $0) }
  }

  /// Whether a better route is another one than was told, or arrives at another time than that did; notes it if so.
  private mutating func isNews(_ better: RoutePoll.Route, along edges: [EdgeID]) -> Bool {
    let difference = better.arrivalDifference
    if let told, told.edges.suffix(edges.count) == edges[...], told.isPlanClosed == better.isPlanClosed,
      !settings.isEnough(abs(difference - told.difference), of: better.duration)
    {
      return false
    }
    told = (edges, difference, better.isPlanClosed)
    return true
  }

  private func better(_ found: Routing.Route, than planned: Routing.Route, at time: Timestamp) -> RoutePoll.Route? {
    if found.isClosed { return nil }
    let gained = planned.time - found.time
    guard planned.isClosed || settings.isEnough(gained, of: found.time) else { return nil }
    var route = RoutePoll.Route(found, from: time, arrivalDifference: -gained)
    route.lengthDifference = found.length - planned.length
    route.isPlanClosed = planned.isClosed
    return route
  }

  /// `nil` if the rest of the plan takes as long as was known before.
  private func refreshed(
    _ planned: Routing.Route, _ rest: PlanRemainder, at time: Timestamp, using router: inout Router
  ) -> RoutePoll.Route? {
    router.use(lastKnown.map { traffic.known(at: $0) } ?? traffic.asUsual)
    let before = router.route(along: rest, plan.route.options, departure: traffic.time(time))
    let more = planned.time - before.time
    guard settings.isEnough(abs(more), of: planned.time) else { return nil }
    return RoutePoll.Route(planned, from: time, arrivalDifference: more)
  }

  /// Who is this near to the end of the plan has arrived.
  private static let nearEnd: Metres = 30
}

extension RoutePoll.Route {
  fileprivate init(_ route: Routing.Route, from time: Timestamp, arrivalDifference: Seconds) {
    self.init(
      path: route.legs.flatMap { $0.elements.map(\.stretch) }, length: route.length, duration: route.time,
      arrival: time.adding(seconds: route.time), arrivalDifference: arrivalDifference, lengthDifference: 0)
  }
}

extension Router {
  /// The rest of a plan at a time.
  mutating func route(along rest: PlanRemainder, _ options: RouteOptions, departure: ZonedTime) -> Route {
    var request = RouteRequest(waypoints: rest.requested, options: options)
    request.departure = departure
    let route = self.route(along: rest.paths, past: rest.waypoints, request)
    return (try? timed(route, for: request)) ?? route
  }
}
