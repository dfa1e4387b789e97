internal import Geodesy
internal import Matching
package import Moments
package import RoadGraph
internal import Routing
internal import Traces
package import Trips

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
  private var offRoad: OffRoadFold
  private var departure: Timestamp?
  private var lastEdge: TripEdge?
  /// The step of the last decided edge.
  private var lastStep: Int?
  /// How far along the plan the last edge on it ends, and the first one of the edges up to it begins.
  private var progress: Metres = 0
  private var runBegin: Metres = 0
  private var waypoints: WaypointFold
  private var lastOnPlan: PlanFix?
  /// How far along the plan the fix on it before that one was.
  private var progressBefore: Metres?
  /// How far along the plan the vehicle is, on its roads or beside them.
  private var beside: Metres = 0
  private var positions: UndecidedPositions
  private var excursion: Excursion?
  /// The length driven off the plan that no excursion has yet, and how much of it against the direction of the plan.
  private var off: (length: Metres, reversed: Metres) = (0, 0)
  private var lastPlace: Place?
  /// The largest distance from their road of the newest fixes on the plan, which fades.
  private var nearbyDistance: Metres = 0
  /// The farthest that the vehicle got along the plan between two of the newest fixes on it; it fades.
  private var stride: Metres = 0
  /// The usual time between two fixes; 0 if none are far apart.
  private var usualPeriod: Seconds = 0
  /// The trip's legs break where its number changes.
  private var lastFixNumber = 0
  /// A part of the drive has begun, and none of its edges has arrived yet.
  private var isPartNew = false
  /// How far along the plan the parts before have come.
  private var progressOfParts: Metres = 0

  /// - Parameter departure: when the plan begins; `nil` for the first fix.
  package init(
    _ plan: Plan, on graph: RoadGraph, departure: Timestamp? = nil, settings: FollowingSettings = FollowingSettings()
  ) {
    self.plan = plan
    self.graph = graph
    self.settings = settings
    self.departure = departure ?? plan.route.departure?.moment
    tracker = StepTracker(settings: settings)
    waypoints = WaypointFold(plan, settings: settings)
    positions = UndecidedPositions(most: settings.mostUndecided)
    offRoad = OffRoadFold(of: plan, on: graph, settings: settings)
  }

  /// Takes what has become certain of the trip.
  package mutating func take(_ trip: TripUpdate) -> PlanUpdate {
    var update = PlanUpdate()
    take(trip.fixes.indices.map { DrivenFix($0, of: trip) })
    if excursion == nil { stops.removeAll { $0.fixes.lowerBound <= lastFixNumber } }
    stops += trip.stops
    if trip.fixes.startIndex < trip.fixes.endIndex { usualPeriod = trip.usualPeriod }
    for number in trip.edges.indices {
      let edge = trip.edges[number]
      edges.append(edge)
      let decided = tracker.take(edge, gap: gap(before: edge), on: plan)
      (lastEdge, isPartNew) = (edge, false)
      for step in decided { decide(step, into: &update) }
    }
    if edges.isEmpty { placeFixes(before: edges.startIndex, into: &update) }
    update.visits = waypoints.fetch()
    update.positions = positions.fetch()
    return update
  }

  /// Ends the drive.
  package mutating func finish() -> PlanUpdate {
    var update = PlanUpdate()
    for step in tracker.finish() { decide(step, into: &update) }
    while let fix = fixes.popFirst() { place(fix, on: nil, into: &update) }
    reach(waypointsWithin: settings.reach)
    endBeside()
    waypoints.finish(progress: progress, isOnPlan: excursion == nil)
    let isAway = excursion?.isAway ?? false
    if !isAway { reach(waypointsWithin: settings.reach + stride, isEnd: true) }
    waypoints.finish(progress: progress, isOnPlan: excursion == nil)
    update.visits = waypoints.fetch()
    positions.decide(side)
    update.positions = positions.fetch()
    update.offRoadArrival = offRoad.finish() ?? update.offRoadArrival
    if let excursion { end(excursion, into: &update) }
    excursion = nil
    return update
  }

  /// Begins the next part of a drive when the previous one has ended. Its fixes and edges are counted from 0; on the
  /// plan, it continues where the previous part was.
  package mutating func beginPart() {
    edges = Numbered([])
    fixes = []
    stops = []
    waypoints.beginPart()
    positions = UndecidedPositions(most: settings.mostUndecided)
    (lastStep, lastOnPlan, progressBefore, lastPlace, excursion) = (nil, nil, nil, nil, nil)
    off = (0, 0)
    (nearbyDistance, stride, usualPeriod) = (0, 0, 0)
    lastFixNumber = 0
    isPartNew = true
    progressOfParts = progress
  }

  /// The numbers of the waypoints not reached so far.
  package var missed: [Int] { waypoints.missed }

  private mutating func take(_ more: [DrivenFix]) {
    departure = departure ?? more.first { $0.time != nil && $0.isUsable }?.time
    fixes += more
  }

  private func gap(before edge: TripEdge) -> Metres? {
    guard let lastEdge, lastEdge.leg != edge.leg || isPartNew else { return nil }
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
    if let step { drive(edge, number, on: step) } else { driveOff(edge, number) }
    lastStep = step
    while let next = fixes.first, next.edge == number || isWithin(number) {
      fixes.removeFirst()
      if next.edge == number {
        place(next, on: step, into: &update)
      } else {
        positions.append(nil, side)
      }
    }
  }

  /// Takes the fixes off the road that come before an edge.
  private mutating func placeFixes(before edge: Int, into update: inout PlanUpdate) {
    while let next = fixes.first, next.edge.map({ $0 < edge }) ?? true {
      fixes.removeFirst()
      place(next, on: nil, into: &update)
    }
  }

  /// Whether the next fixes are on no road and the fixes after them are on an edge: the path leaves out the fixes
  /// between.
  private func isWithin(_ edge: Int) -> Bool { fixes.first { $0.edge != nil }?.edge == edge }

  private mutating func drive(_ edge: TripEdge, _ number: Int, on step: Int) {
    let (begin, end) = (plan.steps[step].progress(at: edge.begin), plan.steps[step].progress(at: edge.end))
    if lastStep == nil || begin != progress { runBegin = begin }
    for waypoint in plan.waypoints where waypoint.progress >= begin - settings.reach && waypoint.progress <= end {
      arrive(
        visit(waypoint, edge, number, at: plan.steps[step].offset(at: waypoint.progress), isAlongPlan: true))
    }
    // A drive that turned round a little too early has been there.
    if lastStep != nil, begin > progress { reach(waypointsWithin: settings.reach) }
    meet(waypointsOn: edge, number, progress: begin, isOnPlan: true)
    waypoints.goOn(at: begin)
    if excursion == nil { turnBack(to: begin) }
    progress = end
    if excursion == nil { off = (0, 0) }
  }

  /// Notes a drive back along the plan between one fix on it and the next.
  private mutating func turnBack(to begin: Metres) {
    guard let last = lastOnPlan, off.reversed >= settings.leastReversed else { return }
    if last.progress - begin >= settings.farBehind { excursion = newExcursion(first: last.number, last.place) }
  }

  private mutating func driveOff(_ edge: TripEdge, _ number: Int) {
    if lastStep != nil { reach(waypointsWithin: settings.reach) }
    meet(waypointsOn: edge, number, progress: progress, isOnPlan: false)
    off.length += edge.length
    let isReversed = plan.steps(on: edge.edge.reversed).contains { step in
      backwards.overlaps(plan.steps[step].progress...plan.steps[step].progress + plan.steps[step].length)
    }
    if isReversed { off.reversed += edge.length }
  }

  /// Where along the plan the vehicle may be if it drives it backwards: no farther back than it drove off the plan.
  private var backwards: ClosedRange<Metres> {
    let driven = (excursion?.length ?? 0) + off.length
    return progress - driven - settings.reach...progress + settings.reach
  }

  // MARK: Waypoints

  /// Reaches the waypoints a little further along the plan than the drive got.
  ///
  /// - Parameter isEnd: the record ends there, so that nobody saw when it was reached.
  private mutating func reach(waypointsWithin reach: Metres, isEnd: Bool = false) {
    guard let last = lastOnPlan else { return }
    for waypoint in plan.waypoints
    where waypoint.progress > progress && waypoint.progress <= progress + reach && waypoints.isOpen(waypoint) {
      arrive(
        WaypointVisit(
          number: waypoint.number, time: isEnd ? nil : last.time, fix: last.number, place: last.place, edge: last.edge,
          road: last.road, endsBefore: isEnd ? waypoint.progress - progress : nil, isAlongPlan: true))
    }
  }

  private mutating func arrive(_ visit: WaypointVisit) {
    let isNew = waypoints.arrive(visit)
    if isNew, visit.number == plan.waypoints.count - 1 { offRoad.begin(at: visit.time) }
  }

  /// Meets the waypoints whose own road the vehicle drives.
  private mutating func meet(waypointsOn edge: TripEdge, _ number: Int, progress: Metres, isOnPlan: Bool) {
    for waypoint in plan.waypoints where waypoint.position.edge.segment == edge.edge.segment {
      guard waypoints.isOpen(waypoint) else { continue }
      let offset =
        waypoint.position.edge == edge.edge
        ? waypoint.position.offset : graph.length(of: edge.edge) - waypoint.position.offset
      guard offset >= edge.begin - settings.reach, offset <= edge.end + settings.reach else { continue }
      let visit = visit(waypoint, edge, number, at: offset, isAlongPlan: false)
      let isMet = waypoints.meet(visit, progress: progress, isOnPlan: isOnPlan)
      if isMet, !isOnPlan, waypoint.number == plan.waypoints.count - 1 { offRoad.begin(at: visit.time) }
    }
  }

  private func visit(
    _ waypoint: PlanWaypoint, _ edge: TripEdge, _ number: Int, at offset: Metres, isAlongPlan: Bool
  ) -> WaypointVisit {
    let there = min(max(offset, edge.begin), edge.end)
    let (time, fix) = passing(there, on: edge, number)
    return WaypointVisit(
      number: waypoint.number, time: time, fix: fix,
      place: graph.place(at: EdgePosition(edge: edge.edge, offset: there)), edge: number, road: edge.edge,
      isAlongPlan: isAlongPlan)
  }

  /// When the vehicle passed a place of an edge, and the last fix until then: from the first fix there, where the
  /// vehicle may stand, or else from the fixes around it and the ends of the edge.
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

  // MARK: Fixes

  private var side: PlanSide { excursion?.side ?? .on }

  private mutating func place(_ fix: DrivenFix, on step: Int?, into update: inout PlanUpdate) {
    guard fix.isUsable, let place = fix.place else { return positions.append(nil, side) }
    lastFixNumber = fix.number
    // Before the start of the plan or past its end, on the same road.
    let isOutside = step.map { !plan.steps[$0].holds(fix.offset, within: settings.reach) } ?? false
    let isOnPlan = step != nil && !isOutside
    if step == nil { goOff(fix, place) }
    let distance = isOnPlan ? fix.distance : plan.shape.nearest(to: place, within: window).distance
    if let step {
      if !isOutside { placeOn(step, fix, place, into: &update) }
    } else {
      placeOff(fix, place, distance: distance)
    }
    waypoints.take(
      fix, at: place, progress: lastOnPlan?.progress ?? progressOfParts, isOnPlan: step != nil, isOutside: isOutside)
    var position = position(of: fix, place, isOnPlan: isOnPlan, distance: distance)
    if isOutside, let off = position.off { position.on = off }
    // The arrival itself may become certain only when the drive ends.
    let isAtEnd = lastOnPlan != nil && position.on.toDestination <= settings.reach
    if isAtEnd { offRoad.begin(at: fix.time) }
    let isBehindRoute = step == nil || isAtEnd
    if let far = offRoad.take(fix.number, fix.time, at: place, isBehindRoute: isBehindRoute) {
      position.on.offRoad = far.progress
      position.off?.offRoad = far.progress
      update.offRoadArrival = far.arrival ?? update.offRoadArrival
    }
    positions.append(position, side)
    lastPlace = place
  }

  /// - Parameter distance: from the line of the plan.
  private mutating func position(
    of fix: DrivenFix, _ place: Place, isOnPlan: Bool, distance: Metres
  ) -> UndecidedPosition {
    let left = lastOnPlan?.progress ?? progressOfParts
    if isOnPlan {
      beside = left
      return UndecidedPosition(on: plan.position(at: left, true, distance, from: departure, at: fix.time))
    }
    goBeside(fix, place)
    return UndecidedPosition(
      on: plan.position(at: beside, true, distance, from: departure, at: fix.time),
      off: plan.position(at: left, false, distance, from: departure, at: fix.time))
  }

  /// Follows the plan while the vehicle drives beside it, and passes the waypoints there.
  private mutating func goBeside(_ fix: DrivenFix, _ place: Place) {
    guard let lastOnPlan, let excursion, !excursion.isAway else { return }
    let driven = 1.5 * excursion.length + 100
    let range = beside...max(beside, min(plan.length, lastOnPlan.progress + driven))
    let ahead = max(beside, plan.shape.nearest(to: place, within: range).progress)
    defer { beside = ahead }
    for waypoint in plan.waypoints.dropFirst()
    where waypoint.progress > beside && waypoint.progress <= ahead + settings.nearness && waypoints.isOpen(waypoint) {
      waypoints.meet(
        WaypointVisit(
          number: waypoint.number, time: fix.time, fix: fix.number, place: fix.matchedPlace ?? place, edge: fix.edge,
          road: fix.road, isAlongPlan: false), progress: progress, isOnPlan: false)
    }
  }

  /// Reaches the waypoints a little further along the plan than the drive got beside it.
  private mutating func endBeside() {
    guard let excursion, !excursion.isAway, excursion.left != nil, let lastPlace else { return }
    for waypoint in plan.waypoints.dropFirst()
    where waypoint.progress > beside && waypoint.progress <= beside + settings.reach && waypoints.isOpen(waypoint) {
      waypoints.meet(
        WaypointVisit(
          number: waypoint.number, time: excursion.endTime, fix: excursion.fixes.upperBound, place: lastPlace,
          isAlongPlan: false), progress: progress, isOnPlan: false)
    }
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
    if let lastOnPlan {
      stride = max(here.progress - lastOnPlan.progress, settings.strideFading * stride)
    }
    progressBefore = lastOnPlan?.progress
    lastOnPlan = here
    nearbyDistance = max(fix.distance, settings.driftFading * nearbyDistance)
    guard var open = excursion else { return }
    open.nearbyDistance = max(open.nearbyDistance, fix.distance)
    if open.rejoined == nil {
      open.length += off.length
      open.reversedLength += off.reversed
      off = (0, 0)
      open.rejoined = here
      open.plannedTime = open.left.map { plan.duration(to: here.progress) - plan.duration(to: $0.progress) }
      open.rejoinedAt = runBegin
      open.returnFixes = 0
    }
    open.returnFixes += 1
    open.goBack(to: here.progress)
    excursion = open
    let length = here.progress - (open.rejoined?.progress ?? 0)
    let isBack = open.returnFixes >= settings.leastReturnFixes && length >= settings.leastReturn
    // A drive that has begun its plan may leave it at once: the way to its start is no part of that.
    if isBack || open.left == nil {
      end(open, into: &update)
      excursion = nil
    }
  }

  /// Drives on off the plan, as far as a fix.
  private mutating func goOff(_ fix: DrivenFix, _ place: Place) {
    runBegin = progress  // the next edge on the plan begins another run, even where the last one ended
    if excursion == nil {
      let isAfterSilence = isAfterSilence(fix)
      excursion = newExcursion(first: fix.number, place)
      excursion?.isAfterSilence = isAfterSilence
    }
    // In place: a copy for each fix off the plan would cost more than the rest.
    excursion?.length += off.length
    excursion?.reversedLength += off.reversed
    off = (0, 0)
    if excursion?.rejoined != nil { excursion?.leaveAgain(at: lastOnPlan?.progress ?? 0) }
    if fix.edge == nil, let lastPlace { excursion?.length += groundDistance(lastPlace, place) }
  }

  private mutating func placeOff(_ fix: DrivenFix, _ place: Place, distance: Metres) {
    let isFar = isFar(fix, place, distance: distance)
    excursion?.add(fix.number, at: fix.time, distance: distance, isFar: isFar, confidence: fix.confidence)
    if let road = fix.road { excursion?.begin(at: EdgePosition(edge: road, offset: fix.offset)) }
    if let progress = progressBackwards(fix) { excursion?.goBack(to: progress) }
  }

  private func newExcursion(first: Int, _ place: Place) -> Excursion {
    var excursion = Excursion(
      left: lastOnPlan, before: progressBefore, at: progress, reached: waypoints.lastReached, first: first, place,
      usualPeriod: usualPeriod, settings)
    excursion.nearbyDistance = nearbyDistance
    return excursion
  }

  private func isFar(_ fix: DrivenFix, _ place: Place, distance: Metres) -> Bool {
    guard fix.distance <= settings.mostUnexplained * distance else { return false }
    let threshold = max(settings.leastDistance, settings.distanceInErrors * (fix.accuracy ?? 0))
    // Its road is no farther from the fix than `fix.distance`, so that most are decided without a search.
    if distance - fix.distance > threshold { return true }
    if distance + fix.distance < threshold { return false }
    let ofRoad = plan.shape.nearest(to: fix.matchedPlace ?? place, within: window).distance
    return ofRoad > threshold
  }

  /// How far along the plan a fix is that drives it backwards; where it would do so several times, the farthest.
  private func progressBackwards(_ fix: DrivenFix) -> Metres? {
    guard let road = fix.road else { return nil }
    let offset = graph.length(of: road) - fix.offset
    let backwards = backwards
    return plan.steps(on: road.reversed).map { plan.steps[$0].progress(at: offset) }.last { backwards.contains($0) }
  }

  private func isAfterSilence(_ fix: DrivenFix) -> Bool {
    guard let begin = lastOnPlan?.time, let end = fix.time else { return false }
    return end.seconds(since: begin) > max(settings.shortestSilence, settings.silencePeriods * usualPeriod)
  }

  private mutating func end(_ excursion: Excursion, into update: inout PlanUpdate) {
    var ended = excursion
    ended.stops = stops.filter { ended.fixes.contains($0.fixes.lowerBound) }
    update.excursions.append(ended)
  }
}
