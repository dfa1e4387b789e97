internal import ArgumentParser
internal import Matching
internal import Reports
internal import RoadGraph
internal import Traces
internal import Work

/// What is said of the drives themselves, whether they are recorded or live.
protocol DriveOptions {
  var travel: ModeOptions { get }
  var plans: PlanOptions { get }
  var polls: PollOptions { get }
  var positions: PositionOptions { get }
  var places: PlaceOptions { get }
  var reading: ReadingOptions { get }
  var matching: MatchingOptions { get }
  var rules: DriveRuleOptions { get }
  var guidance: GuidanceOptions { get }
  /// The tables that were named.
  var namedTables: [String] { get }
}

extension DriveOptions {
  func names(_ table: TripTable) -> Bool { namedTables.contains(table.rawValue) }

  /// - Throws: `ValidationError` for tables and options without the options that they need.
  func checkTables() throws {
    try plans.check(namedTables)
    if matching.expectsPlans, !plans.isGiven {
      throw ValidationError("--prior plan goes with --plan or --plans. A folder of this name is ./plan.")
    }
    try places.check(namedTables)
    try guidance.check(namedTables)
    try polls.check(namedTables, hasPlans: plans.isGiven, hasTraffic: !rules.traffic.isEmpty)
  }

  /// The settings of each stage, without what files of plans, places and rules add.
  func driveSettings(_ report: TripReportSettings) throws -> TraceSettings {
    var settings = TraceSettings(mode: try travelMode(travel.mode), report: report)
    settings.reading = try reading.settings()
    // The table of rejects lists all of them; they pass through it and are not kept in memory.
    settings.reading.refusalsPerTrace = .max
    try matching.apply(to: &settings.matching)
    if names(.candidates) { settings.matching.explanation.mostCandidates = ExplanationSettings.usualCandidates }
    positions.apply(to: &settings.positions)
    polls.apply(to: &settings.polls)
    settings.clock = settings.reading.clock
    settings.report.added.clock = settings.clock
    try rules.apply(to: &settings)
    settings.expectsPlans = matching.expectsPlans
    settings.findsCrossings = names(.crossings)
    settings.guidance = try guidance.settings()
    settings.findsNotifications = names(.notifications)
    return settings
  }

  /// Says what a map lacks for these drives.
  func check(_ graph: RoadGraph, _ settings: TraceSettings, _ console: Console) throws {
    try graph.check(for: travelMode(travel.mode), settings.vehicle, hasTimes: settings.clock != nil, console)
  }
}
