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
  /// `points` of trips with a plan.
  case plannedPoints = "planned_points"

  package typealias Subject = TripReport

  package static let forms = makeForms()

  /// The tables whose rows are of trips.
  package static let ofTrips = allCases.filter { $0 != .rejects && !$0.isOfRun }

  /// The tables written if none is chosen. `segments` repeats `edges` in smaller pieces, `spans` in
  /// longer ones; they, `legs`, `lanes`, `alternatives`, `positions` and `candidates` are written only on request.
  package static let standard: [TripTable] = [.trips, .points, .edges, .maneuvers, .events, .rejects]

  /// The tables of trips with a plan.
  package static let ofPlans: [TripTable] = [.plans, .milestones, .deviations]

  package static let choices = allCases.filter { $0 != .plannedPoints }

  package var isOfRun: Bool { self == .doubts }
  package var hasLateFlags: Bool { self == .events }
  package var isLong: Bool { self == .positions || self == .candidates }

  package var name: String { self == .plannedPoints ? "points" : rawValue }

  package func visit<Visitor: TableVisitor & ~Copyable>(_ visitor: inout Visitor) -> Visitor.Result
  where Visitor.Subject == TripReport {
    switch self {
    case .trips: visitor.visit(TripRow.self)
    case .points: visitor.visit(PointRow.self)
    case .edges: visitor.visit(EdgeRow.self)
    case .maneuvers: visitor.visit(ManeuverRow.self)
    case .events: visitor.visit(EventRow.self)
    case .segments: visitor.visit(SegmentRow.self)
    case .alternatives: visitor.visit(AlternativeRow.self)
    case .rejects: visitor.visit(RejectRow.self)
    case .positions: visitor.visit(PositionRow.self)
    case .candidates: visitor.visit(CandidateRow.self)
    case .plans: visitor.visit(PlanRow.self)
    case .milestones: visitor.visit(MilestoneRow.self)
    case .deviations: visitor.visit(DeviationRow.self)
    case .betterRoutes: visitor.visit(BetterRouteRow.self)
    case .crossings: visitor.visit(CrossingRow.self)
    case .notifications: visitor.visit(NotificationRow.self)
    case .legs: visitor.visit(LegRow.self)
    case .lanes: visitor.visit(LaneRow.self)
    case .spans: visitor.visit(SpanRow.self)
    case .visits: visitor.visit(VisitRow.self)
    case .doubts: visitor.visit(DoubtRow.self)
    case .plannedPoints: visitor.visit(PlannedPointRow.self)
    }
  }
}
