/// The times of the fixes to read.
package struct TimeWindow: Hashable, Sendable {
  /// `nil` for the beginning of time.
  package var begin: Timestamp?
  /// The first moment after the window; `nil` if it has no end.
  package var end: Timestamp?

  package init(begin: Timestamp? = nil, end: Timestamp? = nil) {
    self.begin = begin
    self.end = end
  }

  package var isEverything: Bool { begin == nil && end == nil }

  package func contains(_ time: Timestamp) -> Bool {
    if let begin, time < begin { return false }
    if let end, time >= end { return false }
    return true
  }
}
