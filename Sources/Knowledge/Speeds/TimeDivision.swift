internal import Geodesy
internal import Moments
internal import RoadGraph
internal import RoadRules

/// Divides the times between the fixes of drives over the edges between them, by a ``WaitField``, into passages.
struct TimeDivision {
  private let field: SpeedField
  private var hours: HourClock
  private var intervals: DriveIntervals
  private var division: PathDivision
  private(set) var counts = SpeedCounts()
  private(set) var sums: HourSums
  private var tours: DriveRatios
  /// By step of the path.
  private var open: [OpenPassage] = []

  init(_ field: SpeedField, _ waits: WaitField, settings: SpeedSettings, sums: HourSums) {
    self.field = field
    division = PathDivision(waits)
    hours = HourClock(settings)
    intervals = DriveIntervals(longest: settings.longestInterval)
    tours = DriveRatios(tierCount: sums.tierCount)
    self.sums = sums
  }

  /// Calls `body` with each passage of a drive, in order.
  mutating func divide(_ drive: DriveRecord, number: UInt32, vehicle: UInt32, _ body: (Passage) throws -> Void) rethrows
  {
    intervals.take(drive, counts: &counts)
    let intervals = intervals
    try intervals.forEachPath { path, range in
      let path = drive.paths[path]
      division.begin(path, intervals.parts(of: range))
      open.removeAll(keepingCapacity: true)
      open.append(contentsOf: repeatElement(OpenPassage(), count: path.steps.count))
      for index in range { divide(index, of: intervals) }
      for step in path.steps.indices {
        guard let passage = close(step, path.steps[step].edge, drive: number, vehicle: vehicle) else { continue }
        try body(passage)
      }
    }
    tours.finish(into: &sums)
  }

  private mutating func divide(_ index: Int, of intervals: DriveIntervals) {
    let seconds = intervals.seconds[index]
    division.divide(intervals.parts[intervals.parts(of: index)], seconds: seconds)
    let shares = division.shares
    var (next, passed): (Int, Float) = (0, 0)
    while next < shares.count {
      let step = Int(shares[next].step)
      let (end, time) = rangeOfStep(next, shares)
      if open[step].isNew { open[step].begin(at: entry(after: passed, of: seconds, from: intervals.begins[index])) }
      for share in shares[next..<end] {
        open[step].expected +=
          share.way * division.pace(of: share) + share.passed * division.field.waits[Int(share.bin)]
      }
      open[step].add(time, own: time / seconds)
      passed += time
      next = end
    }
  }

  private mutating func entry(after passed: Float, of seconds: Float, from begin: Int64) -> PassageEntry {
    let moment = hours.moment(begin + Int64(passed * 1000))
    let before = hours.moment(begin).hours
    let other = before == moment.hours ? hours.moment(begin + Int64(seconds * 1000)).hours : before
    return PassageEntry(day: moment.day, hours: moment.hours, otherHours: other)
  }

  /// The end of the shares of a step, and their time.
  private func rangeOfStep(_ begin: Int, _ shares: [PathDivision.Share]) -> (end: Int, seconds: Float) {
    var (end, seconds): (Int, Float) = (begin, 0)
    while end < shares.count, shares[end].step == shares[begin].step {
      seconds += shares[end].seconds
      end += 1
    }
    return (end, seconds)
  }

  private mutating func close(_ step: Int, _ edge: EdgeID, drive: UInt32, vehicle: UInt32) -> Passage? {
    guard let passage = open[step].passage(edge, drive, vehicle, whole: division.field.seconds(of: edge, field.lengths))
    else { return nil }
    let hours = Int(passage.hours)
    tours.add(
      passage.seconds, expected: passage.share * field.seconds(of: edge.index, in: hours),
      tier: Int(field.tiers[edge.index]), class: hours, into: &sums)
    return passage
  }
}

/// The passage of a step to which times are still being added.
private struct OpenPassage {
  private var entry: PassageEntry?
  private var seconds: Float = 0
  private var own: Float = 0
  /// The expected time of what was driven.
  var expected: Float = 0

  var isNew: Bool { entry == nil }

  mutating func begin(at entry: PassageEntry) { self.entry = entry }

  mutating func add(_ time: Float, own: Float) {
    seconds += time
    self.own += time * own
  }

  /// - Parameter whole: the expected time of the whole edge.
  func passage(_ edge: EdgeID, _ drive: UInt32, _ vehicle: UInt32, whole: Float) -> Passage? {
    guard let entry, seconds > 0, expected > 0 else { return nil }
    return Passage(
      edge: edge.rawValue, drive: drive, vehicle: vehicle, entry: entry, seconds: seconds, share: expected / whole,
      own: own / seconds)
  }
}

/// The local day and the class of moments; clocks change at quarters of an hour, so each is looked up once.
struct HourClock {
  struct Moment {
    var day: Int
    var hours: Int
  }

  private let classes: WeekClasses
  private let clock: LocalClock
  private var quarter = Int64.min
  private var last = Moment(day: 0, hours: 0)

  init(_ settings: SpeedSettings) {
    classes = settings.classes
    clock = settings.clock ?? .utc
  }

  mutating func moment(_ milliseconds: Int64) -> Moment {
    let number = milliseconds / 900_000
    if number != quarter || milliseconds < 0 {
      quarter = number
      let time = clock.time(Timestamp(millisecondsSince1970: milliseconds))
      last = Moment(day: time.day, hours: classes[time])
    }
    return last
  }
}
