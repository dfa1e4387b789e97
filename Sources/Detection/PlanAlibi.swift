internal import Geodesy
internal import Matching
internal import Moments
internal import Plans
internal import RoadGraph
internal import Traces
internal import Trips

/// Withholds events that happened beside the plan of a drive only if its fixes are right.
///
/// Errors of fixes lead the matcher onto a road beside the one that was driven, such as the other carriageway, and
/// sometimes off all roads. A drive that has a plan was more likely on the plan. So while a drive is on its plan, an
/// event beside it needs evidence: its fixes must be nearer to the road of the event than to the plan, by more than
/// their errors.
///
///     evidence = Σ w (distance from the plan² − distance from the road²) / (2 σ²)
///
/// Errors last, so fixes that follow one another soon are one witness: *w* is the time since the fix before, divided by
/// the time for which errors last, and at most 1.
struct PlanAlibi: Sendable {
  fileprivate struct Place {
    var isOnPlan: Bool
    /// Along the plan.
    var progress: Metres
    /// The time of the plan from there to its end.
    var rest: Seconds
    var time: Timestamp?
    var evidence: Double
  }

  /// A fix whose place on the plan is not known.
  fileprivate struct Waiting {
    var time: Timestamp?
    /// From it to its road; 0 off the road.
    var distance: Metres
  }

  private let plan: Plan
  private let settings: DetectionSettings
  private var fixes = Numbered<Waiting>([])
  private var places = Numbered<Place?>([])
  /// Events whose fixes have no places yet.
  private var waiting: [Event] = []
  /// Of the newest fix with a place.
  private var lastTime: Timestamp?

  init(_ plan: Plan, settings: DetectionSettings) {
    self.plan = plan
    self.settings = settings
  }

  /// Begins the next part of a drive, whose fixes are counted from 0.
  mutating func beginPart() {
    fixes = Numbered([])
    places = Numbered([])
    waiting = []
    lastTime = nil
  }

  /// Takes what has become certain of the trip, and its events.
  ///
  /// - Returns: the events that are reported whatever the plan is. The others wait for the places of their fixes.
  mutating func take(_ trip: TripUpdate, _ events: [Event]) -> [Event] {
    for fix in trip.fixes.indices {
      fixes.append(Waiting(time: trip.fixes[fix].time, distance: trip.matched[fix].position?.distance ?? 0))
    }
    waiting += events.filter { Self.types.contains($0.type) }
    return events.filter { !Self.types.contains($0.type) }
  }

  /// Takes the places of the next fixes on the plan; `nil` for a fix that is not used.
  ///
  /// - Returns: the waiting events that are to be reported.
  mutating func place(_ positions: [PlanPosition?]) -> [Event] {
    for position in positions {
      let fix = fixes[places.endIndex]
      places.append(position.map { Place($0, fix, weight: weight(of: fix), sigma: settings.alibiSigma) })
      lastTime = fix.time ?? lastTime
    }
    fixes.forget(before: places.endIndex)
    defer {
      waiting.removeAll { $0.fixes.upperBound < places.endIndex }
      places.forget(before: places.endIndex - Self.mostPlaces)
    }
    return waiting.filter { $0.fixes.upperBound < places.endIndex && !isExplained($0) }
  }

  private func weight(of fix: Waiting) -> Double {
    guard let lastTime, let time = fix.time else { return 1 }
    return min(1, max(0, time.seconds(since: lastTime)) / settings.errorMemory)
  }

  /// The events that still wait at the end of the drive.
  mutating func finish() -> [Event] {
    defer { waiting = [] }
    return waiting
  }

  /// The memory of a live trip. An event with more fixes has evidence enough.
  private static let mostPlaces = 1024

  /// Whether the vehicle may as well have been on its plan.
  private func isExplained(_ event: Event) -> Bool {
    guard event.fixes.lowerBound >= places.startIndex else { return false }
    let seen = places.stretch(event.fixes.lowerBound..<event.fixes.upperBound + 1).compactMap(\.self)
    guard seen.allSatisfy(\.isOnPlan), isShort(seen) || !isWitnessed(by: seen) else { return false }
    if let gap = event.payload as? UnseenStretch { return isBridged(gap, event, seen) }
    if event.type == .forbiddenTurn { return isDriven(insteadOf: event, seen) }
    return event.road.map { !plan.leads(along: $0) } ?? true
  }

  private func isWitnessed(by seen: [Place]) -> Bool {
    seen.reduce(0) { $0 + $1.evidence } >= settings.leastAlibiEvidence
  }

  /// Whether a reflection may have thrown out all of the fixes.
  private func isShort(_ seen: [Place]) -> Bool {
    guard let begin = seen.first?.time, let end = seen.last?.time else { return false }
    return end.seconds(since: begin) <= settings.longestReflection
  }

  /// Whether the drive went on along the plan where its path is broken.
  private func isBridged(_ gap: UnseenStretch, _ event: Event, _ seen: [Place]) -> Bool {
    guard gap.cause == .offRoad || gap.cause == .noPath, let first = seen.first, let last = seen.last else {
      return false
    }
    let progress = last.progress - first.progress
    return progress >= 0 && progress <= 2 * event.length + settings.asGoodLength
  }

  /// Whether the plan leads there without the turn, and the vehicle had the time to drive it.
  private func isDriven(insteadOf turn: Event, _ seen: [Place]) -> Bool {
    guard let from = turn.road, let onto = turn.onto, !plan.leads(from: from, onto: onto, within: turn.length + 1),
      let first = seen.first, let last = seen.last, let begin = first.time, let end = last.time
    else { return false }
    return first.rest - last.rest <= settings.mostHaste * end.seconds(since: begin)
  }

  /// The types of events that errors of fixes can cause.
  private static let types: Set<EventType> = [
    .wrongWay, .noAccess, .closedRoad, .vehicleLimit, .forbiddenTurn, .offRoad, .gap,
  ]
}

extension PlanAlibi.Place {
  fileprivate init(_ position: PlanPosition, _ fix: PlanAlibi.Waiting, weight: Double, sigma: Metres) {
    isOnPlan = position.isOnPlan
    progress = position.progress
    rest = position.durationToDestination
    time = fix.time
    evidence = weight * (position.distance * position.distance - fix.distance * fix.distance) / (2 * sigma * sigma)
  }
}
