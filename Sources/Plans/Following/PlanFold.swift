internal import Geodesy
internal import Matching
package import Moments
package import RoadGraph
internal import Routing
internal import Traces
package import Trips

/// What has become certain of a drive against its plan.
package struct PlanUpdate: Sendable {
  /// One for each fix of the trip, in order; `nil` for a fix that is not used.
  package var positions: [PlanPosition?] = []
  package var visits: [WaypointVisit] = []
  package var excursions: [Excursion] = []
  /// At a destination beyond the last road.
  package var offRoadArrival: OffRoadArrival?
}

/// Holds a drive against its plan as the drive becomes certain: the place on the plan of every fix, the waypoints
/// reached, and the excursions.
///
/// A whole trip is one update. Memory: the plan, and what is not certain.
package struct PlanFold: Sendable {
  private let plan: Plan
  private let graph: RoadGraph
  private let settings: FollowingSettings
  private var tracker: StepTracker
  /// Edges and fixes whose step is not decided.
  private var edges = Numbered<TripEdge>([])
  private var fixes: ArraySlice<DrivenFix> = []
  private var stops: [Stop] = []
  private var dwells: DwellFold
  private var offRoad: OffRoadFold
  private var departure: Timestamp?
  private var lastEdge: TripEdge?
  /// The step of the last decided edge.
  private var lastStep: Int?
  /// How far along the plan the last edge on it ends, and the first one of the edges up to it begins.
  private var progress: Metres = 0
  private var runBegin: Metres = 0
  private var reached: Set<Int> = [0]
  private var lastOnPlan: PlanFix?
  private var excursion: Excursion?
  /// The length driven off the plan that no excursion has yet, and how much of it against the direction of the plan.
  private var off: (length: Metres, reversed: Metres) = (0, 0)
  private var lastPlace: Place?
  /// How far the vehicle came along the plan between the newest fixes on it.
  private var strides: [Metres] = []
  /// The trip's legs break where its number changes.
  private var lastFixNumber = 0

  /// - Parameter departure: when the plan begins; `nil` for the first fix.
  package init(
    _ plan: Plan, on graph: RoadGraph, departure: Timestamp? = nil, settings: FollowingSettings = FollowingSettings()
  ) {
    self.plan = plan
    self.graph = graph
    self.settings = settings
    self.departure = departure ?? plan.route.departure?.moment
    tracker = StepTracker(settings: settings)
    dwells = DwellFold(settings: settings)
    offRoad = OffRoadFold(of: plan, on: graph, settings: settings)
  }

  /// Takes what has become certain of the trip.
  package mutating func take(_ trip: TripUpdate) -> PlanUpdate {
    var update = PlanUpdate()
    take(trip.fixes.indices.map { DrivenFix($0, of: trip) })
    if excursion == nil { stops.removeAll { $0.fixes.lowerBound <= lastFixNumber } }
    stops += trip.stops
    for number in trip.edges.indices {
      let edge = trip.edges[number]
      edges.append(edge)
      let decided = tracker.take(edge, gap: gap(before: edge), on: plan)
      lastEdge = edge
      for step in decided { decide(step, into: &update) }
    }
    if edges.isEmpty { placeFixes(before: edges.startIndex, into: &update) }
    return update
  }

  /// Ends the drive.
  package mutating func finish() -> PlanUpdate {
    var update = PlanUpdate()
    for step in tracker.finish() { decide(step, into: &update) }
    while let fix = fixes.popFirst() { place(fix, on: nil, into: &update) }
    reach(waypointsWithin: settings.reach, into: &update)
    let isAway = excursion.map { $0.farCount > 1 } ?? false
    if !isAway { reach(waypointsWithin: settings.reach + (strides.max() ?? 0), isEnd: true, into: &update) }
    dwells.finish(into: &update.visits)
    if let excursion { end(excursion, into: &update) }
    excursion = nil
    return update
  }

  /// The numbers of the waypoints not reached so far.
  package var missed: [Int] { plan.waypoints.map(\.number).filter { !reached.contains($0) } }

  private mutating func take(_ more: [DrivenFix]) {
    departure = departure ?? more.first { $0.time != nil && $0.isUsable }?.time
    fixes += more
  }

  private func gap(before edge: TripEdge) -> Metres? {
    guard let lastEdge, lastEdge.leg != edge.leg else { return nil }
    return groundDistance(
      graph.place(at: lastEdge.stretch.endPosition), graph.place(at: edge.stretch.beginPosition))
  }

  // MARK: Edges

  /// Takes the step of the next edge, and all fixes up to the end of that edge.
  private mutating func decide(_ step: Int?, into update: inout PlanUpdate) {
    let number = edges.startIndex
    let edge = edges[number]
    edges.forget(before: number + 1)
    placeFixes(before: number, into: &update)
    if let step { drive(edge, number, on: step, into: &update) } else { driveOff(edge, number, into: &update) }
    lastStep = step
    while let next = fixes.first, next.edge == number {
      fixes.removeFirst()
      place(next, on: step, into: &update)
    }
  }

  /// Takes the fixes off the road that come before an edge.
  private mutating func placeFixes(before edge: Int, into update: inout PlanUpdate) {
    while let next = fixes.first, next.edge.map({ $0 < edge }) ?? true {
      fixes.removeFirst()
      place(next, on: nil, into: &update)
    }
  }

  private mutating func drive(_ edge: TripEdge, _ number: Int, on step: Int, into update: inout PlanUpdate) {
    let (begin, end) = (plan.steps[step].progress(at: edge.begin), plan.steps[step].progress(at: edge.end))
    if lastStep == nil || begin != progress { runBegin = begin }
    for waypoint in plan.waypoints where waypoint.progress >= begin - settings.reach && waypoint.progress <= end {
      visit(waypoint, edge, number, at: plan.steps[step].offset(at: waypoint.progress), true, &update)
    }
    // A drive that turned round a little too early has been there.
    if lastStep != nil, begin > progress { reach(waypointsWithin: settings.reach, into: &update) }
    progress = end
    if excursion == nil { off = (0, 0) }
  }

  private mutating func driveOff(_ edge: TripEdge, _ number: Int, into update: inout PlanUpdate) {
    if lastStep != nil { reach(waypointsWithin: settings.reach, into: &update) }
    for waypoint in plan.waypoints where waypoint.position.edge.segment == edge.edge.segment {
      let offset =
        waypoint.position.edge == edge.edge
        ? waypoint.position.offset : graph.length(of: edge.edge) - waypoint.position.offset
      guard offset >= edge.begin - settings.reach, offset <= edge.end + settings.reach else { continue }
      visit(waypoint, edge, number, at: offset, false, &update)
    }
    off.length += edge.length
    if !plan.steps(on: edge.edge.reversed).isEmpty { off.reversed += edge.length }
  }

  // MARK: Waypoints

  /// Reaches the waypoints a little further along the plan than the drive came.
  ///
  /// - Parameter isEnd: the record ends there, so that nobody saw when it was reached.
  private mutating func reach(waypointsWithin reach: Metres, isEnd: Bool = false, into update: inout PlanUpdate) {
    guard let last = lastOnPlan, let edge = last.edge, let road = last.road else { return }
    for waypoint in plan.waypoints
    where waypoint.progress > progress && waypoint.progress <= progress + reach && !reached.contains(waypoint.number) {
      add(
        WaypointVisit(
          number: waypoint.number, time: isEnd ? nil : last.time, fix: last.number, place: last.place, edge: edge,
          road: road, endsBefore: isEnd ? waypoint.progress - progress : nil, isAlongPlan: true), into: &update)
    }
  }

  private mutating func visit(
    _ waypoint: PlanWaypoint, _ edge: TripEdge, _ number: Int, at offset: Metres, _ isAlongPlan: Bool,
    _ update: inout PlanUpdate
  ) {
    guard !reached.contains(waypoint.number) else { return }
    let there = min(max(offset, edge.begin), edge.end)
    let (time, fix) = passing(there, on: edge, number)
    let place = graph.place(at: EdgePosition(edge: edge.edge, offset: there))
    add(
      WaypointVisit(
        number: waypoint.number, time: time, fix: fix, place: place, edge: number, road: edge.edge,
        isAlongPlan: isAlongPlan), into: &update)
  }

  /// When the vehicle passed a place of an edge, and the last fix until then: the first fix that is there, where it may
  /// stand, or else between the fixes around it and the ends of the edge.
  private func passing(_ offset: Metres, on edge: TripEdge, _ number: Int) -> (time: Timestamp?, fix: Int) {
    var (begin, end) = ((edge.begin, edge.enterTime), (edge.end, edge.exitTime))
    var last = lastFixNumber
    for fix in fixes.prefix(while: { $0.edge == nil || $0.edge == number }) where fix.edge == number && fix.time != nil
    {
      if abs(fix.offset - offset) <= settings.nearness { return (fix.time, fix.number) }
      if fix.offset > offset {
        end = (fix.offset, fix.time)
        break
      }
      (begin, last) = ((fix.offset, fix.time), fix.number)
    }
    guard let from = begin.1, let to = end.1 else { return (nil, last) }
    let share = end.0 > begin.0 ? min(1, max(0, (offset - begin.0) / (end.0 - begin.0))) : 0
    return (from.adding(seconds: share * to.seconds(since: from)), last)
  }

  private mutating func add(_ visit: WaypointVisit, into update: inout PlanUpdate) {
    var visit = visit
    visit.distance = groundDistance(visit.place, plan.waypoints[visit.number].waypoint.place)
    visit.isInOrder = reached.allSatisfy { $0 < visit.number }
    reached.insert(visit.number)
    if visit.number == plan.waypoints.count - 1 { offRoad.begin(at: visit.time) }
    dwells.take(visit, at: plan.waypoints[visit.number].snapped.place)
  }

  // MARK: Fixes

  private mutating func place(_ fix: DrivenFix, on step: Int?, into update: inout PlanUpdate) {
    guard fix.isUsable, let place = fix.place else { return update.positions.append(nil) }
    lastFixNumber = fix.number
    if let step { placeOn(step, fix, place, into: &update) } else { placeOff(fix, place) }
    let distance = step != nil ? fix.distance : plan.shape.nearest(to: place, within: window).distance
    var position = plan.position(
      at: lastOnPlan?.progress ?? 0, isOnPlan: step != nil, distance: distance, departure: departure, time: fix.time)
    let isBehindRoute = step == nil || position.toDestination <= settings.nearness
    if let far = offRoad.take(fix.number, fix.time, at: place, isBehindRoute: isBehindRoute) {
      position.offRoad = far.progress
      update.offRoadArrival = far.arrival ?? update.offRoadArrival
    }
    update.positions.append(position)
    lastPlace = place
    let onRoad = fix.matchedPlace ?? place
    dwells.take(
      StopFix(number: fix.number, place: onRoad, matchedPlace: onRoad, time: fix.time),
      into: &update.visits)
  }

  /// Where along the plan the vehicle may be.
  private var window: ClosedRange<Metres> {
    guard let lastOnPlan else { return 0...plan.length }
    let length = excursion?.length ?? 0
    return max(0, lastOnPlan.progress - 500 - length)...min(plan.length, lastOnPlan.progress + 1000 + 2 * length)
  }

  private mutating func placeOn(_ step: Int, _ fix: DrivenFix, _ place: Place, into update: inout PlanUpdate) {
    let here = PlanFix(
      number: fix.number, time: fix.time, place: fix.matchedPlace ?? place,
      progress: plan.steps[step].progress(at: fix.offset), edge: fix.edge, road: plan.steps[step].edge)
    if let lastOnPlan { strides = strides.suffix(settings.strides - 1) + [here.progress - lastOnPlan.progress] }
    lastOnPlan = here
    guard var open = excursion else { return }
    if open.rejoined == nil {
      open.length += off.length
      open.reversedLength += off.reversed
      off = (0, 0)
      open.rejoined = here
      open.rejoinedAt = runBegin
      open.returnFixes = 0
    }
    open.returnFixes += 1
    excursion = open
    let isBack =
      open.returnFixes >= settings.leastReturnFixes
      && here.progress - (open.rejoined?.progress ?? 0) >= settings.leastReturn
    if isBack {
      end(open, into: &update)
      excursion = nil
    }
  }

  private mutating func placeOff(_ fix: DrivenFix, _ place: Place) {
    var open =
      excursion
      ?? Excursion(left: lastOnPlan, at: progress, reached: reached.max() ?? 0, first: fix.number, place)
    open.length += off.length
    open.reversedLength += off.reversed
    off = (0, 0)
    if let rejoined = open.rejoined {  // it left again at once
      open.fixCount += open.returnFixes
      open.farRun = 0
      open.rejoined = nil
      open.rejoinedAt = nil
      open.length += max(0, (lastOnPlan?.progress ?? 0) - rejoined.progress)
    }
    if fix.edge == nil, let lastPlace { open.length += groundDistance(lastPlace, place) }
    let seen = plan.shape.nearest(to: fix.matchedPlace ?? place, within: window).distance
    open.add(
      fix.number, at: fix.time, distance: plan.shape.nearest(to: place, within: window).distance,
      isFar: seen > max(settings.leastDistance, settings.distanceInErrors * (fix.accuracy ?? 0)),
      confidence: fix.confidence)
    open.firstPosition = open.firstPosition ?? fix.road.map { EdgePosition(edge: $0, offset: fix.offset) }
    excursion = open
  }

  private mutating func end(_ excursion: Excursion, into update: inout PlanUpdate) {
    var ended = excursion
    ended.stops = stops.filter { ended.fixes.contains($0.fixes.lowerBound) }
    update.excursions.append(ended)
  }
}

/// A fix of a trip, as it is held against a plan.
private struct DrivenFix: Sendable {
  let number: Int
  let isUsable: Bool
  let time: Timestamp?
  let place: Place?
  let accuracy: Metres?
  let matchedPlace: Place?
  let confidence: Double
  /// On its edge, from its start.
  let offset: Metres
  /// From its road.
  let distance: Metres
  /// The edge of the trip, and of the map; `nil` off the road.
  let edge: Int?
  let road: EdgeID?

  init(_ number: Int, of trip: TripUpdate) {
    let (fix, matched) = (trip.fixes[number], trip.matched[number])
    self.number = number
    isUsable = trip.isUsable(number)
    time = fix.time
    place = fix.place
    accuracy = fix.accuracy
    matchedPlace = matched.position?.place
    confidence = matched.position == nil ? 1 : matched.confidence
    offset = matched.position?.offset ?? 0
    distance = matched.position?.distance ?? 0
    edge = trip.edgeOfFix[number]?.edge
    road = trip.edgeOfFix[number]?.road
  }
}
