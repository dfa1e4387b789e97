internal import Detection
internal import Guidance
internal import Matching
internal import Plans
internal import Reports
internal import Traces
internal import Trips

/// The stages after matching for a trip in progress, which find its edges, maneuvers and events.
struct OnlineFolds: Sendable {
  private let scene: OnlineScene
  private var trip: TripFold
  private var itinerary: ItineraryFold
  private var detection: EventFold
  private var periods = RecentPeriods()
  private var maneuverCount = 0
  private var eventCounts = EventRowCounts()
  /// `nil` before the first usable fix, and where trips have no plans.
  private var plan: OnlinePlan?
  private var points = PlannedPoints()

  init(in scene: OnlineScene) {
    self.scene = scene
    let settings = scene.settings
    trip = TripFold(graph: scene.graph, mode: scene.mode, settings: settings.trips)
    itinerary = ItineraryFold(on: scene.graph, for: scene.mode, settings: settings.guidance, memory: scene.memory)
    detection = EventFold(scene.detection)
  }

  var suppressedSpeeding: SuppressedSpeeding { detection.suppressedSpeeding }

  /// Takes the next cleaned fix.
  ///
  /// - Parameter trace: gives the names under which its trace may have a plan.
  mutating func take(_ fix: Fix, of trace: Trace, using worker: inout Worker) {
    periods.take(fix)
    guard plan == nil, fix.refusal == nil, let planner = scene.planner else { return }
    let outcome = planner.plan(of: scene.settings.names(of: trace, begin: fix.time), using: &worker)
    plan = OnlinePlan(outcome, begin: fix.time, in: scene)
  }

  /// What became of the trip's plan; `nil` before its first usable fix, and where trips have no plans.
  var planOutcome: PlanOutcome? { plan?.outcome }

  /// Takes the part of the path that has become certain, and appends its rows.
  ///
  /// - Parameter isEnd: whether the trip ends with it.
  mutating func take(_ piece: MatchedPiece?, isEnd: Bool, into rows: inout TripRows, using worker: inout Worker) {
    rows.maneuvers = Numbered([], from: maneuverCount)
    var events: [Event] = []
    var positions: [PlanPosition?] = []
    if let piece {
      let update = trip.take(piece, usualPeriod: periods.usualPeriod(leastSilence: scene.leastSilence))
      rows.edges = update.edges
      if scene.tables.contains(.maneuvers) { rows.maneuvers.elements = itinerary.take(update) }
      detection.take(update, into: &events)
      positions += plan?.take(update, into: &events) ?? []
    }
    if isEnd {
      let rest = trip.finish()
      detection.take(rest, into: &events)
      detection.finish(into: &events)
      positions += (plan?.take(rest, into: &events) ?? []) + (plan?.finish(into: &events) ?? [])
    }
    scene.planner?.findWaysBack(in: &events, to: plan?.outcome, using: &worker.planner.router)
    rows.takeEvents(events.inOrder(), after: eventCounts)
    maneuverCount = rows.maneuvers.endIndex
    eventCounts = rows.eventCounts
    guard scene.planner != nil else { return }
    points.take(rows.points, positions)
    points.move(into: &rows, waits: !isEnd && plan?.isFollowed == true)
    rows.plan = plan?.outcome
  }
}
