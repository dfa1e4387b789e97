internal import Geodesy
internal import PathSearch
package import RoadGraph
package import Traces

/// One fix of a trace with its result.
package struct DecidedFix: Sendable {
  /// The number of its record in the trace, from 0.
  package var number: Int
  package var fix: Fix
  package var matched: MatchedFix

  package init(number: Int, fix: Fix, matched: MatchedFix) {
    self.number = number
    self.fix = fix
    self.matched = matched
  }
}

/// The decisions that one more fix allows.
package struct OnlineDecision: Sendable {
  /// The fixes decided now, in order.
  package var fixes: [DecidedFix]
  /// The part of the path that has newly become certain; `nil` if none has, or if the path is not followed.
  package var piece: MatchedPiece?
}

/// What the live traces of a run share.
package struct OnlineMatcher: Sendable {
  let model: MatchingModel
  /// The number of further fixes of the same trace before a fix is decided.
  let lag: Int
  /// Whether certain parts of the path are returned as well.
  package let followsPath: Bool

  /// If the likeliest paths to this many rows have no common past, the likeliest of them is taken.
  private static let mostRows = 256

  package init(graph: RoadGraph, settings: MatchingSettings, lag: Int, followsPath: Bool = false) {
    self.lag = lag
    self.followsPath = followsPath
    var settings = settings.adapted(to: settings.noise.sigma)
    settings.thinning.longestLine = 0  // whether a fix is on a straight line is known only after the line ends
    settings.window.mostRows = max(Self.mostRows, 4 * lag)
    model = MatchingModel(graph: graph, settings: settings)
  }
}

