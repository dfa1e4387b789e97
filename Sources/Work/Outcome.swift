package import Records
package import Reports
internal import Traces

/// What became of one input: a trace, a request, or a record or file that was refused before it was either.
package struct Outcome: Sendable {
  /// Of the trip or of the answer; of a refusal the id of its trace, if it is known.
  package var id: String?
  /// Where the input stood; `nil` for the command line.
  package var file: String?
  /// Of the request, or of the refused record.
  package var line: Int?
  /// The code in reports; `nil` for a refusal.
  package var status: String?
  /// Why the status is not `ok`, as the code in reports.
  package var reason: String?
  /// What of the input was refused, and the input itself where nothing was made of it.
  package var refusals: [Refusal] = []
}

/// An outcome with its share of the outputs, on its way to the writer.
package struct RenderedOutcome: Sendable {
  package var outcome: Outcome
  /// In this order; each with one chunk for each output.
  package var rendered: [[RenderedChunk]] = []
}

/// An outcome that has been written.
///
/// Outcomes come in the order of the input, and the bytes of one follow those of the one before. So a run that was cut
/// short can go on behind any of them.
package struct WrittenOutcome: Sendable {
  /// Among the inputs of the run, from 0.
  package let number: Int
  package let outcome: Outcome
  /// The bytes that it has in each output, in the order of the layout, with the separator before them; empty where it has
  /// none.
  package let ranges: [Range<Int>]
}
