package import Detection
package import Guidance
package import Matching
package import Plans
package import Reports
package import Requests
package import RoadGraph
package import Traces
package import Trips

/// The settings of each stage from a trace to its report.
package struct TraceSettings: Sendable {
  package var reading = TraceReadingSettings()
  package var cleaning = CleaningSettings()
  package var matching: MatchingSettings
  package var trips = TripSettings()
  package var guidance = GuidanceSettings()
  package var detection = DetectionSettings()
  package var following = FollowingSettings()
  /// What the drives were meant to be.
  package var plans: PlanFile?
  package var report: TripReportSettings

  package init(mode: TravelMode, report: TripReportSettings) {
    matching = MatchingSettings(mode: mode)
    self.report = report
    // The table of rejects lists all of them; they pass through it and are not kept in memory.
    reading.refusalsPerTrace = .max
  }
}