/// Matches a trace while it is being recorded: each fix is decided when a given number of further fixes have arrived,
/// and never changed thereafter.
///
/// The model is the one of ``Matcher``. What a batch run learns from the whole trace (its noise, its pace) is learned
/// from the fixes so far. A fix is decided by the path to the likeliest candidate of the newest fix, its confidence by
/// forward–backward over the fixes so far. Neighbouring decisions may contradict each other, since more was known for
/// the later one. The path, if it is followed, has no such contradictions: see ``OnlinePath``.
///
/// A standing vehicle is recognised once its fixes have formed a cloud for long enough. The rows made from them until
/// then are withdrawn.
///
/// Memory: the rows of the newest `lag` fixes and of fixes that may form a cloud; with the path also the undecided rows
/// and the fixes since.
///
/// - Source: fixed-lag decoding; Goh et al., IEEE ITSC 2012, doi:10.1109/ITSC.2012.6338627, §III.
package struct OnlineTrace: Sendable {
  /// The number of fixes for which smoothing waits, at most half the lag; the rest of the lag is for the path.
  private static let mostDelay = 5
  /// A path ends if nothing on it becomes certain for this many fixes, for example because all are off the road or
  /// refused.
  private static let mostWaiting = 2048
  /// After this many thinned fixes in a row, one is kept nevertheless.
  private static let mostThinned = 256
  private let model: MatchingModel
  /// The number of further fixes before a fix is decided.
  private let lag: Int
  private var past: PastFixes
  private var stands = StandWatch()
  /// The place of the standing vehicle according to its row.
  private var standPlace: Place?
  /// Thins all fixes so far, including those that may turn out to be a stand.
  private var thinner = Thinner()
  /// Thins the fixes that are not a stand, or whose stand has ended.
  private var settledThinner = Thinner()
  /// The number of the last fix it kept.
  private var lastKept = -1
  /// Why fixes kept since have no candidates.
  private var reasons: [Int: FixReason] = [:]
  private var pass: ForwardPass
  /// `nil` if it is not followed.
  private var path: OnlinePath?
  private var waiting: [WaitingFix] = []
  /// The number of fixes so far.
  private var count = 0
  /// Why the newest row has no candidates; `nil` if it has some.
  private var lastReason: FixReason?

  package init(_ matcher: OnlineMatcher) {
    (model, lag) = (matcher.model, matcher.lag)
    past = PastFixes(model, delay: min(lag / 2, Self.mostDelay))
    pass = ForwardPass(model)
    if matcher.followsPath { path = OnlinePath(model) }
  }

  private var settings: MatchingSettings { _read { yield model.settings } }

  /// The number of fixes so far for which a search ended at its bound, see ``MatchedTrace/boundedFixes``.
  package var boundedFixes: Int { pass.boundedFixes }

  /// Takes the next fix, and returns the new decisions.
  package mutating func take(_ fix: Fix, using scratch: inout MatchingScratch) -> OnlineDecision {
    let hasRows = pass.borrow(&scratch)
    defer { pass.giveBack(&scratch, withRows: hasRows) }
    let number = count
    count += 1
    path?.take(read: fix)
    if fix.refusal == nil, let place = fix.place {
      waiting.append(WaitingFix(number: number, fix: fix, place: place, known: nil))
      past.add(fix, at: place, number: number)
    } else {
      let nowhere = Place(latitudeE7: 0, longitudeE7: 0)
      waiting.append(WaitingFix(number: number, fix: fix, place: nowhere, known: KnownOutcome(ofRefused: fix)))
    }
    addRows(upTo: number - lag, using: &scratch.joining)
    let fixes = decide(upTo: number - lag)
    return OnlineDecision(fixes: fixes, piece: settlePath(using: &scratch.joining))
  }

  /// Decides the rest: nothing follows.
  package mutating func finish(using scratch: inout MatchingScratch) -> OnlineDecision {
    let hasRows = pass.borrow(&scratch)
    defer { pass.giveBack(&scratch, withRows: hasRows) }
    finishRows(using: &scratch.joining)
    let fixes = decide(upTo: count)
    return OnlineDecision(fixes: fixes, piece: decideAll(using: &scratch.joining))
  }

  // MARK: Rows

  /// Makes rows of the fixes that have waited long enough, and of all fixes up to a number.
  private mutating func addRows(upTo number: Int, using joining: inout JoiningMemory) {
    while let kept = past.next(upTo: number, distanceToRoad: { pass.distanceToRoad(from: $0) }) {
      path?.take(usable: kept)
      let place = waiting.lastIndex { $0.number == kept.number }
      if let place { waiting[place].place = kept.place }
      let wasStanding = stands.isStanding
      let passed = stands.take(kept, settings)
      if stands.isStanding != wasStanding || passed.contains(where: \.stood) || hasMoved {
        replay(passed, using: &joining)
      } else {
        if let standing = stands.standing {
          if let place { waiting[place].place = standing.place }
        } else {
          for row in thinner.kept(of: kept, settings) { add(row, using: &joining) }
        }
        settle(passed)
      }
      // A fix thinned out after one without candidates is off the road as well.
      if let lastReason, let place, waiting[place].known == nil {
        waiting[place].known = KnownOutcome(offRoad: lastReason)
      }
    }
  }

  /// Whether the place of a stand now differs from the place in its row.
  private var hasMoved: Bool {
    guard let seen = standPlace, let now = stands.standing?.place, seen != now else { return false }
    return groundDistance(seen, now) > 0.25 * settings.noise.sigma
  }

  private mutating func add(_ row: KeptFix, using joining: inout JoiningMemory) {
    pass.pace = past.pace
    pass.errorMemory = past.errorMemory
    lastReason = pass.take(row, using: &joining)
    reasons[row.number] = lastReason
    // A fix that is kept late may have been decided already; its place is still evidence.
    guard let place = waiting.lastIndex(where: { $0.number == row.number }) else { return }
    waiting[place].isRow = true
    waiting[place].known = lastReason.map { KnownOutcome(offRoad: $0) }
  }

  /// Takes fixes that are not part of a continuing stand; the rows made from them stay.
  private mutating func settle(_ passed: [KeptFix]) {
    for fix in passed { settle(rows: settledThinner.kept(of: fix, settings)) }
  }

  private mutating func settle(rows: [KeptFix]) {
    for row in rows {
      lastKept = row.number
      path?.take(kept: row, without: reasons.removeValue(forKey: row.number))
    }
  }

  /// Withdraws the rows of fixes that may be a stand, and makes rows of those that are one.
  private mutating func replay(_ passed: [KeptFix], using joining: inout JoiningMemory) {
    rewind()
    for fix in passed {
      let rows = settledThinner.kept(of: fix, settings)
      for row in rows { add(row, using: &joining) }
      settle(rows: rows)
    }
    if let waiting = settledThinner.waiting, waiting - lastKept > Self.mostThinned {
      var rows: [KeptFix] = []
      settledThinner.finish(into: &rows)
      for row in rows { add(row, using: &joining) }
      settle(rows: rows)
    }
    thinner = settledThinner
    for fix in stands.provisional { for row in thinner.kept(of: fix, settings) { add(row, using: &joining) } }
    standPlace = stands.standing?.place
    guard let standing = stands.standing else { return }
    for i in waiting.indices where waiting[i].number >= standing.first && waiting[i].known?.status != .dropped {
      waiting[i].place = standing.place
    }
  }

  private mutating func rewind() {
    pass.rewind(to: lastKept)
    reasons.removeAll()
    lastReason = nil
    for i in waiting.indices where waiting[i].number > lastKept {
      waiting[i].isRow = false
      if waiting[i].known?.status == .offRoad { waiting[i].known = nil }
    }
  }

  /// Makes rows of the remaining fixes.
  private mutating func finishRows(using joining: inout JoiningMemory) {
    addRows(upTo: count, using: &joining)
    let wasStanding = stands.isStanding
    let passed = stands.finish(settings)
    if wasStanding || passed.contains(where: \.stood) { replay(passed, using: &joining) } else { settle(passed) }
    var rows: [KeptFix] = []
    thinner.finish(into: &rows)
    for row in rows { add(row, using: &joining) }
    settledThinner = thinner
    settle(rows: rows)
  }

  // MARK: Deciding

  private mutating func decide(upTo number: Int) -> [DecidedFix] {
    guard let first = waiting.first, first.number <= number else { return [] }
    var decided: [DecidedFix] = []
    var view: LatticeView?
    for next in waiting.prefix(while: { $0.number <= number }) {
      if next.known == nil, view == nil { view = LatticeView(&pass, from: first.number, model) }
      let matched = next.known.map { MatchedFix($0) } ?? view?.matched(next, of: pass.lattice)
      if let matched { decided.append(DecidedFix(number: next.number, fix: next.fix, matched: matched)) }
    }
    waiting.removeFirst(decided.count)
    if path == nil { forget() }
    return decided
  }

  /// Releases rows that no waiting fix needs.
  private mutating func forget() {
    let undecided = min(waiting.first?.number ?? count, lastKept + 1)
    pass.forget(keeping: settings.breaks.mostOutliers + 2, upTo: undecided, settled: lastKept)
  }

  /// Hands out the part of the path that has become certain, and releases its rows.
  private mutating func settlePath(using joining: inout JoiningMemory) -> MatchedPiece? {
    // A copy of the path here would have all of its arrays copied below.
    guard let waitingCount = path?.waitingCount else { return nil }
    if waitingCount > Self.mostWaiting + 2 * lag { return endPath(using: &joining) }
    guard let newest = pass.countOfRows(after: min(lastKept, count - 1 - lag)), !pass.isDecided(but: newest) else {
      return nil
    }
    var decided = pass.decide(isLast: false, keeping: newest)
    defer { pass.forgetDecided() }
    path?.review(&decided, of: &pass, isSmoothed: past.isSmoothing, using: &joining)
    guard !decided.isEmpty else { return nil }
    return path?.take(decided, of: pass.lattice, using: &joining.search)
  }

  private mutating func endPath(using joining: inout JoiningMemory) -> MatchedPiece? {
    let reason = lastReason == nil ? BreakReason.timeGap : .offRoad
    finishRows(using: &joining)
    let piece = decideAll(using: &joining)
    pass.endChains()
    path?.setBreak(reason)
    return piece
  }

  private mutating func decideAll(using joining: inout JoiningMemory) -> MatchedPiece? {
    guard path != nil else { return nil }
    var (decided, end) = (pass.decide(isLast: true), count)
    path?.review(&decided, of: &pass, isSmoothed: past.isSmoothing, using: &joining)
    return path?.take(decided, of: pass.lattice, using: &joining.search, allBefore: end)
  }
}

