internal import Detection
internal import Jobs
package import Records
internal import Replay
package import Reports
internal import Traces
internal import Trips

/// The outcome of one input: of a trace, of a request, or of a record or file that was refused before it became either.
package struct Outcome: Sendable {
  /// Id of the trip or request; for a refusal the id of its trace, if known.
  package var id: String?
  /// The file of the input; `nil` for the command line.
  package var file: String?
  /// Line of the request or of the refused record.
  package var line: Int?
  /// The code in reports; `nil` for a refusal.
  package var status: String?
  /// Why the status is not `ok`, as the code in reports.
  package var reason: String?
  /// The refused parts of the input, and the input itself if it led to no result.
  package var refusals: [Refusal] = []

  /// Whether a status says that there was nothing to match or to answer in the input.
  static func comesToNothing(_ status: String) -> Bool { fruitless.contains(status) }

  /// The status of a trace of which no fix, or not all fixes, are at the times selected.
  static let notSelected = "not_selected"

  /// The status of a trace of which nothing may be published.
  static let hidden = "hidden"

  private static let fruitless: Set<String> = [
    TripStatus.skipped.rawValue, TripStatus.rejected.rawValue, TripStatus.error.rawValue,
    RouteStatus.rejected.rawValue,
  ]
}

/// An outcome with its share of the outputs, on its way to the writer.
package struct RenderedOutcome: Sendable {
  package var outcome: Outcome
  /// The folder of its rows, below the folder of the run; empty without a partition.
  var partition = ""
  /// In order, each with one chunk per output.
  package var rendered: [[RenderedChunk]] = []
  /// Its page in the folder of the run, if there are pages.
  var page: RenderedPage?
  /// Its still picture, if there are any.
  var plot: RenderedPlot?
  /// What it says about the map, if that is asked.
  var evidence: TripEvidence?
  /// What it shows of jobs, if there are any.
  var jobs: AssetDrive?
  /// What it says of the roads, if the run learns.
  var learned: LearnedDrive?
}

/// An outcome that has been written.
///
/// Outcomes are in the order of the input, and the bytes of one follow the bytes of the one before. An interrupted run
/// can therefore continue after any of them.
package struct WrittenOutcome: Sendable {
  /// Number among the inputs of the run, from 0.
  package let number: Int
  package let outcome: Outcome
  /// Its bytes in each output, in the order of the layout, including the separator before them; empty if it has none
  /// there. None in a run with a ledger, which keeps them there.
  package let ranges: [Range<Int>]
}
