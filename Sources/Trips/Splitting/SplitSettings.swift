package import Geodesy
package import Moments
package import Traces

/// By which rules a trace is split; a rule without a value is not used.
package struct SplitSettings: Hashable, Sendable {
  /// Two fixes at least this far apart in time are in different parts.
  package var gap: Seconds?
  /// A part ends where the vehicle stood for at least this long.
  package var stop: Seconds?
  /// The clock of the days; each day begins a part.
  package var day: LocalClock?
  /// No part is longer, along straight lines between its fixes.
  package var distance: Metres?
  /// No part has more records.
  package var fixes: Int?

  package init() {}

  package var isEmpty: Bool { self == SplitSettings() }

  /// The rules that need times.
  package var timed: [SplitRule] {
    (gap == nil ? [] : [.gap]) + (stop == nil ? [] : [.stop]) + (day == nil ? [] : [.day])
  }
}
