/// On how many drives a row stands.
///
/// Two are equal if their counts are, whoever the vehicles were.
package struct Support: Sendable {
  /// Passages, trips or stops, whatever the row counts.
  package var passages = 0
  package var trips = 0
  package var vehicles = 0
  /// The passages of the vehicle that has most of them.
  package var mostOfOne = 0
  /// Who the vehicles were, for ``Publication``; empty where nobody needs it.
  package var who = VehicleSketch()
  /// Vehicles that were there too and are not counted, but may be once other drives have taught other speeds.
  package var nearly = VehicleSketch()

  package init(passages: Int = 0, trips: Int = 0, vehicles: Int = 0, mostOfOne: Int = 0) {
    self.passages = passages
    self.trips = trips
    self.vehicles = vehicles
    self.mostOfOne = mostOfOne
  }
}

extension Support: Hashable {
  package static func == (a: Support, b: Support) -> Bool {
    (a.passages, a.trips, a.vehicles, a.mostOfOne) == (b.passages, b.trips, b.vehicles, b.mostOfOne)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(passages)
    hasher.combine(vehicles)
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

extension WeekHours: Comparable {
  package static func < (a: WeekHours, b: WeekHours) -> Bool {
    (a.days, a.hours.lowerBound, a.hours.upperBound) < (b.days, b.hours.lowerBound, b.hours.upperBound)
  }

  func overlaps(_ other: WeekHours) -> Bool { days == other.days && hours.overlaps(other.hours) }
}
