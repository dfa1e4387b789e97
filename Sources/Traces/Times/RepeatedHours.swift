internal import Moments

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

  /// Sets the times of the marked fixes that can be decided, and hands the line and the complaint of each other one to
  /// `refuse`.
  static func settle(_ fixes: inout [Fix], by clock: LocalClock?, refuse: (Int, String) -> Void) {
    guard let clock else { return }
    for index in RepeatedHours(clock: clock).settle(&fixes) {
      refuse(Int(fixes[index].line), RefusalSentence.repeatedHour(fixes[index], clock))
    }
  }

  private static func isMarked(_ fix: Fix) -> Bool { fix.refusal == .repeatedHour && fix.time != nil }
  private static func isTimed(_ fix: Fix) -> Bool { fix.refusal == nil && fix.time != nil }

  private static func isNewestFirst(_ fixes: [Fix]) -> Bool {
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
