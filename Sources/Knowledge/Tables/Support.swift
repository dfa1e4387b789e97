/// On how many drives a row stands.
package struct Support: Hashable, Sendable, BitwiseCopyable {
  /// Passages, trips or stops, whatever the row counts.
  package var passages = 0
  package var trips = 0
  package var vehicles = 0
  /// The passages of the vehicle that has most of them.
  package var mostOfOne = 0

  package init(passages: Int = 0, trips: Int = 0, vehicles: Int = 0, mostOfOne: Int = 0) {
    self.passages = passages
    self.trips = trips
    self.vehicles = vehicles
    self.mostOfOne = mostOfOne
  }
}

/// Hours of the week that a row is about: a set of days of ``RoadRules/WeekClasses`` and whole hours.
package struct WeekHours: Hashable, Sendable {
  /// The number of the set of days.
  package var days: Int
  package var hours: Range<Int>

  package init(days: Int, hours: Range<Int>) {
    self.days = days
    self.hours = hours
  }
}
