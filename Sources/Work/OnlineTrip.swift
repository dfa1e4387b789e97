internal import Matching
internal import Reports
internal import Traces

/// A trip that is being driven: its fixes pass the same stages as those of a whole trace, and what is certain of it comes
/// out of them.
struct OnlineTrip: Sendable {
  private var cleaner: OnlineCleaner
  private var trace: OnlineTrace
  /// `nil` where only points are asked for.
  private var folds: OnlineFolds?
  /// The fixes as they were read, as long as none of them is decided.
  private var undecided: [Fix]? = []

  init(in scene: OnlineScene) {
    cleaner = OnlineCleaner(settings: scene.settings.cleaning)
    trace = OnlineTrace(
      graph: scene.graph, settings: scene.settings.matching, lag: scene.lag, followsPath: scene.followsPath)
    if scene.followsPath { folds = OnlineFolds(in: scene) }
  }

  /// Takes the next fix as it was read.
  ///
  /// - Returns: what is certain now; and the fix cleaned.
  mutating func take(_ fix: Fix, using scratch: inout MatchingScratch) -> (rows: TripRows, fix: Fix) {
    undecided?.append(fix)
    let cleaned = cleaner.clean(fix)
    let decision = trace.take(cleaned, using: &scratch)
    if !decision.fixes.isEmpty { undecided = nil }
    folds?.take(cleaned)
    return (rows(of: decision, isEnd: false), cleaned)
  }

  /// The fixes of a trip of which nothing has been decided when it ends: it can be matched as a whole.
  var wholeTrace: [Fix]? { undecided }

  /// Ends the trip.
  ///
  /// - Returns: the rest.
  mutating func finish(using scratch: inout MatchingScratch) -> TripRows {
    rows(of: trace.finish(using: &scratch), isEnd: true)
  }

  private mutating func rows(of decision: OnlineDecision, isEnd: Bool) -> TripRows {
    var rows = TripRows()
    rows.points = decision.fixes
    folds?.take(decision.piece, isEnd: isEnd, into: &rows)
    return rows
  }
}
