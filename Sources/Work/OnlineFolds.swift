internal import Detection
internal import Geodesy
internal import Guidance
internal import Matching
internal import Moments
internal import Plans
internal import Reports
internal import Traces
internal import Trips

/// The stages after matching for a trip in progress, which find its edges, maneuvers and events.
final class OnlineFolds {
  private let scene: OnlineScene
  private var trip: TripFold
  private var itinerary: ItineraryFold
  private var detection: EventFold
  /// `nil` if they are not wanted.
  private var crossings: CrossingFold?
  private var periods = RecentPeriods()
  /// `nil` if they are not wanted.
  private var positions: PositionWalk?
  private var positionCount = 0
  /// `nil` if the tables that they fill are not wanted.
  private var tally: TripTally?
  private var pairs: PairFold?
  private var visits: VisitFold?
  private var maneuverCount = 0
  private var crossingCount = 0
  private var (segmentCount, legCount, visitCount) = (0, 0, 0)
  private var wrongWay: Metres = 0
  private var eventCounts = EventRowCounts()
  /// `nil` before the first usable fix, and where trips have no plans.
  private(set) var plan: OnlinePlan?
  /// Of the trip before, if its trace has returned and may go on along it.
  private var kept: KeptPlan?
  private var points = PlannedPoints()
  /// Found in fixes whose path is not certain yet.
  private var heard: [Event] = []

  /// - Parameter kept: the plan of the trip before.
  init(in scene: OnlineScene, goingOnWith kept: KeptPlan?) {
    self.scene = scene
    self.kept = kept
    let settings = scene.settings
    trip = TripFold(graph: scene.graph, mode: scene.mode, settings: settings.trips)
    itinerary = ItineraryFold(on: scene.graph, for: scene.mode, settings: settings.guidance, memory: scene.memory)
    detection = EventFold(scene.detection)
    if scene.tables.contains(.crossings) { crossings = CrossingFold(scene.detection) }
    if scene.tables.contains(.positions) { positions = PositionWalk(on: scene.graph, settings: settings.positions) }
    if !scene.tables.isDisjoint(with: [.trips, .legs]) { tally = TripTally(settings: settings.trips) }
    if scene.tables.contains(.segments) { pairs = PairFold() }
    if scene.tables.contains(.visits) { visits = settings.sites.map { VisitFold($0, settings: settings.visits) } }
  }

  var suppressedSpeeding: SuppressedSpeeding { detection.suppressedSpeeding }

  /// Some of the positions that have become certain; empty if there are no further ones.
  func nextPositions() -> Numbered<(position: TripPosition, edge: TripEdge?)> {
    var next = Numbered<(position: TripPosition, edge: TripEdge?)>([], from: positionCount)
    while next.count < Self.mostPositions, let position = positions?.next() {
      next.append((position, positions?.edge(of: position)))
    }
    positionCount = next.endIndex
    return next
  }

  /// Between two fixes far apart there may be millions.
  private static let mostPositions = 4096

  /// Takes the next cleaned fix.
  ///
  /// - Parameters:
  ///   - number: the number of its record in the trace.
  ///   - trace: gives the names under which its trace may have a plan.
  func take(_ fix: Fix, number: Int, of trace: Trace, using worker: inout Worker) {
    periods.take(fix)
    if fix.refusal == nil { visits?.take(fix, number: number) }
    if plan == nil, fix.refusal == nil { layPlan(of: trace, begin: fix.time, using: &worker) }
    plan?.hear(fix, number: number, into: &heard)
  }

  /// - Parameter begin: the time of the first usable fix; `nil` without one.
  private func layPlan(of trace: Trace, begin: Timestamp?, using worker: inout Worker) {
    guard let planner = scene.planner else { return }
    let names = scene.settings.names(of: trace, begin: begin)
    defer { kept = nil }
    if let kept, let begin, kept.goesOn(from: begin),
      planner.source(of: names) == kept.plan.outcome.source
    {
      plan = kept.plan
      return
    }
    let outcome = planner.plan(of: names, using: &worker)
    plan = OnlinePlan(outcome, begin: begin, in: scene)
  }

  /// Counts the fixes that are decided.
  func count(_ points: [DecidedFix]) {
    guard tally != nil else { return }
    for point in points { tally?.take(point.fix, point.matched) }
  }

