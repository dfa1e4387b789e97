package import Moments
package import RoadGraph
package import RoadRules

/// The differences from the map at the time of a request.
struct RoadSnapshot: Sendable {
  var time: ZonedTime?
  var traveller: Traveller
  /// Without traffic.
  var free: RoadChanges
  /// The changes used by the search.
  var searched: RoadChanges
  /// The prepared weights of the hierarchy include these changes.
  var isAsPrepared: Bool
}

/// Finds routes on one map.
///
/// Each leg is first searched lawfully and without everything to be avoided. If there is no such path, the route is
/// returned with a list of what it violates, unless the request is strict. Before that, waypoints that cannot be left
/// or reached are moved to roads that can, if such roads are near.
///
/// The value is scratch: keep one per worker.
package struct Router: ~Copyable, Sendable {
  package let graph: RoadGraph
  package let settings: RoutingSettings
  /// Changes of the map that are always in force.
  package let changes: RoadChanges
  package private(set) var timetable: RoadTimetable
  private var snapshot: RoadSnapshot?
  let prepared: PreparedRoads?
  var search: LegSearch
  private var fastSearch: HierarchyLegSearch?
  /// Both are created when first needed.
  private var clockSearch: ClockLegSearch?
  private var fastClockSearch: HourlyLegSearch?
  var snapper: Snapper
  /// By mode; computed when a path is missing for the first time.
  private var mainlands: [TravelMode: Mainland] = [:]

  /// - Parameter prepared: used for requests with its options and the same changes as in its costs. All others are
  ///   searched without it.
  package init(
    on graph: RoadGraph, settings: RoutingSettings = RoutingSettings(), changes: RoadChanges = RoadChanges(),
    timetable: RoadTimetable = RoadTimetable(), prepared: PreparedRoads? = nil
  ) {
    self.graph = graph
    self.settings = settings
    self.changes = changes
    self.timetable = timetable
    self.prepared = prepared
    search = LegSearch(on: graph, states: prepared?.roads.turns.states ?? TurnStates(of: graph))
    fastSearch = prepared.map { HierarchyLegSearch(on: graph, roads: $0.roads) }
    snapper = Snapper(settings: settings)
  }

  package var states: TurnStates { search.states }

  /// Uses another timetable from now on.
  package mutating func use(_ timetable: RoadTimetable) {
    self.timetable = timetable
    snapshot = nil
  }

  /// - Parameter surcharges: changes in addition to the router's own.
  package mutating func route(_ request: RouteRequest, surcharges: RoadChanges? = nil) throws(RouteError) -> Route {
    try check(request)
    var timing = timetable.timing(for: request)
    if surcharges != nil { timing?.labels = .cheapest }
    let changes = surcharges ?? snapshot(for: request).searched
    let lawful = RoadCosts(graph: graph, options: request.options, changes: changes)
    guard let timing, timing.direction == .arriving, request.waypoints.count > 2 else {
      let found = try searched(request, costs: lawful, surcharges: surcharges, timing)
      return try finished(found, for: request, costs: lawful)
    }
    return try arriving(request, costs: lawful, surcharges: surcharges, timing)
  }

  /// The route through several waypoints that leaves as late as possible to arrive in time.
  ///
  /// The best route at some departure is moved to its own latest departure, and the best route there is searched for,
  /// until it leaves no later. Who leaves later arrives later, so no departure after that is in time.
  private mutating func arriving(
    _ request: RouteRequest, costs: RoadCosts, surcharges: RoadChanges?, _ timing: LegTiming
  ) throws(RouteError) -> Route {
    var best: Route?
    var next = timing.departing(at: timing.moment)
    for _ in 0..<Self.mostDepartures {
      let found = try searched(request, costs: costs, surcharges: surcharges, next)
      let timed = try finished(found, for: request, costs: costs)
      guard let departure = timed.departure else { return timed }
      if let known = best?.departure, departure.moment <= known.moment { break }
      best = timed
      next = timing.departing(at: departure)
    }
    guard let best else { throw .noRoute(leg: 0) }
    return best
  }

  private static var mostDepartures: Int { 12 }

  private mutating func searched(
    _ request: RouteRequest, costs lawful: RoadCosts, surcharges: RoadChanges?, _ timing: LegTiming?
  ) throws(RouteError) -> Route {
    let yielding = RoadCosts(
      graph: graph, options: request.options, strictness: .yielding, changes: lawful.changes)
    let snapped = try snap(request.waypoints, costs: yielding)
    let weighed = surcharges == nil ? prepared?.weighed(for: lawful, in: snapshot(for: request)) : nil
    var journey = Journey(request: request, snapped: snapped, costs: lawful, weighed: weighed, timing: timing)
    goOn(&journey)
    if !journey.isDone, var other = ashore(journey, costs: yielding) {
      goOn(&other)
      if other.isDone { journey = other }
    }
    while !journey.isDone {
      try yield(on: &journey, costs: yielding)
      goOn(&journey)
    }
    return route(of: request, journey.snapped, journey.stages, costs: lawful)
  }

  /// The route with the differences from the map on its path.
  mutating func finished(_ route: Route, for request: RouteRequest, costs: RoadCosts) throws(RouteError) -> Route {
    let snapshot = snapshot(for: request)
    return timetable.isEmptyWithoutTime && snapshot.time == nil
      ? route : try timed(route, for: request, costs: costs, free: snapshot.free)
  }

  /// The same route at another time.
  ///
  /// - Parameter departure: `nil` for the rules that are always in force.
  package mutating func refreshed(_ planned: Route, departure: ZonedTime?) -> Route {
    var route = planned
    var request = RouteRequest(waypoints: route.waypoints.map(\.waypoint), options: route.options)
    request.departure = departure
    let snapshot = snapshot(for: request)
    let costs = RoadCosts(graph: graph, options: request.options, changes: snapshot.searched)
    for leg in route.legs.indices {
      route.legs[leg].violations = costs.violations(of: route.legs[leg], states: states)
    }
    return (try? timed(route, for: request, costs: costs, free: snapshot.free)) ?? route
  }

  /// The differences from the map for a request. The last snapshot is kept.
  mutating func snapshot(for request: RouteRequest) -> RoadSnapshot {
    let time = request.departure ?? request.arrival
    let traveller = request.options.traveller
    if let snapshot, snapshot.time == time, snapshot.traveller == traveller { return snapshot }
    let free = changes.joined(with: timetable.changes(at: time, for: traveller, on: graph, withTraffic: false))
    var searched = free
    if timetable.trafficMode == .optimal && !timetable.traffic.isEmpty {
      searched = changes.joined(with: timetable.changes(at: time, for: traveller, on: graph, withTraffic: true))
    }
    let found = RoadSnapshot(
      time: time, traveller: traveller, free: free, searched: searched,
      isAsPrepared: searched == prepared?.costs.changes)
    snapshot = found
    return found
  }

  func timed(
    _ route: Route, for request: RouteRequest, costs: RoadCosts, free: RoadChanges
  ) throws(RouteError) -> Route {
    let learned = request.departure ?? request.arrival == nil ? nil : timetable.learned(for: request.options)
    let clock = RouteClock(
      costs: costs, free: free, always: changes, timetable: timetable, states: search.states, learned: learned)
    let timed = clock.timed(route, departure: request.departure, arrival: request.arrival)
    guard request.isStrict else { return timed }
    for (leg, (after, before)) in zip(timed.legs, route.legs).enumerated()
    where after.violations.count > before.violations.count { throw .onlyViolating(leg: leg) }
    return timed
  }

  /// Adds the stages of all legs up to the first without a lawful path.
  private mutating func goOn(_ journey: inout Journey) {
    while !journey.isDone {
      let starts = journey.starts
      let next = journey.targets(from: starts)
      let paths = paths(
        from: starts, to: next, costs: journey.costs, by: journey.weighed, journey.timing,
        cheapestOnly: journey.isAtLast)
      guard paths.contains(where: { $0 != nil }) else { return }
      journey.stages.append(
        Stage(arrivingBy: paths, at: next, of: journey.snapped[journey.leg + 1], isLawful: true))
    }
  }

  /// Adds the stage of a leg without a lawful path.
  private mutating func yield(on journey: inout Journey, costs: RoadCosts) throws(RouteError) {
    let starts = journey.starts
    let next = journey.targets(from: starts)
    let paths = paths(
      from: starts, to: next, costs: costs, by: journey.weighed, journey.timing, cheapestOnly: journey.isAtLast)
    guard paths.contains(where: { $0 != nil }) else { throw .noRoute(leg: journey.leg) }
    if journey.request.isStrict { throw .onlyViolating(leg: journey.leg) }
    journey.stages.append(
      Stage(arrivingBy: paths, at: next, of: journey.snapped[journey.leg + 1], isLawful: false))
  }

  /// The journey with waypoints moved to the mainland if it is near; `nil` if nothing changes.
  private mutating func ashore(_ journey: Journey, costs: RoadCosts) -> Journey? {
    let waypoints = journey.request.waypoints
    let shore = Shore(of: mainland(for: journey.request.options.mode))
    var snapped: [SnappedWaypoint] = []
    for (i, waypoint) in waypoints.enumerated() {
      if i > 0, waypoint.repeats(waypoints[i - 1]) {
        snapped.append(snapped[i - 1])
        continue
      }
      let use = WaypointUse(waypoint: i, of: waypoints.count)
      snapped.append(ashore(waypoint, at: journey.snapped[i], as: use, shore, costs: costs))
    }
    guard !zip(snapped, journey.snapped).allSatisfy({ $0.isSamePlace(as: $1) }) else { return nil }
    return Journey(
      request: journey.request, snapped: snapped, costs: journey.costs, weighed: journey.weighed,
      timing: journey.timing)
  }

  /// The place on the mainland for a waypoint, or its place on the road if none is near.
  mutating func ashore(
    _ waypoint: Waypoint, at place: SnappedWaypoint, as use: WaypointUse, _ shore: Shore, costs: RoadCosts
  ) -> SnappedWaypoint {
    waypoint.snapped ?? snapper.snap(waypoint, as: use, costs: costs, shore: shore) ?? place
  }

  mutating func mainland(for mode: TravelMode) -> Mainland {
    if let known = mainlands[mode] { return known }
    let made = Mainland.of(mode, on: graph, states: states)
    mainlands[mode] = made
    return made
  }

  /// - Parameters:
  ///   - weighed: `nil` to search without a hierarchy.
  ///   - timing: `nil` if the hour makes no difference.
  ///   - cheapestOnly: only the path to the cheapest target is needed.
  private mutating func paths(
    from starts: [LegStart], to targets: [EdgePosition], costs: RoadCosts, by weighed: WeighedRoads?,
    _ timing: LegTiming?, cheapestOnly: Bool = false
  ) -> [LegPath?] {
    if let timing {
      return paths(from: starts, to: targets, costs: costs, by: weighed, timing, cheapestOnly: cheapestOnly)
    }
    if let metric = weighed?.metric(costs.strictness, from: starts),
      let paths = fastSearch?.paths(
        from: starts, to: targets, costs: costs, metric, cheapestOnly: cheapestOnly)
    {
      return paths
    }
    return search.paths(from: starts, to: targets, costs: costs, cheapestOnly: cheapestOnly)
  }

  /// The same by the clock.
  private mutating func paths(
    from starts: [LegStart], to targets: [EdgePosition], costs: RoadCosts, by weighed: WeighedRoads?,
    _ timing: LegTiming, cheapestOnly: Bool
  ) -> [LegPath?] {
    let cheapestOnly = cheapestOnly || timing.direction == .arriving
    if let roads = weighed?.hourly(costs.strictness, timing.learned, from: starts) {
      var search = fastClockSearch.take() ?? HourlyLegSearch(on: roads.roads)
      let paths = search.paths(from: starts, to: targets, timing, on: roads, cheapestOnly: cheapestOnly)
      fastClockSearch = consume search
      return paths
    }
    var search = clockSearch.take() ?? ClockLegSearch(states: states)
    let clock = ClockCosts(costs, timing.learned)
    let paths = search.paths(from: starts, to: targets, timing, clock, cheapestOnly: cheapestOnly)
    clockSearch = consume search
    return paths
  }

  /// The cheapest lawful path from one place to another, without waypoints.
  ///
  /// - Parameter timing: with the departure from the start; `nil` if the hour makes no difference.
  mutating func path(
    from start: EdgePosition, to end: EdgePosition, costs: RoadCosts, by weighed: WeighedRoads?,
    _ timing: LegTiming? = nil
  ) -> LegPath? {
    paths(from: [LegStart(position: start)], to: [end], costs: costs, by: weighed, timing)[0]
  }

  /// The hierarchy's weights for a request; `nil` if it is searched without the hierarchy.
  func weighed(for costs: RoadCosts, in snapshot: RoadSnapshot) -> WeighedRoads? {
    prepared?.weighed(for: costs, in: snapshot)
  }

  /// Other paths between the waypoints of a route with one leg; `nil` if it has several.
  ///
  /// - Parameter timing: by the clock, paths are found by the least weights of the hours of the route.
  mutating func detours(
    beside route: Route, within limits: DetourLimits, costs: RoadCosts, by weighed: WeighedRoads, _ timing: LegTiming?
  ) -> [LegPath]? {
    let starts = route.waypoints[0].snapped.starts(costs)
    guard route.legs.count == 1, var metric = weighed.metric(.lawful, from: starts) else { return nil }
    if let timing, let roads = weighed.hourly(.lawful, timing.learned, from: starts) {
      let duration = Int(1000 * (route.durationInTraffic ?? route.duration))
      metric = roads.metric(in: HourSpan(timing, holding: duration).window(from: 0))
    }
    return fastSearch?.detours(
      from: starts, to: route.waypoints[1].snapped.arrivals, within: limits,
      costs: costs, metric)
  }

  private func check(_ request: RouteRequest) throws(RouteError) {
    guard request.waypoints.count >= 2 else { throw .tooFewWaypoints }
    guard request.waypoints.count <= settings.mostWaypoints else {
      throw .tooManyWaypoints(most: settings.mostWaypoints)
    }
    let passing = request.waypoints.indices.filter { request.waypoints[$0].kind == .passThrough }
    guard !passing.isEmpty else { return }
    if request.options.mode == .pedestrian { throw .passThroughNotForMode }
    if passing.first == 0 || passing.last == request.waypoints.count - 1 { throw .passThroughAtEnd }
  }

  private mutating func snap(_ waypoints: [Waypoint], costs: RoadCosts) throws(RouteError) -> [SnappedWaypoint] {
    var snapped: [SnappedWaypoint] = []
    for (i, waypoint) in waypoints.enumerated() {
      if i > 0, waypoint.repeats(waypoints[i - 1]) {
        snapped.append(snapped[i - 1])
        continue
      }
      guard
        let found = waypoint.snapped
          ?? snapper.snap(
            waypoint, as: WaypointUse(waypoint: i, of: waypoints.count), costs: costs)
      else {
        throw .couldNotMatch(waypoint: i, of: waypoints.count)
      }
      snapped.append(found)
    }
    return snapped
  }

  /// Follows the cheapest arrival back to the first waypoint.
  private func route(
    of request: RouteRequest, _ snapped: [SnappedWaypoint], _ stages: [Stage], costs: RoadCosts
  ) -> Route {
    var paths: [LegPath] = []
    var position = stages[stages.count - 1].cheapest
    let cost = stages[stages.count - 1].cost(at: position)
    for stage in stages.indices.dropFirst().reversed() {
      guard let path = stages[stage].path(to: position) else { break }
      paths.append(path)
      position = stages[stage - 1].arrival(before: path.begin, after: request.waypoints[stage - 1].kind, costs: costs)
    }
    paths.reverse()
    let legs = costs.legs(along: paths.map(\.stretches), states: search.states) { stages[$0 + 1].isLawful }
    let waypoints = snapped.enumerated().map { i, snapped in
      let position = i == 0 ? paths[0].begin : paths[i - 1].end
      return RouteWaypoint(waypoint: request.waypoints[i], snapped: snapped, position: position)
    }
    return Route(options: request.options, waypoints: waypoints, legs: legs, cost: cost)
  }
}
