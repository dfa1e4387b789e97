internal import Detection
internal import Matching
internal import Plans
internal import Reports
internal import Traces
internal import Trips

/// A trip in progress. Its fixes pass the same stages as a whole trace. The stages return what is certain so far.
final class OnlineTrip {
  private var cleaner: OnlineCleaner
  private var trace: OnlineTrace
  /// `nil` if only points are requested.
  private var folds: OnlineFolds?
  /// The number of its records so far.
  private var count = 0
  /// The fixes as read, until the first one is decided.
  private var undecided: [Fix]? = []
  /// The trace that is being recorded, without its fixes.
  private let source: Trace

  /// - Parameter kept: the plan of the trip of this trace before, along which it may go on.
  init(of source: Trace, in scene: OnlineScene, goingOnWith kept: KeptPlan? = nil) {
    self.source = source
    if kept != nil { undecided = nil }
    cleaner = OnlineCleaner(settings: scene.settings.cleaning)
    trace = OnlineTrace(scene.matcher)
    if scene.matcher.followsPath { folds = OnlineFolds(in: scene, goingOnWith: kept) }
  }

  /// Takes the next fix as read.
  ///
  /// - Returns: the rows that are certain now, and the cleaned fix.
  func take(_ fix: Fix, using worker: inout Worker) -> (rows: TripRows, fix: Fix) {
    undecided?.append(fix)
    count += 1
    let cleaned = cleaner.clean(fix)
    let decision = trace.take(cleaned, using: &worker.planner.matching)
    if !decision.fixes.isEmpty { undecided = nil }
    var rows = TripRows()
    rows.points = decision.fixes
    folds?.count(rows.points)
    folds?.take(cleaned, number: count - 1, of: source, using: &worker)
    // Until then the trace may be matched as a whole, and have all its rows from there.
    if undecided == nil || decision.piece != nil { folds?.take(decision.piece, into: &rows, using: &worker) }
    return (rows, cleaned)
  }

  /// The fixes of a trip that ends before any of it was decided; it can be matched as a whole, unless it goes on along
  /// the plan of the trip before.
  var wholeTrace: Trace? {
    undecided.map { fixes in
      var trace = source
      trace.fixes = fixes
      return trace
    }
  }

  /// Some of the positions that have become certain; `nil` if there are no further ones.
  func nextPositions() -> Numbered<(position: TripPosition, edge: TripEdge?)>? {
    guard let next = folds?.nextPositions(), !next.isEmpty else { return nil }
    return next
  }

  /// Its plan; `nil` before its first usable fix, and where trips have no plans.
  var plan: OnlinePlan? { folds?.plan }

  /// The number of its fixes so far for which a search ended at its bound.
  var boundedFixes: Int { trace.boundedFixes }

  /// Known when the trip has ended.
  var suppressedSpeeding: SuppressedSpeeding { folds?.suppressedSpeeding ?? SuppressedSpeeding() }

  /// Ends the trip.
  ///
  /// - Returns: the remaining rows.
  func finish(using worker: inout Worker) -> TripRows {
    let decision = trace.finish(using: &worker.planner.matching)
    var rows = TripRows()
    rows.points = decision.fixes
    folds?.count(rows.points)
    folds?.end(decision.piece, of: source, into: &rows, using: &worker)
    return rows
  }
}