  /// Takes the part of the path that has become certain, and appends its rows.
  func take(_ piece: MatchedPiece?, into rows: inout TripRows, using worker: inout Worker) {
    var found = Found()
    if let piece { take(piece, into: &rows, &found, using: &worker) }
    finish(&rows, found, isEnd: false, using: &worker)
  }

  /// Takes the last part of the path, and ends the trip.
  ///
  /// - Parameter trace: gives the names under which a trace without a usable fix may have a plan.
  func end(
    _ piece: MatchedPiece?, of trace: Trace, into rows: inout TripRows, using worker: inout Worker
  ) {
    var found = Found()
    if plan == nil { layPlan(of: trace, begin: nil, using: &worker) }
    if let piece { take(piece, into: &rows, &found, using: &worker) }
    let rest = trip.finish()
    rows.legs.elements += tally?.finish(rest) ?? []
    if let pair = pairs?.finish() { rows.segments.append(pair) }
    rows.crossings.elements += crossings?.finish() ?? []
    detection.take(rest, into: &found.events)
    detection.finish(into: &found.events)
    found.positions += plan?.take(rest, into: &found.events, using: &worker.planner.router) ?? []
    found.positions += plan?.finish(into: &found.events, using: &worker.planner.router) ?? []
    finish(&rows, found, isEnd: true, using: &worker)
    rows.end = end(of: trace)
  }

  /// The row of the trip, when all others of it are known.
  private func end(of trace: Trace) -> TripEnd? {
    guard scene.tables.contains(.trips), let tally else { return nil }
    return TripEnd(
      of: trace, scene.mode, tally.totals, maneuvers: maneuverCount, events: eventCounts.events,
      wrongWayLength: wrongWay, suppressedSpeeding)
  }

  /// What an update has brought.
  private struct Found {
    var events: [Event] = []
    var positions: [PlanPosition?] = []
  }

  private func take(
    _ piece: MatchedPiece, into rows: inout TripRows, _ found: inout Found, using worker: inout Worker
  ) {
    let update = trip.take(piece, usualPeriod: periods.usualPeriod(leastSilence: scene.leastSilence))
    rows.edges = update.edges
    rows.segments.elements = pairs?.take(update.edges, on: scene.graph) ?? []
    rows.legs.elements = tally?.take(piece, update, in: trip) ?? []
    // The row of a trip counts its maneuvers.
    if !scene.tables.isDisjoint(with: [.maneuvers, .trips]) { rows.maneuvers.elements = itinerary.take(update) }
    rows.crossings.elements = crossings?.take(update) ?? []
    positions?.take(update)
    detection.take(update, into: &found.events)
    found.positions += plan?.take(update, into: &found.events, using: &worker.planner.router) ?? []
  }

  /// Numbers the rows, and joins points to their places on the plan.
  private func finish(_ rows: inout TripRows, _ found: Found, isEnd: Bool, using worker: inout Worker) {
    var events = (found.events + heard).inOrder()
    heard = []
    scene.planner?.findWaysBack(in: &events, to: plan?.outcome, using: &worker.planner.router)
    if let sites = scene.settings.sites { events.nameStops(by: sites) }
    wrongWay += wrongWayLength(of: events)
    rows.maneuvers.startIndex = maneuverCount
    rows.takeEvents(events, after: eventCounts)
    maneuverCount = rows.maneuvers.endIndex
    rows.crossings.startIndex = crossingCount
    crossingCount = rows.crossings.endIndex
    eventCounts = rows.eventCounts
    numberRows(of: &rows, isEnd: isEnd)
    guard scene.planner != nil else { return }
    points.take(rows.points, found.positions)
    points.move(into: &rows, waits: !isEnd && plan?.isFollowed == true)
    plan?.count(events)
    if isEnd { plan?.judge() }
    if isEnd, scene.tables.contains(.plans) { plan?.lookBack(using: &worker.planner) }
    rows.plan = plan?.outcome
    rows.tally = isEnd ? plan?.tally : nil
  }

  /// Numbers the rows of segments, legs and visits.
  private func numberRows(of rows: inout TripRows, isEnd: Bool) {
    rows.segments.startIndex = segmentCount
    segmentCount = rows.segments.endIndex
    rows.legs.startIndex = legCount
    legCount = rows.legs.endIndex
    guard let sites = scene.settings.sites, visits != nil else { return }
    let ended = (isEnd ? visits?.finish() : visits?.takeEnded()) ?? []
    rows.visits = Numbered(ended.map { ($0, sites.sites[$0.site]) }, from: visitCount)
    visitCount = rows.visits.endIndex
  }
}
