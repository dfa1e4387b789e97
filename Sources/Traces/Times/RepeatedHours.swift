internal import Geodesy
internal import Moments
internal import Records

/// Decides the times that the clocks of a place showed twice, by the order of their trace.
///
/// The reader marks such fixes with ``FixReason/repeatedHour``, and gives them the first of the two moments. In a run of
/// them one step back is where the clocks were put back. A run without it belongs to the neighbour that it follows or
/// precedes closely. What neither decides stays refused.
struct RepeatedHours {
  let clock: LocalClock

  /// A step back of less is a record out of order, and a gap of more joins nothing.
  private static let leastStepBack = 600.0
  private static let longestGap = 1200.0

  /// Sets the times of the marked fixes that can be decided, and takes their mark away.
  ///
  /// - Returns: the fixes that cannot be decided.
  func settle(_ fixes: inout [Fix]) -> [Int] {
    guard fixes.contains(where: Self.isMarked) else { return [] }
    let isNewestFirst = Self.isNewestFirst(fixes)
    if isNewestFirst { fixes.reverse() }
    var index = 0
    while let begin = fixes[index...].firstIndex(where: Self.isMarked) {
      let end = fixes[begin...].firstIndex { !Self.isMarked($0) && Self.isTimed($0) } ?? fixes.endIndex
      settle(&fixes, begin..<end)
      index = end
    }
    if isNewestFirst { fixes.reverse() }
    return fixes.indices.filter { Self.isMarked(fixes[$0]) }
  }

  /// The clock of times without an offset.
  enum Clock: Sendable {
    case known(LocalClock)
    case unknown
  }

  /// The clock of a document: the stated one, or an unknown one if some times have no offset.
  static func clock(_ stated: LocalClock?, hasLocalTimes: Bool) -> Clock? {
    stated.map { .known($0) } ?? (hasLocalTimes ? .unknown : nil)
  }

  /// The same with a clock whose place may be unknown.
  static func settle(_ fixes: inout [Fix], by clock: Clock?, refuse: (Int, String) -> Void) {
    switch clock {
    case .known(let clock): settle(&fixes, by: clock, refuse: refuse)
    case .unknown: UnknownClock.refuseRepeatedHour(&fixes, refuse: refuse)
    case nil: break
    }
  }

  /// Sets the times of the marked fixes that can be decided, and hands the line and the complaint of each other one to
  /// `refuse`.
  static func settle(_ fixes: inout [Fix], by clock: LocalClock?, refuse: (Int, String) -> Void) {
    guard let clock else { return }
    for index in RepeatedHours(clock: clock).settle(&fixes) {
      refuse(Int(fixes[index].line), RefusalSentence.repeatedHour(fixes[index], clock))
    }
  }

  private static func isMarked(_ fix: Fix) -> Bool { fix.refusal == .repeatedHour && fix.time != nil }
  fileprivate static func isTimed(_ fix: Fix) -> Bool { fix.refusal == nil && fix.time != nil }

  static func isNewestFirst(_ fixes: [Fix]) -> Bool {
    let times = fixes.filter { isTimed($0) || isMarked($0) }.compactMap(\.time)
    let steps = zip(times, times.dropFirst())
    return steps.count { $1 < $0 } > steps.count { $0 < $1 }
  }

  private func settle(_ fixes: inout [Fix], _ run: Range<Int>) {
    let marked = run.filter { Self.isMarked(fixes[$0]) }
    guard let secondBegins = beginOfSecondPass(fixes, marked, run) else { return }
    for index in marked {
      guard let time = fixes[index].time else { continue }
      if index >= secondBegins { fixes[index].storedMilliseconds = second(time).millisecondsSince1970 }
      fixes[index].refusal = nil
    }
  }

