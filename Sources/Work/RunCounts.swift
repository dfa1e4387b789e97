internal import Matching
internal import Reports
internal import Traces
internal import Trips

/// What a run has seen so far. Codes are those of the reports.
package struct RunCounts: Sendable, Equatable {
  package var trips = 0
  package var fixes = 0
  package var tripsByStatus: [String: Int] = [:]
  package var tripsByReason: [String: Int] = [:]
  package var fixesByStatus: [String: Int] = [:]
  package var fixesByReason: [String: Int] = [:]
  /// As many as the table of rejects has rows.
  package var rejectsByReason: [String: Int] = [:]

  package init() {}

  /// Everything was read, and every trip is whole.
  package var isAllWell: Bool { rejectsByReason.isEmpty && tripsByStatus.keys.allSatisfy { $0 == "ok" } }

  /// A file that is there could not be opened, or not be read to its end: no matter of bad data.
  package var hasUnreadableFile: Bool { rejectsByReason[ReadingReason.unreadable.rawValue] != nil }

  mutating func add(_ trip: Trip) {
    trips += 1
    fixes += trip.matched.fixes.count
    tripsByStatus[trip.status.rawValue, default: 0] += 1
    if let reason = trip.reason { tripsByReason[reason, default: 0] += 1 }
    add(trip.matched.fixes)
  }

  /// Counts runs of fixes that came to the same, for looking up a code takes longer than finding the next fix alike.
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
    trips += other.trips
    fixes += other.fixes
    tripsByStatus.merge(other.tripsByStatus, uniquingKeysWith: +)
    tripsByReason.merge(other.tripsByReason, uniquingKeysWith: +)
    fixesByStatus.merge(other.fixesByStatus, uniquingKeysWith: +)
    fixesByReason.merge(other.fixesByReason, uniquingKeysWith: +)
    rejectsByReason.merge(other.rejectsByReason, uniquingKeysWith: +)
  }
}
