internal import Geodesy
internal import Moments
internal import Storage

/// Marks the fixes of a trace that were readable but cannot be true.
///
/// Nothing is removed or reordered: a dropped fix keeps its number and gets its ``Fix/refusal``. A fix that the reader
/// refused keeps its reason. Cleaning a clean trace changes nothing. Only times may be taken away: if every fix of a
/// moving trace has the same time, the clock stood still and the trace is treated as one without times; so is a trace
/// in which fewer than half of the fixes have a time.
package struct TraceCleaner: Sendable {
  private let settings: CleaningSettings

  package init(settings: CleaningSettings = CleaningSettings()) {
    self.settings = settings
  }

  /// The same trace with the reasons `missingTime`, `nullIsland`, `duplicate`, `outOfOrder` and `jump` set.
  ///
  /// A piece of a cleaned trace stays as it is: the neighbours of its first and last fixes are in another piece.
  ///
  /// - Complexity: O(*n*) for fixes in order of time, O(*n* log *n*) otherwise.
  package func clean(_ trace: Trace) -> Trace {
    guard !trace.isPieceOfCleaned else { return trace }
    var trace = trace
    forgetStoppedClock(&trace.fixes)
    markMissingTimes(&trace.fixes)
    markNullIsland(&trace.fixes)
    markDisorder(&trace.fixes)
    markJumps(&trace.fixes)
    markBursts(&trace.fixes)
    return trace
  }

  private func usable(_ fixes: [Fix]) -> [Int] {
    fixes.indices.filter { fixes[$0].refusal == nil }
  }

  private func forgetStoppedClock(_ fixes: inout [Fix]) {
    guard let first = fixes.first(where: { $0.refusal == nil }), let time = first.time else { return }
    guard fixes.allSatisfy({ $0.refusal != nil || $0.time == time }) else { return }
    guard fixes.contains(where: { $0.refusal == nil && $0.place != first.place }) else { return }
    let usable = usable(fixes)
    guard usable.count > 2 else { return }
    for index in usable { fixes[index].storedMilliseconds = .min }
  }

  /// A trace without any time is a shape to match; in a trace with times, a fix without one cannot be placed. If only
  /// few fixes have a time, the times are dropped instead, since they would otherwise cost the trace.
  private func markMissingTimes(_ fixes: inout [Fix]) {
    let usable = usable(fixes)
    let timed = usable.count { fixes[$0].time != nil }
    guard timed > 0, timed < usable.count else { return }
    if 2 * timed < usable.count {
      for index in usable { fixes[index].storedMilliseconds = .min }
      return
    }
    for index in fixes.indices where fixes[index].refusal == nil && fixes[index].time == nil {
      fixes[index].refusal = .missingTime
    }
  }

  private func markNullIsland(_ fixes: inout [Fix]) {
    let zero = Place(latitudeE7: 0, longitudeE7: 0)
    guard fixes.contains(where: { $0.refusal == nil && $0.place == zero }) else { return }
    let usable = usable(fixes)
    let nearby = nearNullIsland(fixes, usable, zero)
    for (position, index) in usable.enumerated() where fixes[index].place == zero && !nearby[position] {
      fixes[index].refusal = .nullIsland
    }
  }

  /// For each usable fix, whether the next fix elsewhere, before or after it, is near 0, 0.
  private func nearNullIsland(_ fixes: [Fix], _ usable: [Int], _ zero: Place) -> [Bool] {
    var nearby = [Bool](repeating: false, count: usable.count)
    var isNear = false
    func visit(_ position: Int) {
      if let place = fixes[usable[position]].place, place != zero {
        isNear = groundDistance(place, zero) <= settings.nullIslandRadius
      }
      if isNear { nearby[position] = true }
    }
    usable.indices.forEach(visit)
    isNear = false
    usable.indices.reversed().forEach(visit)
    return nearby
  }

  /// Keeps the longest run of strictly rising times, so that one wrong clock reading costs one fix and not all after
  /// it.
  private func markDisorder(_ fixes: inout [Fix]) {
    if isInOrder(fixes) { return }
    let timed = usable(fixes).filter { fixes[$0].time != nil }
    let times = timed.compactMap { fixes[$0].time }
    var kept = longestRise(times)[...]
    var latest: Timestamp?
    for (position, index) in timed.enumerated() {
      if kept.first == position {
        kept = kept.dropFirst()
        latest = times[position]
      } else {
        fixes[index].refusal = times[position] == latest ? .duplicate : .outOfOrder
      }
    }
  }

  private func isInOrder(_ fixes: [Fix]) -> Bool {
    var latest: Timestamp?
    for fix in fixes where fix.refusal == nil {
      guard let time = fix.time else { continue }
      if let latest, time <= latest { return false }
      latest = time
    }
    return true
  }

  /// Marks a fix that is too far from both neighbours to be reached and left in the time, while the neighbours agree.
  private func markJumps(_ fixes: inout [Fix]) {
    guard var before = nextTimed(fixes, from: 0), var index = nextTimed(fixes, from: before + 1) else { return }
    while let after = nextTimed(fixes, from: index + 1) {
      if isJump(fixes[before], fixes[index], fixes[after]) {
        fixes[index].refusal = .jump
      } else {
        before = index
      }
      index = after
    }
  }

  /// The first usable fix with a time, at `start` or later.
  private func nextTimed(_ fixes: [Fix], from start: Int) -> Int? {
    var index = start
    while index < fixes.count {
      if fixes[index].refusal == nil && fixes[index].time != nil { return index }
      index += 1
    }
    return nil
  }

  private func isJump(_ before: Fix, _ fix: Fix, _ after: Fix) -> Bool {
    isImpossible(before, fix) && isImpossible(fix, after) && !isImpossible(before, after)
  }

  // MARK: Several in a row

  /// Marks a few fixes in a row that are so far off that no vehicle could get there and back in the time, while the
  /// fixes around them agree; at either end of a trace this may be the place where a receiver was last switched off.
  private func markBursts(_ fixes: inout [Fix]) {
    guard hasLongLeap(fixes) else { return }
    var timed = fixes.indices.filter { fixes[$0].refusal == nil && fixes[$0].time != nil }
    while true {
      let runs = believableRuns(fixes, timed)
      guard runs.count > 1 else { return }
      let jumps = jumps(among: runs, fixes, timed)
      guard !jumps.isEmpty else { return }
      for run in jumps { for position in run { fixes[timed[position]].refusal = .jump } }
      timed.removeAll { fixes[$0].refusal != nil }
    }
  }

  private func hasLongLeap(_ fixes: [Fix]) -> Bool {
    var last: Int?
    for index in fixes.indices where fixes[index].refusal == nil && fixes[index].time != nil {
      if let last, isFarLeap(fixes[last], fixes[index]) { return true }
      last = index
    }
    return false
  }

  private func isFarLeap(_ a: Fix, _ b: Fix) -> Bool { isImpossible(a, b, beyond: settings.leastBurst) }

  /// The fixes in order, split wherever no vehicle could have gone from one to the next.
  private func believableRuns(_ fixes: [Fix], _ timed: [Int]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var begin = 0
    for position in timed.indices.dropFirst() where isFarLeap(fixes[timed[position - 1]], fixes[timed[position]]) {
      runs.append(begin..<position)
      begin = position
    }
    if begin < timed.count { runs.append(begin..<timed.count) }
    return runs
  }

  private func jumps(among runs: [Range<Int>], _ fixes: [Fix], _ timed: [Int]) -> [Range<Int>] {
    var jumps: [Range<Int>] = []
    var kept: (last: Int, count: Int)?
    var number = 0
    while number < runs.count {
      let run = runs[number]
      let isFew = run.count <= settings.mostJumps
      if let before = kept {
        if let back = runs[(number + 1)...].prefix(settings.mostJumps).first(where: {
          !isFarLeap(fixes[timed[before.last]], fixes[timed[$0.lowerBound]])
        }), back.lowerBound - run.lowerBound <= settings.mostJumps,
          back.lowerBound - run.lowerBound < before.count + back.count
        {
          jumps.append(run.lowerBound..<back.lowerBound)
          kept = (back.upperBound - 1, before.count + back.count)
          number = (runs[number...].firstIndex(of: back) ?? number) + 1
          continue
        }
        if isFew, number == runs.count - 1, settings.endMajority * run.count <= before.count {
          jumps.append(run)
          break
        }
        kept = (run.upperBound - 1, run.count)
      } else if isFew, runs.count > 1, settings.endMajority * run.count <= runs[1].count {
        jumps.append(run)
      } else {
        kept = (run.upperBound - 1, run.count)
      }
      number += 1
    }
    return jumps
  }

  private func isImpossible(_ a: Fix, _ b: Fix) -> Bool { isImpossible(a, b, beyond: settings.minimumJump) }

  private func isImpossible(_ a: Fix, _ b: Fix, beyond least: Metres) -> Bool {
    guard let from = a.place, let to = b.place, let begin = a.time, let end = b.time,
      longestGroundDistance(from, to) > least
    else { return false }
    let distance = groundDistance(from, to)
    return distance > least && distance > settings.maximumSpeed * end.seconds(since: begin)
  }
}

/// The positions of a longest strictly rising subsequence; of equal times, the first.
///
/// - Complexity: O(*n* log *n*).
/// - Source: Fredman, On computing the length of longest increasing subsequences, Discrete Mathematics 11 (1975),
///   doi:10.1016/0012-365X(75)90103-X.
private func longestRise(_ times: [Timestamp]) -> [Int] {
  var ends: [Int] = []  // ends[k]: where the rise of length k + 1 with the smallest last time ends
  var previous = [Int](repeating: -1, count: times.count)
  for position in times.indices {
    let length = ends.partitioningIndex { times[$0] >= times[position] }
    previous[position] = length > 0 ? ends[length - 1] : -1
    if length == ends.count {
      ends.append(position)
    } else if times[position] < times[ends[length]] {
      ends[length] = position
    }
  }
  var rise: [Int] = []
  var position = ends.last ?? -1
  while position >= 0 {
    rise.append(position)
    position = previous[position]
  }
  return rise.reversed()
}
