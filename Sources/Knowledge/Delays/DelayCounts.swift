/// How many passages of turns count, and why others do not.
package struct DelayCounts: Hashable, Sendable {
  /// Why a passage says nothing of the delay.
  package enum Cause: String, CaseIterable, Sendable {
    /// A fix or an edge near the turn is not certain.
    case doubt
    /// The vehicle stood near the turn for reasons of its own.
    case stand
    /// No fix for longer than ``DelaySettings/greatestSpan``.
    case gap
    /// The path begins or ends too near to the turn.
    case unseen
  }

  package var counted = 0
  package var leftOut: [Cause: Int] = [:]
}