  /// The first index of a run that has the later of two moments; its end if none has; `nil` if nothing decides.
  private func beginOfSecondPass(_ fixes: [Fix], _ marked: [Int], _ run: Range<Int>) -> Int? {
    let times = marked.compactMap { fixes[$0].time }
    let back = times.indices.dropFirst().filter { times[$0 - 1].seconds(since: times[$0]) >= Self.leastStepBack }
    if back.count == 1 { return marked[back[0]] }
    guard back.isEmpty, let first = times.first, let last = times.last else { return nil }
    let before = fixes[..<run.lowerBound].last(where: Self.isTimed)?.time
    let after = fixes[run.upperBound...].first(where: Self.isTimed)?.time
    let follows = before.map { (0...Self.longestGap).contains(first.seconds(since: $0)) } ?? false
    let precedes = after.map { (0...Self.longestGap).contains($0.seconds(since: second(last))) } ?? false
    if follows == precedes { return nil }
    return follows ? run.upperBound : run.lowerBound
  }

  /// The other moment at which the clocks showed the same.
  private func second(_ first: Timestamp) -> Timestamp {
    let offset = clock.time(first).offsetInMinutes
    let moments = clock.moments(showing: first.millisecondsSince1970 + Int64(offset) * 60_000)
    return moments.last ?? first
  }
}

/// Times without an offset, from a clock in an unknown place, which were read as UTC.
enum UnknownClock {
  /// The clocks go back by an hour between midnight and four, on a Sunday of spring or autumn.
  private static let hours: ClosedRange<Int64> = 0...3
  private static let months: Set<Int> = [3, 4, 9, 10, 11]
  private static let hour: Int64 = 3_600_000
  private static let longestGap: Int64 = 1_200_000
  private static let fastest: MetresPerSecond = 60

  /// Refuses the hour that such clocks showed twice: its two passes would be sorted into each other.
  ///
  /// - Parameter refuse: gets the line and the complaint of each fix.
  static func refuseRepeatedHour(_ fixes: inout [Fix], refuse: (Int, String) -> Void) {
    guard let (before, after) = stepBack(in: fixes) else { return }
    let begin = after.storedMilliseconds - remainder(after.storedMilliseconds, hour)
    let step = "\(text(before)) is followed by \(text(after))"
    for index in fixes.indices where RepeatedHours.isTimed(fixes[index]) {
      guard (begin..<begin + hour).contains(fixes[index].storedMilliseconds) else { continue }
      let time = text(fixes[index])
      fixes[index].refusal = .repeatedHour
      refuse(
        Int(fixes[index].line),
        "time \(time) was shown twice: \(step), as when clocks are put back; --time-zone says where the clock was")
    }
  }

  private static func text(_ fix: Fix) -> String { quoted((fix.time?.iso8601.dropLast() ?? "").utf8) }

  /// The only two successive fixes between which the clock went back by about an hour while the vehicle drove on.
  private static func stepBack(in fixes: [Fix]) -> (before: Fix, after: Fix)? {
    var (last, found): (Fix?, (Fix, Fix)?) = (nil, nil)
    for fix in RepeatedHours.isNewestFirst(fixes) ? fixes.reversed() : fixes where RepeatedHours.isTimed(fix) {
      defer { last = fix }
      guard let before = last, isStepBack(before, fix) else { continue }
      if found != nil { return nil }
      found = (before, fix)
    }
    return found
  }

  private static func isStepBack(_ before: Fix, _ after: Fix) -> Bool {
    let gap = hour - (before.storedMilliseconds - after.storedMilliseconds)
    guard (0...longestGap).contains(gap), isNight(after.storedMilliseconds), isNight(before.storedMilliseconds) else {
      return false
    }
    return groundDistance(before.storedPlace, after.storedPlace) <= fastest * max(10, Double(gap) / 1000)
  }

  private static func isNight(_ milliseconds: Int64) -> Bool {
    let day = Int((milliseconds - remainder(milliseconds, 24 * hour)) / (24 * hour))
    // 1970 began on a Thursday.
    return hours.contains(remainder(milliseconds, 24 * hour) / hour) && remainder(Int64(day), 7) == 3
      && months.contains(CivilDate(daysSince1970: day).month)
  }

  private static func remainder(_ value: Int64, _ divisor: Int64) -> Int64 {
    let rest = value % divisor
    return rest < 0 ? rest + divisor : rest
  }
}
