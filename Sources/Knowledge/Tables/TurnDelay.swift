package import Geodesy
package import RoadGraph

/// The time that a turn takes beyond free flow in some hours of the week, from the end of the queue through the
/// crossing.
package struct TurnDelay: Hashable, Sendable {
  package var from: EdgeID
  package var onto: EdgeID
  package var hours: WeekHours
  package var support: Support
  package var mean: Seconds
  package var median: Seconds
  package var p85: Seconds
  /// The share of the passages that stood, 0 … 1; `nil` if the fixes are too sparse to tell.
  package var stood: Double?
  /// The mean that is expected: ``mean`` drawn towards the turn's other hours and the turns of its kind.
  package var expected: Seconds

  package init(
    from: EdgeID, onto: EdgeID, hours: WeekHours, support: Support, mean: Seconds, median: Seconds, p85: Seconds,
    stood: Double?, expected: Seconds? = nil
  ) {
    self.from = from
    self.onto = onto
    self.hours = hours
    self.support = support
    self.mean = mean
    self.median = median
    self.p85 = p85
    self.stood = stood
    self.expected = expected ?? mean
  }
}