extension Thinner {
  /// The fixes now known to be kept.
  fileprivate mutating func kept(of next: KeptFix, _ settings: MatchingSettings) -> [KeptFix] {
    var kept: [KeptFix] = []
    take(next, settings, into: &kept)
    return kept
  }
}

/// An undecided fix.
struct WaitingFix: BitwiseCopyable {
  var number: Int
  var fix: Fix
  /// The place used for matching; meaningless if the fix was refused.
  var place: Place
  /// Whether it has a row of candidates, even a skipped one; otherwise it has been thinned out so far.
  var isRow = false
  /// `nil` if the rows decide.
  var known: KnownOutcome?
}

/// The outcome of a fix that is known without the rows: refused, or off the road.
struct KnownOutcome: BitwiseCopyable {
  let status: FixStatus
  let reason: FixReason?

  init(ofRefused fix: Fix) {
    let matched = MatchedFix(before: fix, .noPath)
    (status, reason) = (matched.status, matched.reason)
  }

  init(offRoad reason: FixReason) { (status, self.reason) = (.offRoad, reason) }
}

extension MatchedFix {
  init(_ known: KnownOutcome) {
    self.init(status: known.status, reason: known.reason, position: nil, confidence: 0, isWrongWay: false)
  }

  static func offRoad(_ reason: FixReason) -> MatchedFix {
    MatchedFix(status: .offRoad, reason: reason, position: nil, confidence: 0, isWrongWay: false)
  }
}
