package import Geodesy

/// Trips from one zone to another that began in some hours of the week.
package struct ZoneFlow: Hashable, Sendable {
  package var from: String
  package var to: String
  package var hours: WeekHours
  package var support: Support
  package var medianDuration: Seconds
  package var p85Duration: Seconds
  package var medianLength: Metres
  package var p85Length: Metres
  /// The roads that most of its trips share, by name or number, in the order driven.
  package var corridor: [String]

  package init(
    from: String, to: String, hours: WeekHours, support: Support, medianDuration: Seconds, p85Duration: Seconds,
    medianLength: Metres, p85Length: Metres, corridor: [String]
  ) {
    self.from = from
    self.to = to
    self.hours = hours
    self.support = support
    self.medianDuration = medianDuration
    self.p85Duration = p85Duration
    self.medianLength = medianLength
    self.p85Length = p85Length
    self.corridor = corridor
  }
}
