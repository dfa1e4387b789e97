internal import Detection
internal import Matching
internal import Reports
internal import Traces

/// A trip in progress. Its fixes pass the same stages as those of a whole trace. The stages return what is certain so
/// far.
struct OnlineTrip: Sendable {
  private var cleaner: OnlineCleaner
  private var trace: OnlineTrace
  /// `nil` if only points are requested.
  private var folds: OnlineFolds?
  /// The fixes as read, until the first one is decided.
  private var undecided: [Fix]? = []

  init(in scene: OnlineScene) {
    cleaner = OnlineCleaner(settings: scene.settings.cleaning)
    trace = OnlineTrace(
      graph: scene.graph, settings: scene.settings.matching, lag: scene.lag, followsPath: scene.followsPath)
    if scene.followsPath { folds = OnlineFolds(in: scene) }
  }

  /// Takes the next fix as read.
  ///
  /// - Returns: the rows that are certain now, and the cleaned fix.
  mutating func take(_ fix: Fix, using scratch: inout MatchingScratch) -> (rows: TripRows, fix: Fix) {
    undecided?.append(fix)
    let cleaned = cleaner.clean(fix)
    let decision = trace.take(cleaned, using: &scratch)
    if !decision.fixes.isEmpty { undecided = nil }
    folds?.take(cleaned)
    return (rows(of: decision, isEnd: false), cleaned)
  }

  /// The fixes of a trip that ends before any of it was decided; it can be matched as a whole.
  var wholeTrace: [Fix]? { undecided }

  /// Known when the trip has ended.
  var suppressedSpeeding: SuppressedSpeeding { folds?.suppressedSpeeding ?? SuppressedSpeeding() }

  /// Ends the trip.
  ///
  /// - Returns: the remaining rows.
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
