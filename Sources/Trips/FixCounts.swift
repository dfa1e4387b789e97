internal import Geodesy
internal import Matching
internal import Moments
internal import Traces

/// The fixes of one trace, counted by result.
struct FixCounts: Sendable {
  /// Neither refused by the reader nor dropped by cleaning.
  private(set) var usable = 0
  private(set) var matched = 0
  /// Refused by the reader.
  private(set) var rejected = 0
  /// Dropped because they repeat the fix before them.
  private var repeated = 0
  private(set) var records = 0
  private var byReason: [FixReason: Int] = [:]
  /// The last fix that was neither refused nor dropped.
  private var kept: (time: Timestamp?, place: Place?)?
  /// A receiver that sends several positions a second with times in whole seconds repeats a time within this distance.
  private static let longestRepetition: Metres = 50

  init() {}

  init(of matched: borrowing MatchedTrace) {
    for (fix, result) in zip(matched.trace.fixes, matched.fixes) { take(fix, result) }
  }

  /// Takes the next fix with its result.
  mutating func take(_ fix: Fix, _ matched: MatchedFix) {
    records += 1
    add(matched)
    if fix.refusal == nil { kept = (fix.time, fix.place) }
    if fix.refusal == .duplicate, isRepetition(fix) { repeated += 1 }
  }

  /// A duplicate tells nothing new if it lies near the kept fix of its time.
  private func isRepetition(_ fix: Fix) -> Bool {
    guard let kept, kept.time == fix.time, let last = kept.place, let place = fix.place else { return false }
    return groundDistance(last, place) <= Self.longestRepetition
  }

  private mutating func add(_ fix: MatchedFix) {
    switch fix.status {
    case .matched:
      usable += 1
      matched += 1
    case .offRoad, .unmatched: usable += 1
    case .dropped: break
    case .rejected: rejected += 1
    }
    if let reason = fix.reason { byReason[reason, default: 0] += 1 }
  }

  /// The records that say something of the drive: all except repetitions of the previous one.
  var sent: Int { records - repeated }

  /// The share of ``sent`` that was matched; 0 without any.
  var coverage: Double { sent == 0 ? 0 : Double(matched) / Double(sent) }

  /// Whether so many records were refused or dropped that the rest does not represent the drive.
  ///
  /// - Source: of the 942 real traces of Chicago and of Kubicka et al. 2015 (doi:10.5281/zenodo.57731) none loses a
  ///   record, and of 98 GPX files of many producers with at least 20 points one loses more than 5 % of them: all.
  var lostMany: Bool {
    let lost = sent - usable
    return lost > 1 && 5 * lost > sent
  }

  /// Whether more records were refused or dropped than kept and not matched.
  var lostMoreThanUnmatched: Bool { sent - usable > usable - matched }

  /// By reason code.
  var byReasonSorted: [(reason: FixReason, count: Int)] {
    byReason.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key, $0.value) }
  }

  /// The commonest reason why good fixes have no road.
  var commonestReasonOfMatching: String? {
    byReasonSorted.filter { $0.reason.isOfMatching }
      .max { ($0.count, $1.reason.rawValue) < ($1.count, $0.reason.rawValue) }?.reason.rawValue
  }

  /// The outcome of a trip that was matched without an error, in time.
  ///
  /// - Parameter firstBreak: why the first path ended before the second one; `nil` without a second path.
  func outcome(legs: Int, firstBreak: BreakReason?) -> (status: TripStatus, reason: String?) {
    if records == 0 { return (.skipped, "no_fixes") }
    if usable == 0 { return rejected == records ? (.rejected, "no_readable_fix") : (.skipped, "no_usable_fix") }
    if usable == 1 { return (.skipped, "single_fix") }
    if matched == 0 { return (.unmatched, commonestReasonOfMatching) }
    let isJoined = matched == usable && legs == 1
    if lostMany && (isJoined || lostMoreThanUnmatched) { return (.partial, "many_dropped") }
    if isJoined { return (.ok, nil) }
    return (.partial, commonestReasonOfMatching ?? firstBreak?.rawValue)
  }
}
