package import Detection
package import Geodesy
package import Guidance
package import Jobs
package import Knowledge
package import Matching
package import Moments
package import Plans
package import Records
package import Replay
package import Reports
package import Requests
package import RoadGraph
package import RoadRules
package import Traces
package import Trips

/// The settings of each stage from a trace to its report.
package struct TraceSettings: Sendable {
  package var reading = TraceReadingSettings()
  package var cleaning = CleaningSettings()
  package var split = SplitSettings()
  /// The times of the fixes to match.
  package var window = TimeWindow()
  package var matching: MatchingSettings
  package var trips = TripSettings()
  package var positions = PositionSettings()
  package var guidance = GuidanceSettings()
  package var detection = DetectionSettings()
  /// The known measures of the vehicle.
  package var vehicle = Vehicle()
  /// How the roads differ from the map by time.
  package var timetable = RoadTimetable()
  /// The clock of the place of the drives; `nil` if it is unknown.
  package var clock: LocalClock?
  package var following = FollowingSettings()
  /// The places that trips may visit; `nil` without any.
  package var sites: SiteIndex?
  package var visits = VisitSettings()
  /// The refused records of the file of places.
  package var siteRefusals: [Refusal] = []
  /// Trips list what they passed.
  package var findsCrossings = false
  /// Trips list what a voice would have said.
  package var findsNotifications = false
  /// How pages and still pictures look; `nil` if the run makes neither.
  package var replay: ReplaySettings?
  /// The run draws a still picture of each drive.
  package var draws = false
  /// The run judges which rules the map has wrong, by these settings.
  package var doubts: DoubtSettings?
  /// How often drives with plans are asked for better routes, where there is traffic.
  package var polls = PollSettings()
  /// What of them is not published.
  package var hiding = Hiding()
  /// What the drives were meant to be.
  package var plans: TracePlans?
  /// Drives are expected to keep their plans: a prior of matching.
  package var expectsPlans = false
  /// What a dispatcher ordered; `nil` without jobs.
  package var jobs: JobBoard?
  /// The run adds its drives to a store of knowledge.
  package var learns = false
  package var report: TripReportSettings

  package init(mode: TravelMode, report: TripReportSettings) {
    matching = MatchingSettings(mode: mode)
    self.report = report
    // The table of rejects lists all of them; they pass through it and are not kept in memory.
    reading.refusalsPerTrace = .max
  }

  /// The reports are pages.
  var writesPages: Bool { report.format == .html }

  /// `nil` if traces are matched as they are.
  package var splitter: TraceSplitter? {
    guard !split.isEmpty || !window.isEverything else { return nil }
    var splitter = TraceSplitter(split, window: window, cleaning: cleaning, trips: trips)
    splitter.keepsPartsTogether = plans != nil
    return splitter
  }

  /// The rules that drives are held against.
  func rules(on graph: RoadGraph) -> DriveRules {
    DriveRules(graph: graph, mode: matching.rules.mode, vehicle: vehicle, timetable: timetable, clock: clock)
  }

  /// The names under which a trace may have a plan.
  ///
  /// - Parameter begin: the time of its first usable fix.
  func names(of trace: Trace, begin: Timestamp?) -> TraceNames {
    let local = begin.map { (clock ?? LocalClock(offsetInMinutes: 0)).time($0) }
    return TraceNames(
      ids: trace.knownIDs, vehicle: trace.vehicle, day: local.map { CivilDate(daysSince1970: $0.day) },
      secondsOfDay: local.map(\.secondsOfDay) ?? 0, begin: begin)
  }
}
