internal import Detection
internal import Geodesy
internal import Guidance
internal import Jobs
internal import Matching
internal import Moments
internal import Plans
internal import Reports
internal import Requests
internal import RoadGraph
internal import RoadRules
internal import Routing
internal import Traces
internal import Trips

/// Takes one trace through all stages to its report; ``TraceSettings`` has the settings of each stage.
final class TracePipeline: Sendable {
  let graph: RoadGraph
  private let mode: TravelMode
  private let cleaner: TraceCleaner
  private let matcher: Matcher
  private let trips: TripBuilder
  private let memory: JunctionMemory
  private let scene: Scene
  private let planner: TripPlanner?
  /// `nil` without traffic.
  private let traffic: KnownTraffic?
  /// `nil` if roads are as in the map at all times.
  private let hindrances: Hindrances?
  /// `nil` if doubts are not sought.
  private let evidence: EvidenceReader?
  private let settings: TraceSettings
  /// `nil` if the run adds no columns to tables.
  private let addedForms: AddedForms?

  init(graph: RoadGraph, settings: TraceSettings) {
    self.graph = graph
    self.settings = settings
    mode = settings.matching.rules.mode
    cleaner = TraceCleaner(settings: settings.cleaning)
    matcher = Matcher(graph: graph, settings: settings.matching)
    memory = JunctionMemory(on: graph, settings: settings.guidance)
    scene = Scene(rules: settings.rules(on: graph), settings: settings.detection)
    addedForms = AddedForms(settings.report.added)
    evidence = settings.doubts.map { [scene] in EvidenceReader(scene, settings: $0) }
    let known = KnownTraffic(settings.timetable, clock: settings.clock)
    traffic = settings.timetable.hasTraffic ? known : nil
    hindrances = scene.rules.hasChanges ? Hindrances(known, on: graph) : nil
    trips = TripBuilder(graph: graph, mode: mode, settings: settings.trips)
    let roads = hindrances == nil && !known.isByHour ? nil : known
    planner = settings.plans.map { [mode, memory] plans in
      TripPlanner(plans, on: graph, mode: mode, guidance: settings.guidance, memory: memory, roads: roads)
    }
  }

  func report(on trace: Trace, tripID: String, using worker: inout Worker) -> TripReport {
    var reports = [unheld(trace, tripID: tripID, using: &worker)]
    hold(&reports, using: &worker)
    return reports[0]
  }

  /// Whether trips are held against plans.
  var hasPlans: Bool { planner != nil }

  /// Holds trips against their plans, if there are plans. Trips of one trace that have the same plan share it.
  func hold(_ reports: inout [TripReport], using worker: inout Worker) {
    guard let planner else { return }
    let known = reports.map { names(of: $0.trip) }
    for group in planner.groups(of: known) {
      hold(&reports, group, against: planner.plan(of: known[group[0]], using: &worker))
    }
    for number in reports.indices {
      planner.findWaysBack(
        in: &reports[number].events, to: reports[number].plan, using: &worker.planner.router)
      if let traffic {
        planner.hold(&reports[number], against: traffic, settings: settings.polls, using: &worker.planner)
      }
    }
  }

  /// What a trip says about the map, if that is asked.
  func evidence(of report: TripReport) -> TripEvidence? { evidence?.evidence(of: report.trip, report.events) }

  /// What a trip shows of jobs; `nil` if it has nothing to do with any.
  func jobs(in report: TripReport, on board: JobBoard) -> AssetDrive? {
    let (trip, names) = (report.trip, names(of: report.trip))
    return AssetDrive(
      of: trip, report.tripID, named: [names.vehicle] + names.ids, asset: names.vehicle, on: names.day, board: board,
      mode: mode)
  }

  /// How times of arrival are estimated. Without traffic and policy, rules of the map that hold at some times only are
  /// left out: they change few estimates, and the hierarchy does not know them.
  var jobRoutes: JobRoutes {
    var options = RouteOptions()
    (options.mode, options.vehicle) = (mode, settings.vehicle)
    let known = traffic ?? KnownTraffic(settings.timetable, clock: settings.clock)
    let isAsInMap = settings.timetable.isEmptyWithoutTime && !known.isByHour
    return JobRoutes(options, on: isAsInMap ? nil : known, inTraffic: traffic != nil)
  }

  /// Not held against its plan, but matched with it as a prior if that is asked.
  func unheld(_ trace: Trace, tripID: String, using worker: inout Worker) -> TripReport {
    guard settings.expectsPlans, let planner else {
      return report(on: trace, tripID: tripID, using: &worker.planner.matching)
    }
    let cleaned = cleaner.clean(trace)
    let begin = cleaned.fixes.first { $0.refusal == nil && $0.place != nil }?.time
    var matcher = matcher
    if let plan = planner.plan(of: settings.names(of: cleaned, begin: begin), using: &worker).plan {
      matcher.settings.rules.prior = RoutePrior(plan: plan.edges)
    }
    return report(on: matcher.match(cleaned, using: &worker.planner.matching), tripID: tripID)
  }

  /// Without a plan.
  func report(on trace: Trace, tripID: String, using scratch: inout MatchingScratch) -> TripReport {
    let cleaned = cleaner.clean(trace)
    return report(on: matcher.match(cleaned, using: &scratch), tripID: tripID)
  }

  /// Without a plan.
  func report(on matched: consuming MatchedTrace, tripID: String) -> TripReport {
    let trip = trips.trip(of: matched)
    let itinerary = itinerary(of: trip, on: graph, for: mode, settings: settings.guidance, memory: memory)
    let (events, suppressed) = findings(of: trip, in: scene)
    var report = TripReport(
      tripID: tripID, trip: trip, itinerary: itinerary, events: events, graph: graph, mode: mode)
    report.addedForms = addedForms
    report.marksDoubts = settings.doubts != nil
    report.suppressedSpeeding = suppressed
    if settings.findsCrossings { report.crossings = crossings(of: report.trip, in: scene) }
    if settings.findsNotifications {
      report.notifications = notifications(
        of: report.trip, report.itinerary.maneuvers, on: graph, for: mode, settings: settings.guidance)
    }
    if let sites = settings.sites { visit(sites, &report) }
    report.positions = settings.positions
    report.hasPositions = settings.report.moreTables.contains(.positions)
    return report
  }

  /// Finds the visits of a trip, and names its stops by the places at which they were.
  private func visit(_ sites: SiteIndex, _ report: inout TripReport) {
    report.visits = SiteVisits(of: report.trip.matched.trace, to: sites, settings: settings.visits)
    report.events.nameStops(by: sites)
  }

  private func names(of trip: Trip) -> TraceNames {
    settings.names(of: trip.matched.trace, begin: trip.summary.beginTime)
  }

  /// - Parameter group: the numbers of the reports that share the plan, in order.
  private func hold(_ reports: inout [TripReport], _ group: [Int], against outcome: PlanOutcome) {
    guard let plan = outcome.plan else {
      for number in group { reports[number].plan = outcome }
      return
    }
    var outcome = outcome
    outcome.departure = plan.route.departure?.moment ?? reports[group[0]].trip.summary.beginTime
    var drive = PlannedDrive(
      PlanFollower(
        plan, departure: outcome.departure, on: graph, hindrances: hindrances, settings: settings.detection,
        following: settings.following),
      settings.detection)
    for number in group { drive.take(reports[number].trip, reports[number].events) }
    for (number, part) in zip(group, drive.finish()) {
      reports[number].plan = part.judged(outcome)
      reports[number].events = part.events
    }
  }
}
