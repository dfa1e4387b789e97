package import RoadGraph

/// The speed on an edge in some hours of the week. Speeds are in km/h.
package struct RoadSpeed: Hashable, Sendable {
  package var edge: EdgeID
  package var hours: WeekHours
  package var support: Support
  /// Length divided by time, of all passages; `nil` without any.
  package var mean: Double?
  /// Of single passages; `nil` without any.
  package var median: Double?
  package var p15: Double?
  package var p85: Double?
  /// The 85th percentile of the free hours; `nil` if nothing is known of them.
  package var freeFlow: Double?
  /// The mean speed that is expected, with the time spent at the end of the edge.
  package var expected: Double
  /// The 90 % interval of the mean speed.
  package var low: Double
  package var high: Double
  /// The expected speed without the delays of the turns at its end; the same as ``expected`` where none is known.
  package var moving: Double
  package var basis: SpeedBasis

  package init(
    edge: EdgeID, hours: WeekHours, support: Support = Support(), mean: Double? = nil, median: Double? = nil,
    p15: Double? = nil, p85: Double? = nil, freeFlow: Double? = nil, expected: Double, low: Double, high: Double,
    moving: Double, basis: SpeedBasis
  ) {
    self.edge = edge
    self.hours = hours
    self.support = support
    self.mean = mean
    self.median = median
    self.p15 = p15
    self.p85 = p85
    self.freeFlow = freeFlow
    self.expected = expected
    self.low = low
    self.high = high
    self.moving = moving
    self.basis = basis
  }
}

/// On what an expected speed stands mostly.
package enum SpeedBasis: String, CaseIterable, Sendable {
  /// Passages of the edge in these hours.
  case hours
  /// Passages of the edge in other hours.
  case edge
  /// Passages of other edges of the same road.
  case road
  /// Passages of roads of its class in the area.
  case roadClass = "class"
  /// The speeds of the profile, by the factor of all drives.
  case profile
}
