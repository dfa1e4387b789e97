/// The tables of trips. Raw values are the names in options and file names.
package enum TripTable: String, ReportTable {
  case trips, points, edges, maneuvers, events, segments, alternatives, rejects
  case positions
  case candidates
  case plans, milestones, deviations
  /// Only in traffic.
  case betterRoutes = "better_routes"
  case crossings
  case notifications
  case legs, lanes, spans
  /// Only with places.
  case visits
  /// One for the run, not for each trip.
  case doubts
  /// Only with jobs; of the run, too.
  case jobs, tours
  case jobEvents = "job_events"
  /// `points` of trips with a plan.
  case plannedPoints = "planned_points"

  package typealias Subject = TripReport

  package static let forms = MadeOnce<TableForm<TripReport>>(count: allCases.count)

  /// The tables whose rows belong to trips.
  package static let ofTrips = allCases.filter { $0 != .rejects && !$0.isOfRun }

  /// The tables written if none is chosen. `segments` repeats `edges` in smaller pieces, `spans` in
  /// longer ones; they, `legs`, `lanes`, `alternatives`, `positions` and `candidates` are written only on request.
  package static let standard: [TripTable] = [.trips, .points, .edges, .maneuvers, .events, .rejects]

  /// The tables of trips with a plan.
  package static let ofPlans: [TripTable] = [.plans, .milestones, .deviations]

  /// The tables of runs with jobs.
  package static let ofJobs: [TripTable] = [.jobs, .jobEvents, .tours]

  package static let choices = allCases.filter { $0 != .plannedPoints }

  package var isOfRun: Bool { self == .doubts || Self.ofJobs.contains(self) }
  package var hasLateFlags: Bool { self == .events }
  package var isLong: Bool { self == .positions || self == .candidates }

  package var name: String { self == .plannedPoints ? "points" : rawValue }

  package func form(with added: AddedColumns) -> TableForm<TripReport> {
    switch self {
    case .trips: TableForm(TripRow.self, of: self, with: added)
    case .points: TableForm(PointRow.self, of: self, with: added)
    case .edges: TableForm(EdgeRow.self, of: self, with: added)
    case .maneuvers: TableForm(ManeuverRow.self, of: self, with: added)
    case .events: TableForm(EventRow.self, of: self, with: added)
    case .segments: TableForm(SegmentRow.self, of: self, with: added)
    case .alternatives: TableForm(AlternativeRow.self, of: self, with: added)
    case .rejects: TableForm(RejectRow.self, of: self, with: added)
    case .positions: TableForm(PositionRow.self, of: self, with: added)
    case .candidates: TableForm(CandidateRow.self, of: self, with: added)
    case .plans: TableForm(PlanRow.self, of: self, with: added)
    case .milestones: TableForm(MilestoneRow.self, of: self, with: added)
    case .deviations: TableForm(DeviationRow.self, of: self, with: added)
    case .betterRoutes: TableForm(BetterRouteRow.self, of: self, with: added)
    case .crossings: TableForm(CrossingRow.self, of: self, with: added)
    case .notifications: TableForm(NotificationRow.self, of: self, with: added)
    case .legs: TableForm(LegRow.self, of: self, with: added)
    case .lanes: TableForm(LaneRow.self, of: self, with: added)
    case .spans: TableForm(SpanRow.self, of: self, with: added)
    case .visits: TableForm(VisitRow.self, of: self, with: added)
    case .doubts: TableForm(DoubtRow.self, of: self, with: added)
    case .jobs: TableForm(JobRow.self, of: self, with: added)
    case .jobEvents: TableForm(JobEventRow.self, of: self, with: added)
    case .tours: TableForm(TourRow.self, of: self, with: added)
    case .plannedPoints: TableForm(PlannedPointRow.self, of: self, with: added)
    }
  }
}
