internal import Guidance
package import Reports

extension Drive {
  /// The routes of one request, the best one first, without roads.
  ///
  /// - Parameter reports: at least one.
  package init(tablesOf reports: [RouteReport]) {
    let tables = RouteTable.ofReplay.map { table in
      ColumnTable(
        joining: reports.map { report in
          let own = report.columns(of: table, lines: RouteTable.withLines.contains(table) ? .all : .none)
          return own["alternative"] == nil ? own.beginning(with: "alternative", report.alternative) : own
        })
    }
    self.init(.route, title: reports[0].id, tables: tables)
    take(reports.compactMap(\.described).flatMap(\.itinerary.maneuvers).flatMap(\.details.shields))
  }

  /// - Parameter shared: the tiles of a folder of pages; `nil` for a drive that has all of its map.
  package mutating func takeRoads(of reports: [RouteReport], sharing shared: SharedTiles? = nil) {
    take(SurroundingRoads(of: self, on: reports[0].graph, for: reports[0].mode, sharing: shared))
  }
}

extension RouteTable {
  /// The tables that a replay can have, in the order of its page.
  static let ofReplay: [RouteTable] = [
    .routes, .waypoints, .sections, .legs, .maneuvers, .lanes, .elements, .violations, .events, .offRoad,
    .notifications,
  ]

  /// The tables whose lines are not lines of edges.
  static let withLines: Set<RouteTable> = [.violations, .offRoad]
}
