package import Geodesy
package import Moments
internal import Records

/// The contents of one trace file, collected as its items pass.
///
/// Memory: constant, except for one count per reason.
package struct TraceSummary: Sendable {
  package let file: String
  package var format: TraceFileFormat?
  package private(set) var traces = 0
  package private(set) var fixes = 0
  /// Refused and dropped fixes by reason.
  package private(set) var refusedFixes: [String: Int] = [:]
  /// Notices of the reader that concern no single fix: files, empty segments, records of no trace.
  package private(set) var notices: [String: Int] = [:]
  package private(set) var firstTime: Timestamp?
  package private(set) var lastTime: Timestamp?
  /// The corners of the smallest box around all good fixes, in plain longitudes.
  package private(set) var southWest: Place?
  package private(set) var northEast: Place?
  /// The parts into which the traces would be split, and the cuts by rule; `nil` if not requested.
  package private(set) var parts: Int?
  package private(set) var cuts: [String: Int] = [:]
  private var periods = PeriodHistogram()

  package init(file: String) {
    self.file = file
  }

  /// The median of all times between neighbouring good fixes of a trace; `nil` if there are no two such fixes.
  package var medianSamplingPeriod: Seconds? { periods.median }

  /// Adds the parts of one trace.
  package mutating func add(parts: [TracePart]) {
    self.parts = (self.parts ?? 0) + parts.count
    for rule in parts.compactMap(\.endedBy) { cuts[rule.rawValue, default: 0] += 1 }
  }

  /// Adds one item of the file. Refusals of single fixes are counted through their trace.
  package mutating func add(_ item: TraceItem) {
    switch item {
    case .trace(let trace): add(trace)
    case .refusal(let refusal):
      if refusal.traceID == nil || FixReason(rawValue: refusal.reason) == nil {
        notices[refusal.reason, default: 0] += 1
      }
    }
  }

  /// Adds the counts of the refusals beyond the reader's limit; call it after the last item.
  package mutating func complete(with refusedByReason: [String: Int]) {
    for (reason, count) in refusedByReason {
      let other = count - refusedFixes[reason, default: 0]
      if other > 0 { notices[reason] = other }
    }
  }

  private mutating func add(_ trace: Trace) {
    traces += 1
    fixes += trace.fixes.count
    var before: Timestamp?
    for fix in trace.fixes {
      if let reason = fix.refusal {
        refusedFixes[reason.rawValue, default: 0] += 1
        continue
      }
      if let place = fix.place { extendBounds(by: place) }
      guard let time = fix.time else { continue }
      firstTime = min(firstTime ?? time, time)
      lastTime = max(lastTime ?? time, time)
      if let before, before <= time {
        periods.add(milliseconds: time.millisecondsSince1970 - before.millisecondsSince1970)
      }
      before = time
    }
  }

  private mutating func extendBounds(by place: Place) {
    let low = southWest ?? place
    let high = northEast ?? place
    southWest = Place(
      latitudeE7: min(low.latitudeE7, place.latitudeE7), longitudeE7: min(low.longitudeE7, place.longitudeE7))
    northEast = Place(
      latitudeE7: max(high.latitudeE7, place.latitudeE7), longitudeE7: max(high.longitudeE7, place.longitudeE7))
  }
}

/// Sampling periods, counted in steps of 10 ms below a minute and of 1 s below an hour; longer ones are counted
/// together.
private struct PeriodHistogram: Sendable {
  private static let fineCount = 6000
  private var counts = [Int](repeating: 0, count: fineCount + 3541)
  private var total = 0

  mutating func add(milliseconds: Int64) {
    let fine = Int((milliseconds + 5) / 10)
    let coarse = Self.fineCount + Int(min(milliseconds / 1000 - 60, 3540))
    counts[fine < Self.fineCount ? fine : max(coarse, Self.fineCount)] += 1
    total += 1
  }

  var median: Seconds? {
    var seen = 0
    for (step, count) in counts.enumerated() {
      seen += count
      if total > 0 && 2 * seen >= total {
        return step < Self.fineCount ? Seconds(step) / 100 : Seconds(60 + step - Self.fineCount)
      }
    }
    return nil
  }
}
