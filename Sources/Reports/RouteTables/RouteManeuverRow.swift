internal import Geodesy
internal import Guidance
internal import Routing

/// The row of one maneuver of a route, in `maneuvers`.
struct RouteManeuverRow: FrequentRow {
  let seq: Int
  let section: Int
  let maneuver: Maneuver
  let details: ManeuverDetails

  init(seq: Int, section: Int, maneuver: Maneuver) {
    self.seq = seq
    self.section = section
    self.maneuver = maneuver
    details = maneuver.details
  }

  static let meaning = "One row per maneuver of a route, in order; every section departs and arrives."
  static var shape: GeometryShape? { .point }

  static func count(in report: RouteReport) -> Int { report.described?.itinerary.maneuvers.count ?? 0 }

  static func forEach(in report: RouteReport, _ body: (RouteManeuverRow) -> Void) {
    guard let described = report.described else { return }
    for (seq, maneuver) in described.itinerary.maneuvers.enumerated() {
      let section = described.outline.sections.firstIndex { $0.elements.contains(maneuver.edge) }
      body(RouteManeuverRow(seq: seq, section: section ?? 0, maneuver: maneuver))
    }
  }

  func geometry(in report: RouteReport) -> Geometry { .point(maneuver.place) }

  @inline(__always)
  static func columns(of maneuver: some RowSource<RouteManeuverRow>, in row: inout some RowSink & ~Copyable) {
    row.routeSeq(maneuver().seq)
    row.integer("section", "`seq` in `sections` of its section.", maneuver().section)
    row.kind(of: maneuver().maneuver, "What the driver does.")
    row.quantity("distance_m", .metres, "Distance from the start of the route.", maneuver().maneuver.distance)
    row.quantity(
      "duration_s", .seconds, "Time from the start of the route, without halts.",
      maneuver().maneuver.duration ?? .nan)
    row.guidance(of: maneuver().details)
    row.integer(
      "element", "`seq` in `elements` of the element it leads onto; for `arrive`, of the last element.",
      maneuver().maneuver.edge)
    row.circumstances(of: maneuver().maneuver, maneuver().details)
  }
}
