internal import Detection
package import Knowledge
internal import Matching
internal import Reports
internal import Requests
internal import Traces
internal import Trips

/// What a run has counted so far. Codes are as in reports.
package struct RunCounts: Sendable, Equatable, Codable {
  /// Number of trips or requests.
  package var reports = 0
  package var byStatus: [String: Int] = [:]
  package var byReason: [String: Int] = [:]
  /// Number of fixes of trips.
  package var fixes = 0
  package var fixesByStatus: [String: Int] = [:]
  package var fixesByReason: [String: Int] = [:]
  /// Fixes for which the search for a path ended at its bound, see ``MatchedTrace/boundedFixes``.
  package internal(set) var searchBoundFixes = 0
  /// Fixes outside the times selected, and traces that have no others.
  package private(set) var unselectedFixes = 0
  package private(set) var unselectedTraces = 0
  /// Trips of which nothing may be published; they are not among ``reports``.
  package internal(set) var hiddenTrips = 0
  /// Trips that drove against a oneway.
  package internal(set) var wrongWayTrips = 0
  /// Drives faster than the limit that are no events, since they are not sure.
  package var speedingSuppressedByReason: [String: Int] = [:]
  /// As many as the table of rejects has rows.
  package var rejectsByReason: [String: Int] = [:]
  /// How the trips' plans turned out; all zero in a run without plans.
  package var plans = PlanCounts()
  /// What became of jobs; all zero in a run without any.
  package internal(set) var jobs = JobCounts()
  /// The traces outside the map.
  package internal(set) var outside = OutsideTraces()
  /// The number of traces with a part on another map of the run than the one they were matched on.
  package internal(set) var crossingMaps = 0
  /// What became of the drives in the store of knowledge; `nil` in a run that learns nothing.
  package internal(set) var learned: AddedDrives?
  /// Of online runs.
  package internal(set) var lags = LagCounts()

  package init() {}

  /// What a ledger keeps: all but lags, jobs, what was learned, and traces across maps.
  private enum CodingKeys: String, CodingKey {
    case reports, byStatus, byReason, fixes, fixesByStatus, fixesByReason, speedingSuppressedByReason, rejectsByReason
    case plans, outside, hiddenTrips, unselectedFixes, unselectedTraces, wrongWayTrips, searchBoundFixes
  }

  /// Of a run that holds trips against plans, before the first trip.
  init(of plans: TracePlans?) { self.plans = PlanCounts(given: plans?.sourceCount ?? 0) }

  /// Everything was read, every trip is whole and was held against its plan, and every request has a route.
  package var isAllWell: Bool {
    rejectsByReason.isEmpty && byStatus.keys.allSatisfy(Self.isWell) && plans.isAllWell
  }

  private static func isWell(_ status: String) -> Bool {
    status == TripStatus.ok.rawValue || status == RouteStatus.violating.rawValue
  }

  /// An existing file could not be opened, or not be read to its end. Bad data does not count.
  package var hasUnreadableFile: Bool { rejectsByReason[ReadingReason.unreadable.rawValue] != nil }

  /// The traces that have a place.
  package var located: Int {
    let placeless = [TripStatus.skipped, .rejected].reduce(0) { $0 + byStatus[$1.rawValue, default: 0] }
    return reports - placeless
  }

  /// There are traces, and none of them is on the map.
  package var isOnWrongMap: Bool { outside.count > 0 && outside.count == located }

  /// No trip and no request came to anything: all were refused, were skipped, met an error or have no route.
  package var cameToNothing: Bool {
    // A live run counts no statuses of trips, only statuses of fixes.
    if byStatus.isEmpty { return fixes > 0 && fixes == unusableFixes }
    return byStatus.keys.allSatisfy { Outcome.comesToNothing($0) || $0 == RouteStatus.failed.rawValue }
  }

  private var unusableFixes: Int {
    [FixStatus.rejected, .dropped].reduce(0) { $0 + fixesByStatus[$1.rawValue, default: 0] }
  }

  mutating func add(_ trip: Trip) {
    addReport(status: trip.status.rawValue, reason: trip.reason)
    fixes += trip.matched.fixes.count
    searchBoundFixes += trip.matched.boundedFixes
    add(trip.matched.fixes)
  }

  mutating func addReport(status: String, reason: String?) {
    reports += 1
    byStatus[status, default: 0] += 1
    if let reason { byReason[reason, default: 0] += 1 }
  }

  mutating func add(_ suppressed: SuppressedSpeeding) {
    for (reason, count) in suppressed.byReason { speedingSuppressedByReason[reason.rawValue, default: 0] += count }
  }

  mutating func addUnselected(fixes: Int, isWholeTrace: Bool) {
    unselectedFixes += fixes
    if isWholeTrace { unselectedTraces += 1 }
  }

  mutating func addRefusal(reason: String) { rejectsByReason[reason, default: 0] += 1 }

  /// Counts runs of fixes with equal status and reason, because looking up a code takes longer than comparing a fix
  /// with the next.
  private mutating func add(_ fixes: [MatchedFix]) {
    var begin = 0
    while begin < fixes.count {
      let first = fixes[begin]
      var end = begin + 1
      while end < fixes.count, fixes[end].status == first.status, fixes[end].reason == first.reason { end += 1 }
      fixesByStatus[first.status.rawValue, default: 0] += end - begin
      if let reason = first.reason { fixesByReason[reason.rawValue, default: 0] += end - begin }
      begin = end
    }
  }

  mutating func add(_ other: RunCounts) {
    reports += other.reports
    byStatus.merge(other.byStatus, uniquingKeysWith: +)
    byReason.merge(other.byReason, uniquingKeysWith: +)
    fixes += other.fixes
    searchBoundFixes += other.searchBoundFixes
    wrongWayTrips += other.wrongWayTrips
    hiddenTrips += other.hiddenTrips
    unselectedFixes += other.unselectedFixes
    unselectedTraces += other.unselectedTraces
    fixesByStatus.merge(other.fixesByStatus, uniquingKeysWith: +)
    fixesByReason.merge(other.fixesByReason, uniquingKeysWith: +)
    speedingSuppressedByReason.merge(other.speedingSuppressedByReason, uniquingKeysWith: +)
    rejectsByReason.merge(other.rejectsByReason, uniquingKeysWith: +)
    plans.add(other.plans)
    outside.add(other.outside)
    crossingMaps += other.crossingMaps
    jobs.add(other.jobs)
  }
}

extension Manifest {
  mutating func take(_ counts: RunCounts, of kind: OutputContent.Kind) {
    if kind == .requests {
      requests = (counts.byStatus, counts.byReason)
    } else {
      tripsByStatus = counts.byStatus
      tripsByReason = counts.byReason
      fixesByStatus = counts.fixesByStatus
      fixesByReason = counts.fixesByReason
      searchBoundFixes = counts.searchBoundFixes
      hiddenTrips = counts.hiddenTrips
      unselected = (counts.unselectedTraces, counts.unselectedFixes)
      speedingSuppressedByReason = counts.speedingSuppressedByReason
    }
    if counts.plans.given > 0 {
      plans = Plans(byStatus: counts.plans.byStatus, byReason: counts.plans.byReason, unused: counts.plans.unused)
    }
    learned = counts.learned
    rejectsByReason = counts.rejectsByReason
  }
}
