package import Detection
package import Guidance
package import Matching
package import Reports
package import RoadGraph
package import Traces
package import Trips

/// Everything a run may be told.
package struct BatchSettings: Sendable {
  package var reading = TraceReadingSettings()
  package var cleaning = CleaningSettings()
  package var matching: MatchingSettings
  package var trips = TripSettings()
  package var guidance = GuidanceSettings()
  package var detection = DetectionSettings()
  package var report: TripReportSettings
  package var destination: ReportDestination
  /// Traces matched at the same time.
  package var jobs = 1
  /// The program's version, for the manifest.
  package var version: String
  /// The options that change the result, as the user gave them, for the manifest.
  package var options: [String: String] = [:]

  package init(mode: TravelMode, report: TripReportSettings, destination: ReportDestination, version: String) {
    matching = MatchingSettings(mode: mode)
    self.report = report
    self.destination = destination
    self.version = version
    // The table of rejects has them all; they pass through it and are not kept.
    reading.refusalsPerTrace = .max
  }
}
