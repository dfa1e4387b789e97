internal import Geodesy
internal import Moments

/// The unfinished plans of traces that fell silent, until they return.
///
/// The least recent are forgotten first, so that no more traces have a state than may be open.
struct KeptPlans: Sendable {
  private var entries: [String: (kept: KeptPlan, number: Int)] = [:]
  /// In the order in which they were kept; some have gone.
  private var order: ArraySlice<(id: String, number: Int)> = []
  private var count = 0

  /// - Parameter time: of the trace's last fix.
  mutating func keep(_ plan: OnlinePlan, of id: String, at time: Timestamp?) {
    guard plan.isUnfinished, let time else { return }
    var plan = plan
    plan.beginPart()
    count += 1
    entries[id] = (KeptPlan(plan: plan, time: time), count)
    order.append((id, count))
  }

  /// Forgets all but so many.
  mutating func shrink(to most: Int) {
    while entries.count > max(0, most), let oldest = order.popFirst() {
      if entries[oldest.id]?.number == oldest.number { entries[oldest.id] = nil }
    }
    if order.count > 2 * entries.count + 64 {
      order = order.filter { [entries] in entries[$0.id]?.number == $0.number }[...]
    }
  }

  /// The plan of a trace that returns.
  mutating func take(_ id: String) -> KeptPlan? { entries.removeValue(forKey: id)?.kept }
}

/// The unfinished plan of a trip that has ended, ready for the next part of the drive.
struct KeptPlan: Sendable {
  let plan: OnlinePlan
  /// The time of the trip's last fix.
  let time: Timestamp

  /// Whether a trip that begins later goes on along it.
  func goesOn(from begin: Timestamp) -> Bool { begin.seconds(since: time) <= Self.longestPause }

  /// A tour pauses for less than the daily rest of its driver.
  ///
  /// - Source: Regulation (EC) 561/2006, article 4 (g): at least nine hours.
  private static let longestPause: Seconds = 9 * 3600
}
