internal import Geodesy
package import RoadGraph
package import Traces

/// One fix of a trace with its result.
package struct DecidedFix: Sendable {
  /// The number of its record in the trace, from 0.
  package var number: Int
  package var fix: Fix
  package var matched: MatchedFix
}

/// Matches a trace while it is being recorded: each fix is decided when a given number of further fixes have arrived,
/// and never changed thereafter.
///
/// The model is that of ``Matcher``. What a batch run learns from the whole trace (its noise, its pace) is learned from
/// the fixes so far. A fix is decided by the path to the likeliest candidate of the newest fix, its confidence by
/// forward–backward over the fixes so far. Neighbouring decisions may contradict each other, since more was known for
/// the later one.
///
/// Memory: the rows of the newest `lag` + 12 fixes.
///
/// - Source: fixed-lag decoding; Goh et al., IEEE ITSC 2012, doi:10.1109/ITSC.2012.6338627, §III.
package struct OnlineTrace: Sendable {
  private let graph: RoadGraph
  /// The most fixes for which smoothing waits, and never more than half the lag: the rest is for the path.
  private static let mostDelay = 5
  private let settings: MatchingSettings
  /// The number of further fixes before a fix is decided.
  private let lag: Int
  private var past: PastFixes
  private var thinner: Thinner
  private var pass: ForwardPass
  private var waiting: ArraySlice<WaitingFix> = []
  private var count = 0
  /// Why the last fix kept by the thinner has no candidates; `nil` when it has some.
  private var lastReason: FixReason?
  /// The last usable fix.
  private var lastFix: Fix?

  package init(graph: RoadGraph, settings: MatchingSettings, lag: Int) {
    self.graph = graph
    self.lag = lag
    var settings = settings.adapted(to: settings.noise.sigma)
    settings.thinning.longestLine = 0  // whether a fix lies on a straight line is known only when it has been left
    self.settings = settings
    past = PastFixes(settings: settings, delay: min(lag / 2, Self.mostDelay))
    thinner = Thinner(settings: settings)
    pass = ForwardPass(graph: graph, settings: settings)
  }

  /// Takes the next fix, and returns the fixes decided now, in order.
  package mutating func take(_ fix: Fix, using scratch: inout MatchingScratch) -> [DecidedFix] {
    pass.exchangeFinding(with: &scratch)
    defer { pass.exchangeFinding(with: &scratch) }
    let number = count
    count += 1
    if fix.refusal == nil, let place = fix.place {
      waiting.append(WaitingFix(number: number, fix: fix, place: place, known: nil))
      past.add(fix, at: place, number: number)
    } else {
      let nowhere = Place(latitudeE7: 0, longitudeE7: 0)
      waiting.append(WaitingFix(number: number, fix: fix, place: nowhere, known: .refused(fix)))
    }
    addRows(upTo: number - lag, using: &scratch.joining)
    return decide(upTo: number - lag)
  }

  /// Decides all remaining fixes: nothing follows.
  package mutating func finish(using scratch: inout MatchingScratch) -> [DecidedFix] {
    pass.exchangeFinding(with: &scratch)
    defer { pass.exchangeFinding(with: &scratch) }
    addRows(upTo: count, using: &scratch.joining)
    var rows: [KeptFix] = []
    thinner.finish(into: &rows)
    if let lastFix { for row in rows { add(row, lastFix, using: &scratch.joining) } }
    return decide(upTo: count)
  }

  // MARK: Rows

  /// Makes rows of the fixes that have waited long enough, and of all fixes up to a number.
  private mutating func addRows(upTo number: Int, using joining: inout JoiningMemory) {
    while let kept = past.next(upTo: number, distanceToRoad: { pass.distanceToRoad(from: $0) }) {
      guard let place = waiting.lastIndex(where: { $0.number == kept.number }) else { continue }
      let fix = waiting[place].fix
      waiting[place].place = kept.place
      var rows: [KeptFix] = []
      thinner.take(kept, into: &rows)
      for row in rows { add(row, row.number == kept.number ? fix : lastFix ?? fix, using: &joining) }
      // A fix thinned out behind one without candidates is off the road as well.
      if let lastReason, waiting[place].known == nil { waiting[place].known = .offRoad(lastReason) }
      lastFix = fix
    }
  }

  private mutating func add(_ row: KeptFix, _ fix: Fix, using joining: inout JoiningMemory) {
    pass.pace = past.pace
    pass.errorMemory = past.errorMemory
    lastReason = pass.take(row, fix, using: &joining)
    // A fix that is kept late may have been decided already; its place is evidence all the same.
    guard let place = waiting.lastIndex(where: { $0.number == row.number }) else { return }
    waiting[place].isRow = true
    waiting[place].known = lastReason.map { .offRoad($0) }
  }

  // MARK: Deciding

  private mutating func decide(upTo number: Int) -> [DecidedFix] {
    guard let first = waiting.first, first.number <= number else { return [] }
    var decided: [DecidedFix] = []
    let view = LatticeView(pass, from: first.number)
    while let next = waiting.first, next.number <= number {
      let matched = next.known ?? view.matched(next, on: graph, settings)
      decided.append(DecidedFix(number: next.number, fix: next.fix, matched: matched))
      waiting.removeFirst()
    }
    forget()
    return decided
  }

  /// Releases rows that are not needed for any waiting fix.
  private mutating func forget() {
    let undecided = waiting.first?.number ?? count
    guard pass.lattice.rows.count > lag + 12 else { return }
    pass.forget(keeping: settings.breaks.mostOutliers + 2, upTo: undecided)
  }
}

/// A fix that is not decided.
struct WaitingFix: BitwiseCopyable {
  var number: Int
  var fix: Fix
  /// The place used for matching; meaningless if the fix was refused.
  var place: Place
  /// It has a row of candidates, even if the row was skipped; otherwise it has been thinned out so far.
  var isRow = false
  /// The result known without the rows: refused, or off the road. `nil` if the rows decide.
  var known: MatchedFix?
}

extension MatchedFix {
  fileprivate static func refused(_ fix: Fix) -> MatchedFix {
    let status: FixStatus = fix.refusal.map { $0.isOfReader ? .rejected : .dropped } ?? .unmatched
    return MatchedFix(
      status: status, reason: fix.refusal ?? .noPath, position: nil, confidence: 0, isWrongWay: false)
  }

  static func offRoad(_ reason: FixReason) -> MatchedFix {
    MatchedFix(status: .offRoad, reason: reason, position: nil, confidence: 0, isWrongWay: false)
  }
}
