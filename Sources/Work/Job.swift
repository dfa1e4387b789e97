package import Reports

/// What a run makes of its inputs: trips of traces, or answers to requests.
///
/// The value is shared by all workers, and none of them changes it.
package protocol Job: Sendable {
  associatedtype Input: Sendable

  /// What kind of outputs the run writes, for the folder's manifest.
  var content: OutputContent { get }
  /// The outputs, in order.
  var frames: [OutputFrame] { get }
  /// Files that the inputs have named so far, and that the run has read.
  var namedFiles: [String] { get }

  func makeWorker() -> Worker

  /// Works on any thread. A bad input has its outcome, as a good one has.
  ///
  /// - Parameter counts: of the worker's bundle; the input is added to them.
  func work(on input: Input, using worker: inout Worker, _ counts: inout RunCounts) -> RenderedOutcome
}
