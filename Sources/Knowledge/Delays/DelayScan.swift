internal import Geodesy
internal import Moments
internal import RoadGraph
internal import RoadRules

/// A turn that was passed on a path.
struct PassedTurn {
  var number: Int
  /// Along the path.
  var place: Metres
  /// The queues of turns ahead do not reach back over it.
  var isBarrier: Bool
  /// The class of the hour.
  var weekClass = 0
  /// Why the passage does not count.
  var fault: DelayCounts.Cause? = .unseen
}

/// The time between two fixes of a path, a few seconds at least.
struct DelaySpan {
  /// Along the path.
  var begin: Metres
  var end: Metres
  var duration: Seconds
  /// The duration in free flow.
  var free: Seconds
  /// The first fix, in milliseconds since 1970.
  var time: Int64
  /// The greatest time between two fixes in it.
  var widestGap: Seconds
  /// Why it says nothing.
  var fault: DelayCounts.Cause?
  /// The step on which it begins, and the one on which it ends.
  var steps: ClosedRange<Int>

  var excess: Seconds { duration - free }
  var isUsable: Bool { fault == nil }
}

/// The turns and times of one path; the memory is used again for the next.
struct DelayScan {
  private(set) var turns: [PassedTurn] = []
  private(set) var spans: [DelaySpan] = []
  /// By step, and one more: where it begins along the path, the time to there in free flow, and the doubtful steps before.
  private(set) var places: [Metres] = []
  private var frees: [Seconds] = []
  private var doubts: [Int] = []

  let settings: DelaySettings
  let index: TurnIndex
  let classes: WeekClasses
  let clock: LocalClock
  /// A step that says nothing of times.
  static let doubtful: StepDoubts = [.detour, .unlikely, .wrongWay]

  init(_ settings: DelaySettings, _ index: TurnIndex, _ classes: WeekClasses, _ clock: LocalClock) {
    self.settings = settings
    self.index = index
    self.classes = classes
    self.clock = clock
  }

  /// - Parameter paces: seconds per metre in free flow, by edge.
  mutating func read(_ path: DrivenPath, stands: [Stand], paces: [Float]) {
    measure(path.steps, paces)
    cut(path, stands)
    findTurns(path.steps)
    findClasses()
  }

  private mutating func measure(_ steps: [DrivenStep], _ paces: [Float]) {
    places.removeAll(keepingCapacity: true)
    frees.removeAll(keepingCapacity: true)
    doubts.removeAll(keepingCapacity: true)
    var (place, free, doubtful) = (0.0, 0.0, 0)
    for step in steps {
      places.append(place)
      frees.append(free)
      doubts.append(doubtful)
      place += step.length
      free += step.length * Double(paces[step.edge.index])
      doubtful += step.doubts.isDisjoint(with: Self.doubtful) ? 0 : 1
    }
    places.append(place)
    frees.append(free)
    doubts.append(doubtful)
  }

  /// Takes fixes together until ``DelaySettings/leastSpan`` has passed.
  ///
  /// A span begins and ends with fixes that are certain. Doubtful ones between them are passed over and not a reason to
  /// leave it out: vehicles that wait at a crossing have most of them.
  private mutating func cut(_ path: DrivenPath, _ stands: [Stand]) {
    spans.removeAll(keepingCapacity: true)
    let least = Int64(settings.leastSpan * 1000)
    var (first, before, widest): (PathFix?, Int64, Int64) = (nil, 0, 0)
    for fix in path.fixes {
      widest = first == nil ? 0 : max(widest, fix.time - before)
      before = fix.time
      guard !fix.isDoubtful else { continue }
      if let begin = first {
        guard fix.time - begin.time >= least else { continue }
        append(path, begin, fix, widest, stands)
      }
      first = fix
      widest = 0
    }
  }

  private mutating func append(
    _ path: DrivenPath, _ first: PathFix, _ last: PathFix, _ widest: Int64, _ stands: [Stand]
  ) {
    let (begin, end) = (at(first, path.steps), at(last, path.steps))
    let duration = Double(last.time - first.time) / 1000
    let steps = Int(min(first.step, last.step))...Int(max(first.step, last.step))
    spans.append(
      DelaySpan(
        begin: begin.place, end: end.place, duration: duration, free: end.free - begin.free, time: first.time,
        widestGap: Double(widest) / 1000, fault: nil, steps: steps))
    let isClear = doubts[steps.upperBound + 1] == doubts[steps.lowerBound]
    let number = spans.count - 1
    let longest = Int64(settings.longestWait * 1000)
    if stands.contains(where: { $0.begin < last.time && first.time < $0.end && $0.end - $0.begin > longest }) {
      spans[number].fault = .stand
    } else if !isClear {
      spans[number].fault = .doubt
    } else if duration <= 0 || spans[number].widestGap > settings.greatestSpan {
      spans[number].fault = .gap
    }
  }

  /// Whether most fixes are this close to each other. A single pair may be close because the vehicle did not stand.
  func isDense(_ widestGap: Seconds) -> Bool { 2 * spans.count { $0.widestGap <= widestGap } > spans.count }

  /// Where a fix is along the path, and the time to there in free flow.
  private func at(_ fix: PathFix, _ steps: [DrivenStep]) -> (place: Metres, free: Seconds) {
    let number = Int(fix.step)
    let length = steps[number].length
    let way = Double(fix.offset - steps[number].begin) / 100
    let pace = length > 0 ? (frees[number + 1] - frees[number]) / length : 0
    return (places[number] + way, frees[number] + way * pace)
  }

  private mutating func findTurns(_ steps: [DrivenStep]) {
    turns.removeAll(keepingCapacity: true)
    for next in steps.indices.dropFirst() {
      let (from, onto) = (steps[next - 1].edge, steps[next].edge)
      guard index.isTurn(from: from, onto: onto), let number = index.number(from: from, onto: onto) else { continue }
      dropStopLine(steps, before: next)
      let kind = TurnKind(from: from, onto: onto, in: index.graph)
      let slip = min(settings.slip, steps[next].length / 2)
      turns.append(PassedTurn(number: number, place: places[next] + slip, isBarrier: kind.isBarrier))
    }
  }

  /// A stop line close to a crossing is part of it: what is lost there depends on where one turns.
  private mutating func dropStopLine(_ steps: [DrivenStep], before next: Int) {
    guard let last = turns.last, places[next] - last.place < TurnKind.farthestStopLine else { return }
    var step = next - 1
    while step > 0, places[step] > last.place { step -= 1 }
    let isBack = step > 0 && steps[step].edge == steps[step - 1].edge.reversed
    if step > 0, !isBack, index.isStopLine(steps[step - 1].edge) { turns.removeLast() }
  }

  /// The hour of a passage is that of the last fix before the crossing.
  private mutating func findClasses() {
    var span = 0
    for turn in turns.indices {
      let place = turns[turn].place
      while span < spans.count, spans[span].end < place { span += 1 }
      guard span < spans.count else { return }
      turns[turn].fault = spans[span].fault ?? (isSeen(place) ? nil : .unseen)
      let time = clock.time(Timestamp(millisecondsSince1970: spans[span].time))
      turns[turn].weekClass = classes[time]
    }
  }

  /// The path begins and ends far enough from a crossing to show what was lost there.
  private func isSeen(_ place: Metres) -> Bool {
    guard let first = spans.first, let last = spans.last else { return false }
    return place - first.begin >= settings.meanQueue && last.end - place >= settings.departure / 4
  }
}
