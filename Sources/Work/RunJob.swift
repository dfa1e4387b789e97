internal import Detection
internal import Jobs
package import Replay
package import Reports
package import RoadGraph

/// What a run does with its inputs: it turns traces into trips, or requests into answers.
///
/// All workers share the value, and none of them changes it.
package protocol RunJob: Sendable {
  associatedtype Input: Sendable

  /// The kind of outputs that the run writes, for the manifest of the folder.
  var content: OutputContent { get }
  /// The outputs, in order.
  var frames: [OutputFrame] { get }
  /// The number of the output that lists the pages of the folder; `nil` if there are none.
  var indexPage: Int? { get }
  /// What the pages of the folder share; `nil` if there are none.
  var sharedFiles: SharedFiles? { get }
  /// Files that the inputs have named so far and that the run has read.
  var namedFiles: [String] { get }

  /// The maps besides the first one.
  var otherMaps: [RoadGraph] { get }

  /// What is counted before the first input.
  var firstCounts: RunCounts { get }

  func makeWorker() -> Worker

  /// Takes out of the manifest of a run what must not be published.
  func hide(in manifest: inout Manifest)

  /// How many trips or answers an input becomes; none if it is only a refusal.
  func reportCount(_ input: Input) -> Int

  /// Works on any thread. A bad input has an outcome like any other.
  ///
  /// - Parameter counts: the counts of the worker's bundle, to which the input is added.
  /// - Returns: one or more, in the order of the outputs.
  func work(on input: Input, using worker: inout Worker, _ counts: inout RunCounts) -> [RenderedOutcome]
  /// What the outputs need when the last input has been written.
  ///
  /// - Parameter workers: how many threads may work on it.
  func closing(_ gathered: RunGathering, workers: Int) async throws -> RunClosing
}

/// What the inputs of a run have said together.
package struct RunGathering: Sendable {
  /// About the map.
  var doubts = DoubtTally()
  /// About jobs.
  var drives: [AssetDrive] = []

  mutating func take(_ outcome: RenderedOutcome) {
    if let evidence = outcome.evidence { doubts.take(evidence) }
    if let drive = outcome.jobs { drives.append(drive) }
  }
}

/// The end of the outputs of a run.
package struct RunClosing {
  /// For each table of the run one chunk for each output.
  var rendered: [[RenderedChunk]] = []
  /// What became of jobs; all zero without any.
  var jobs = JobCounts()
  /// Which rules the map has wrong; `nil` if rows do not say so.
  var isDoubtful: ((RuleID) -> Bool)?
}

extension RunJob {
  package func closing(_ gathered: RunGathering, workers: Int) async throws -> RunClosing { RunClosing() }
}

extension RunJob {
  package func reportCount(_ input: Input) -> Int { 1 }
  package func hide(in manifest: inout Manifest) {}
  package var firstCounts: RunCounts { RunCounts() }
  package var otherMaps: [RoadGraph] { [] }
  package var sharedFiles: SharedFiles? { nil }
}
