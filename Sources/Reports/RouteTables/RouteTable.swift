/// The tables of planned routes. Raw values are the names in options.
package enum RouteTable: String, ReportTable {
  case routes, waypoints, sections, legs, maneuvers, elements, violations, events
  case offRoad = "off_road"
  case returns, imports, differences
  /// These three only on request.
  case lanes, spans, notifications

  package typealias Subject = RouteReport

  package static let forms = MadeOnce<TableForm<RouteReport>>(count: allCases.count)

  /// The tables written if none is chosen.
  static let standard = allCases.filter { ![.notifications, .lanes, .spans].contains($0) }

  package var schemaName: String { self == .routes ? "routes" : "route_" + rawValue }

  package func form(with added: AddedColumns) -> TableForm<RouteReport> {
    switch self {
    case .routes: TableForm(RouteRow.self, of: self, with: added)
    case .waypoints: TableForm(WaypointRow.self, of: self, with: added)
    case .sections: TableForm(SectionRow.self, of: self, with: added)
    case .legs: TableForm(RouteLegRow.self, of: self, with: added)
    case .maneuvers: TableForm(RouteManeuverRow.self, of: self, with: added)
    case .elements: TableForm(ElementRow.self, of: self, with: added)
    case .violations: TableForm(ViolationRow.self, of: self, with: added)
    case .events: TableForm(TrafficEventRow.self, of: self, with: added)
    case .offRoad: TableForm(OffRoadRow.self, of: self, with: added)
    case .returns: TableForm(ReturnRow.self, of: self, with: added)
    case .imports: TableForm(ImportRow.self, of: self, with: added)
    case .lanes: TableForm(RouteLaneRow.self, of: self, with: added)
    case .spans: TableForm(RouteSpanRow.self, of: self, with: added)
    case .differences: TableForm(DifferenceRow.self, of: self, with: added)
    case .notifications: TableForm(RouteNotificationRow.self, of: self, with: added)
    }
  }
}
