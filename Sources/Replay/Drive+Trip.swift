internal import Guidance
package import Reports

extension Drive {
  /// A trip with all that was found about it.
  package init(of report: TripReport) {
    self.init(tablesOf: report)
    takeRoads(of: report)
  }

  /// The same without roads.
  package init(tablesOf report: TripReport) {
    let tables = TripTable.ofReplay.filter(report.isInReplay).map { table in
      report.columns(of: report.written(table), lines: TripTable.withLines.contains(table) ? .all : .none)
    }
    self.init(.trip, title: report.tripID, tables: tables)
    take(report.itinerary.maneuvers.flatMap(\.details.shields))
  }

  /// - Parameter shared: the tiles of a folder of pages; `nil` for a drive that has all of its map.
  package mutating func takeRoads(of report: TripReport, sharing shared: SharedTiles? = nil) {
    take(
      SurroundingRoads(of: self, on: report.graph, for: report.mode, besides: report.hidden, sharing: shared))
  }
}

extension TripReport {
  fileprivate func isInReplay(_ table: TripTable) -> Bool { [.legs, .lanes].contains(table) || isInDocument(table) }
}

extension TripTable {
  /// The tables that a replay can have, in the order of its page.
  static let ofReplay: [TripTable] = [
    .trips, .points, .edges, .legs, .maneuvers, .lanes, .events, .alternatives, .plans, .milestones, .deviations,
    .betterRoutes, .crossings, .visits, .notifications, .candidates,
  ]

  /// The tables whose lines are not lines of edges.
  static let withLines: Set<TripTable> = [.plans, .betterRoutes]
}
