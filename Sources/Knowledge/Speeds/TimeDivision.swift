internal import Geodesy
internal import Moments
internal import RoadGraph
internal import RoadRules

/// Divides the times between the fixes of drives over the edges between them, in proportion to their expected times.
///
/// The sums of the divided times are new expected times: the expectation-maximisation algorithm for means that are seen
/// only in sums. No spacing of fixes prefers fast or slow roads. Division by length does: it makes short slow pieces too
/// fast and fast ones too slow.
///
/// - Source: Shepp & Vardi, Maximum likelihood reconstruction for emission tomography, IEEE TMI 1982,
///   doi:10.1109/TMI.1982.4307558; for times of travel: Hellinga et al., Transp. Res. C 2008,
///   doi:10.1016/j.trc.2008.03.006.
struct TimeDivision {
  private let field: SpeedField
  private var hours: HourClock
  private var intervals: DriveIntervals
  private(set) var counts = SpeedCounts()
  private(set) var sums: HourSums
  private var tours: DriveRatios
  private var open = OpenPassage()
  private var expected: [Float] = []

  init(_ field: SpeedField, settings: SpeedSettings, sums: HourSums) {
    self.field = field
    hours = HourClock(settings)
    intervals = DriveIntervals(longest: settings.longestInterval)
    tours = DriveRatios(tierCount: sums.tierCount)
    self.sums = sums
  }

  /// Calls `body` with each passage of a drive, in order.
  mutating func divide(_ drive: DriveRecord, number: UInt32, vehicle: UInt32, _ body: (Passage) throws -> Void) rethrows
  {
    intervals.take(drive, counts: &counts)
    for index in 0..<intervals.count {
      try divide(index) { passage in
        var passage = passage
        passage.drive = number
        passage.vehicle = vehicle
        try body(passage)
      }
    }
    if var last = close() {
      last.drive = number
      last.vehicle = vehicle
      try body(last)
    }
    tours.finish(into: &sums)
  }

  private mutating func divide(_ index: Int, _ body: (Passage) throws -> Void) rethrows {
    let range = intervals.parts(of: index)
    let begin = intervals.begins[index]
    let moment = hours.moment(begin)
    let (total, squares) = expect(range, in: moment.hours)
    let seconds = intervals.seconds[index]
    var passed: Float = 0
    for number in range {
      let part = intervals.parts[number]
      let own = total > 0 ? expected[number - range.lowerBound] / total : 1 / Float(range.count)
      if !open.holds(part) {
        if let passage = close() { try body(passage) }
        open.begin(part, at: hours.moment(begin + Int64(passed * 1000)))
      }
      let shares = field.shares(of: part)
      open.add(seconds * own, shares: shares, own: own, crowding: squares)
      passed += seconds * own
    }
  }

  /// Fills ``expected`` with the times of the parts of an interval.
  ///
  /// - Returns: their sum, and the sum of the squares of their shares in it by edge.
  private mutating func expect(_ range: Range<Int>, in class: Int) -> (total: Float, squares: Float) {
    expected.removeAll(keepingCapacity: true)
    var (total, squares): (Float, Float) = (0, 0)
    for part in intervals.parts[range] {
      let shares = field.shares(of: part)
      let time = (shares.moving + shares.atEnd) * field.seconds(of: part.edge.index, in: `class`)
      expected.append(time)
      total += time
      squares += time * time
    }
    return total > 0 ? (total, squares / (total * total)) : (0, 1 / Float(range.count))
  }

  private mutating func close() -> Passage? {
    guard let passage = open.close() else { return nil }
    let edge = Int(passage.edge)
    let class_ = Int(passage.hours)
    tours.add(
      passage.seconds, expected: passage.share * field.seconds(of: edge, in: class_), tier: Int(field.tiers[edge]),
      class: class_, into: &sums)
    return passage
  }
}

/// The passage to which parts are still being added.
private struct OpenPassage {
  private var edge: EdgeID?
  private var path: Int32 = 0
  private var step: Int32 = 0
  private var moment = HourClock.Moment(day: 0, hours: 0)
  private var seconds: Float = 0
  private var share: Float = 0
  private var atEnd: Float = 0
  private var own: Float = 0
  private var crowding: Float = 0

  func holds(_ part: IntervalPart) -> Bool { edge != nil && part.path == path && part.step == step }

  mutating func begin(_ part: IntervalPart, at moment: HourClock.Moment) {
    self = OpenPassage()
    edge = part.edge
    path = part.path
    step = part.step
    self.moment = moment
  }

  mutating func add(_ time: Float, shares: (moving: Float, atEnd: Float), own: Float, crowding: Float) {
    let all = shares.moving + shares.atEnd
    seconds += time
    share += all
    atEnd += all > 0 ? time * shares.atEnd / all : time
    self.own += time * own
    self.crowding += time * crowding
  }

  mutating func close() -> Passage? {
    defer { edge = nil }
    guard let edge, seconds > 0 else { return nil }
    return Passage(
      edge: edge.rawValue, drive: 0, vehicle: 0, day: moment.day, hours: moment.hours, seconds: seconds, share: share,
      atEnd: atEnd / seconds, own: own / seconds, crowding: crowding / seconds)
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
