internal import Matching
internal import Traces

/// The fixes of one trace, counted by result.
struct FixCounts {
  /// Neither refused by the reader nor dropped by cleaning.
  private(set) var usable = 0
  private(set) var matched = 0
  /// Refused by the reader.
  private(set) var rejected = 0
  private var byReason: [FixReason: Int] = [:]

  init(of fixes: [MatchedFix]) {
    for fix in fixes { add(fix) }
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

  /// By reason code.
  var byReasonSorted: [(reason: FixReason, count: Int)] {
    byReason.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key, $0.value) }
  }

  /// The commonest reason why good fixes have no road.
  var commonestReasonOfMatching: String? {
    byReasonSorted.filter { $0.reason.isOfMatching }
      .max { ($0.count, $1.reason.rawValue) < ($1.count, $0.reason.rawValue) }?.reason.rawValue
  }
}
