package import Detection
package import Geodesy
internal import Guidance
package import RoadGraph
package import Traces
package import Trips

/// What the row of a trip says, when the trip has ended.
package struct TripEnd: Sendable {
  /// Where the trip comes from; its fixes are not looked at.
  package let trace: Trace
  package let mode: TravelMode
  package let totals: TripTotals
  /// The rows of the trip in these tables.
  package let maneuvers: Int
  package let events: Int
  /// That of the drives against the allowed direction.
  package let wrongWayLength: Metres
  package let suppressedSpeeding: SuppressedSpeeding

  package init(
    of trace: Trace, _ mode: TravelMode, _ totals: TripTotals, maneuvers: Int, events: Int, wrongWayLength: Metres,
    _ suppressedSpeeding: SuppressedSpeeding
  ) {
    self.trace = trace
    self.mode = mode
    self.totals = totals
    self.maneuvers = maneuvers
    self.events = events
    self.wrongWayLength = wrongWayLength
    self.suppressedSpeeding = suppressedSpeeding
  }

  init(of report: TripReport) {
    self.init(
      of: report.trace, report.mode, TripTotals(of: report.trip), maneuvers: report.itinerary.maneuvers.count,
      events: report.events.count, wrongWayLength: Detection.wrongWayLength(of: report.events),
      report.suppressedSpeeding)
  }
}
