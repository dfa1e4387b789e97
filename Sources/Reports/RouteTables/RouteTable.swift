/// The tables of planned routes. Raw values are the names in options.
package enum RouteTable: String, ReportTable {
  case routes, waypoints, sections, legs, maneuvers, elements, violations, events
  case offRoad = "off_road"
  case returns, imports, differences
  /// Only on request.
  case notifications

  package typealias Subject = RouteReport

  package static let forms = makeForms()

  /// The tables written if none is chosen.
  static let standard = allCases.filter { $0 != .notifications }

  package var schemaName: String { self == .routes ? "routes" : "route_" + rawValue }

  package func visit<Visitor: TableVisitor & ~Copyable>(_ visitor: inout Visitor) -> Visitor.Result
  where Visitor.Subject == RouteReport {
    switch self {
    case .routes: visitor.visit(RouteRow.self)
    case .waypoints: visitor.visit(WaypointRow.self)
    case .sections: visitor.visit(SectionRow.self)
    case .legs: visitor.visit(RouteLegRow.self)
    case .maneuvers: visitor.visit(RouteManeuverRow.self)
    case .elements: visitor.visit(ElementRow.self)
    case .violations: visitor.visit(ViolationRow.self)
    case .events: visitor.visit(TrafficEventRow.self)
    case .offRoad: visitor.visit(OffRoadRow.self)
    case .returns: visitor.visit(ReturnRow.self)
    case .imports: visitor.visit(ImportRow.self)
    case .differences: visitor.visit(DifferenceRow.self)
    case .notifications: visitor.visit(RouteNotificationRow.self)
    }
  }
}
