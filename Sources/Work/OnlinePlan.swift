internal import Detection
internal import Matching
internal import Moments
internal import Plans
internal import Reports
internal import Routing
internal import Traces
internal import Trips

/// The plan of a trip in progress, laid with its first usable fix.
struct OnlinePlan: Sendable {
  /// Without the positions of fixes, which go into rows.
  private(set) var outcome: PlanOutcome
  /// How it was kept so far.
  private(set) var tally = PlanTally()
  /// `nil` if there is no plan to follow.
  private var follower: PlanFollower?
  /// `nil` without traffic.
  private var traffic: OnlineTraffic?

  /// - Parameter begin: the time of the first usable fix.
  init(_ outcome: PlanOutcome, begin: Timestamp?, in scene: OnlineScene) {
    var outcome = outcome
    if let plan = outcome.plan {
      outcome.departure = plan.route.departure?.moment ?? begin
      outcome.isInTraffic = scene.traffic != nil
      follower = PlanFollower(
        plan, departure: outcome.departure, on: scene.graph, hindrances: scene.hindrances,
        settings: scene.settings.detection, following: scene.following)
      traffic = scene.traffic.map { OnlineTraffic($0, on: plan, departure: outcome.departure, in: scene) }
    }
    self.outcome = outcome
  }

  /// Of a trip that was matched as a whole; `nil` if it has no plan to follow.
  init?(of report: TripReport, in scene: OnlineScene) {
    guard let outcome = report.plan, outcome.plan != nil else { return nil }
    self.init(outcome, begin: report.trip.summary.beginTime, in: scene)
    var events: [Event] = []
    for (number, fix) in report.trip.matched.trace.fixes.enumerated() { hear(fix, number: number, into: &events) }
    let update = TripUpdate(of: report.trip, leastSilence: scene.leastSilence)
    _ = (follower?.take(update, into: &events), follower?.finish(into: &events))
    tally.take(report.events)
  }

  /// Whether the drive may go on along it when its trace returns: it has not reached the destination.
  var isUnfinished: Bool { isFollowed && !tally.hasReachedDestination }

  /// Goes on with the next part of the drive, when the one before has ended. Its fixes are counted from 0.
  mutating func beginPart() {
    outcome.beginPart()
    tally = PlanTally()
    follower?.beginPart()
    traffic?.beginPart()
  }

  /// Whether fixes have places on it.
  var isFollowed: Bool { follower != nil }

  /// Takes the next fix as it is recorded.
  mutating func hear(_ fix: Fix, number: Int, into events: inout [Event]) {
    follower?.hear(fix, number: number, into: &events)
  }

  /// Takes what has become certain of the trip.
  ///
  /// - Returns: the next places on the plan that are certain; `nil` for a fix that is not used.
  mutating func take(
    _ update: TripUpdate, into events: inout [Event], using router: inout Router
  ) -> [PlanPosition?] {
    traffic?.take(update)
    return placed(follower?.take(update, into: &events) ?? [], into: &events, using: &router)
  }

  /// Ends the trip.
  mutating func finish(into events: inout [Event], using router: inout Router) -> [PlanPosition?] {
    placed(follower?.finish(into: &events) ?? [], into: &events, using: &router)
  }

  /// Counts the events that were found.
  mutating func count(_ events: [Event]) { tally.take(events) }

  /// Notes whether the drive came to its plan at all, when all events are counted.
  mutating func judge() { tally.judge(&outcome) }

  /// Adds what the drive lost, when all events are counted.
  mutating func lookBack(using planner: inout Planner) {
    guard let traffic, let plan = outcome.plan else { return }
    outcome.hindsight = planner.hindsight(of: plan, tally, in: traffic.known, settings: traffic.settings)
  }

  private mutating func placed(
    _ positions: [PlanPosition?], into events: inout [Event], using router: inout Router
  ) -> [PlanPosition?] {
    guard traffic != nil else {
      for case let position? in positions { tally.take(position, at: nil) }
      return positions
    }
    return positions.map { position in
      traffic?.hold(position, tally: &tally, into: &events, using: &router)
    }
  }
}

/// The plan of a trip in progress, held against the traffic. Searches take time, so only what is written is searched
/// for.
private struct OnlineTraffic: Sendable {
  let known: KnownTraffic
  let settings: PollSettings
  /// `nil` if points are not written.
  private var arrivals: ExpectedArrivals?
  /// `nil` if neither polls nor events are written.
  private var polls: PollFold?
  /// The fixes whose places on the plan are not certain.
  private var waiting: ArraySlice<FixOnRoad> = []

  init(_ known: KnownTraffic, on plan: Plan, departure: Timestamp?, in scene: OnlineScene) {
    self.known = known
    settings = scene.settings.polls
    if scene.tables.contains(.plannedPoints) {
      arrivals = ExpectedArrivals(on: plan, departure: departure, in: known)
    }
    if !scene.tables.isDisjoint(with: [.betterRoutes, .events]) {
      polls = PollFold(plan, in: known, settings: settings)
    }
  }

  /// The fixes of the next part are counted from 0.
  mutating func beginPart() { waiting = [] }

  mutating func take(_ update: TripUpdate) {
    waiting += update.fixes.indices.map { FixOnRoad($0, of: update) }
  }

  /// Takes the place on the plan of the next fix.
  ///
  /// - Returns: the place with the arrival that was expected there.
  mutating func hold(
    _ position: PlanPosition?, tally: inout PlanTally, into events: inout [Event], using router: inout Router
  ) -> PlanPosition? {
    let fix = waiting.popFirst()
    guard var position else { return nil }
    tally.take(position, at: fix?.time)
    guard let fix, let time = fix.time else { return position }
    arrivals?.set(in: &position, at: time, using: &router)
    if let poll = polls?.take(fix.number, time, position, using: &router), let event = Event(poll, at: fix) {
      events.append(event)
    }
    return position
  }
}
