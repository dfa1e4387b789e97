internal import Geodesy
package import Moments
package import Traces

/// Cuts traces into the parts that become trips, and leaves out the fixes at other times.
///
/// A trace is cleaned as a whole, so that the rules see no fix that cannot be true. A refused record belongs to the
/// good fix before it; records before the first good fix belong to that one. No fix is in two parts, and none is lost:
/// the parts in order are the selected fixes of the trace.
///
/// If several rules cut at the same fix, the first in the order of ``SplitRule`` is the one that is stated.
///
/// - `gap` cuts between two fixes that are at least this far apart in time.
/// - `stop` cuts before the last fix of a stop. The stop belongs to the part that it ends; its last fix is the
///   departure with which the next part begins. A stop with which a part begins or the trace ends does not cut.
///   ``StandFold`` finds the stops.
/// - `day` cuts between two fixes of different local days.
/// - `distance` cuts before the fix with which the part would be longer.
/// - `fixes` cuts before the record with which the part would have more.
///
/// - Complexity: O(*n*); as ``StandFold`` if stops cut.
package struct TraceSplitter: Sendable {
  /// What a trace became.
  package struct Parts: Sendable {
    /// In order.
    package var parts: [Trace] = []
    /// The records outside the window.
    package var unselected = 0
    /// Rules or a window need times, and the trace has none.
    package var lacksTimes = false
  }

  /// Whether the parts of a trace are processed together, because the outcome of one may depend on the others.
  package var keepsPartsTogether = false
  private let settings: SplitSettings
  private let window: TimeWindow
  private let cleaner: TraceCleaner
  private let stops: TripSettings

  package init(
    _ settings: SplitSettings, window: TimeWindow = TimeWindow(), cleaning: CleaningSettings = CleaningSettings(),
    trips: TripSettings = TripSettings()
  ) {
    self.settings = settings
    self.window = window
    cleaner = TraceCleaner(settings: cleaning)
    var stops = trips
    stops.leastStopTime = settings.stop ?? stops.leastStopTime
    self.stops = stops
  }

  package func parts(of trace: Trace) -> Parts {
    let trace = cleaner.clean(trace)
    var result = Parts()
    result.lacksTimes =
      (!window.isEverything || !settings.timed.isEmpty) && trace.hasGoodFix && !trace.fixes.contains(where: \.isTimed)
    let records = selected(trace.fixes)
    result.unselected = trace.fixes.count - records.count
    if records.isEmpty && result.unselected > 0 { return result }
    result.parts = settings.isEmpty ? [trace.piece(records, nil)] : parts(of: trace, records)
    return result
  }

  // MARK: Window

  /// The records that belong to the good fixes in the window.
  private func selected(_ fixes: [Fix]) -> Range<Int> {
    guard !window.isEverything else { return fixes.indices }
    let good = fixes.indices.lazy.filter { fixes[$0].refusal == nil }
    guard let first = good.first(where: { isSelected(fixes[$0]) }),
      let last = fixes.indices.last(where: { fixes[$0].refusal == nil && isSelected(fixes[$0]) })
    else { return 0..<0 }
    let next = fixes[(last + 1)...].firstIndex { $0.refusal == nil } ?? fixes.count
    return (first == good.first ? 0 : first)..<next
  }

  private func isSelected(_ fix: Fix) -> Bool { fix.time.map(window.contains) ?? false }

  // MARK: Rules

  private struct Cut {
    var record: Int
    var rule: SplitRule
  }

  private func parts(of trace: Trace, _ records: Range<Int>) -> [Trace] {
    let cuts = cuts(in: trace.fixes, records)
    let begins = [records.lowerBound] + cuts.map(\.record)
    return begins.indices.map { number in
      let end = number < cuts.count ? cuts[number].record : records.upperBound
      let part = TracePart(
        number: number + 1, begunBy: number > 0 ? cuts[number - 1].rule : nil,
        endedBy: number < cuts.count ? cuts[number].rule : nil)
      return trace.piece(begins[number]..<end, part)
    }
  }

  private func cuts(in fixes: [Fix], _ records: Range<Int>) -> [Cut] {
    var cuts: [Cut] = []
    var stops = settings.stop == nil ? [] : stops(in: fixes, records)[...]
    var part = PartInProgress(begin: records.lowerBound)
    for record in records {
      let fix = fixes[record]
      let stop = stops.first?.upperBound == record ? stops.popFirst() : nil
      var rule = fix.refusal == nil ? rule(before: fix, in: part) : nil
      if let stop, rule != .gap, endsPart(stop, part, fixes, records) { rule = .stop }
      if rule == nil, let most = settings.fixes, record - part.begin >= most { rule = .fixes }
      if let rule, record > records.lowerBound {
        cuts.append(Cut(record: record, rule: rule))
        part.restart(at: record)
      }
      if fix.refusal == nil { part.take(fix, record) }
    }
    return cuts
  }

  private func rule(before fix: Fix, in part: PartInProgress) -> SplitRule? {
    if isGap(part.lastTime, fix.time) { return .gap }
    if isNewDay(part.lastTime, fix.time) { return .day }
    if let most = settings.distance, part.length(with: fix) > most { return .distance }
    return nil
  }

  private func isGap(_ last: Timestamp?, _ time: Timestamp?) -> Bool {
    guard let gap = settings.gap, let last, let time else { return false }
    return time.seconds(since: last) >= gap
  }

  private func isNewDay(_ last: Timestamp?, _ time: Timestamp?) -> Bool {
    guard let clock = settings.day, let last, let time else { return false }
    return clock.time(last).day != clock.time(time).day
  }

  // MARK: Stops

  /// The first and the last record of each stop that ends before the trace does.
  private func stops(in fixes: [Fix], _ records: Range<Int>) -> [ClosedRange<Int>] {
    var fold = StandFold(settings: StandSettings(leastTime: stops.leastStopTime))
    var found: [ClosedRange<Int>] = []
    for record in records where fixes[record].refusal == nil {
      guard let place = fixes[record].place else { continue }
      let fix = StopFix(number: record, place: place, matchedPlace: place, time: fixes[record].time)
      if let stop = fold.take(fix) { found.append(stop.fixes) }
    }
    return found
  }

  /// Whether the vehicle drove before the stop, and no gap or new day cuts before the fix after it.
  private func endsPart(
    _ stop: ClosedRange<Int>, _ part: PartInProgress, _ fixes: [Fix], _ records: Range<Int>
  ) -> Bool {
    guard let first = part.firstGood, first < stop.lowerBound else { return false }
    let time = fixes[stop.upperBound].time
    guard let next = fixes[(stop.upperBound + 1)..<records.upperBound].first(where: { $0.refusal == nil }) else {
      return false
    }
    return !isGap(time, next.time) && !isNewDay(time, next.time)
  }
}

/// The part that is being filled.
private struct PartInProgress {
  /// Its first record, and its first good fix.
  private(set) var begin: Int
  private(set) var firstGood: Int?
  private var length: Metres = 0
  private var lastPlace: Place?
  /// The time of the last good fix of the trace that has one.
  private(set) var lastTime: Timestamp?

  init(begin: Int) { self.begin = begin }

  mutating func restart(at record: Int) {
    begin = record
    firstGood = nil
    length = 0
    lastPlace = nil
  }

  /// Its length if a fix is added.
  func length(with fix: Fix) -> Metres {
    guard let lastPlace, let place = fix.place else { return length }
    return length + groundDistance(lastPlace, place)
  }

  mutating func take(_ fix: Fix, _ record: Int) {
    length = length(with: fix)
    lastPlace = fix.place ?? lastPlace
    lastTime = fix.time ?? lastTime
    firstGood = firstGood ?? record
  }
}

extension Trace {
  fileprivate var hasGoodFix: Bool { fixes.contains { $0.refusal == nil } }
}

extension Fix {
  fileprivate var isTimed: Bool { refusal == nil && time != nil }
}
