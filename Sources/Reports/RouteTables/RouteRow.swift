internal import Geodesy
internal import Guidance
internal import Moments
internal import Plans
internal import RoadGraph
internal import RoadRules
internal import Routing
internal import Traces

/// The row of an answer in `routes`, and the head of its document.
struct RouteRow: ReportRow {
  let report: RouteReport
  let described: DescribedRoute?

  static let meaning = "One row per route, and one per request without a route."
  static var standsAlone: Bool { true }

  static func count(in report: RouteReport) -> Int { 1 }

  static func forEach(in report: RouteReport, _ body: (RouteRow) -> Void) {
    body(RouteRow(report: report, described: report.described))
  }

  var geometry: Geometry { report.geometry }

  @inline(__always)
  static func columns(of route: () -> RouteRow, in row: inout some RowSink & ~Copyable) {
    RouteIdentity.columns(of: { route().report.identity }, in: &row)
    row.object("source") { source(of: route, in: &$0) }
    row.object("map") { $0.map { route().report.graph } }
    request(of: route, in: &row)
    row.code("status", "What became of the request.", route().report.status)
    row.text("reason", "Code of why it is not `ok`.", nullWhen: "it is `ok`", route().report.reason)
    row.text("message", "The same as a sentence.", nullWhen: "there is a route", route().report.message)
    row.object("summary") { row in
      summary(of: route, in: &row)
      counts(of: route, in: &row)
    }
    row.object("bbox") { bounds(of: route, in: &$0) }
    row.text(
      "handle", "The route as a text, to be had again from it, also on another map.", nullWhen: noRoute,
      route().described?.handle.text)
  }

  @inline(__always)
  private static func source(of route: () -> RouteRow, in row: inout some RowSink & ~Copyable) {
    row.text(
      "file", "The file of the request as it was named; `-` for standard input.",
      nullWhen: "it stood on the command line", route().report.file)
    row.integer(
      "line", "Line of the request, from 1.", nullWhen: "it stood on the command line", route().report.line)
  }

  @inline(__always)
  private static func request(of route: () -> RouteRow, in row: inout some RowSink & ~Copyable) {
    row.code("mode", "Who travels.", nullWhen: notUnderstood, route().report.request?.options.mode)
    row.code(
      "optimisation", "What the route is to be good at.", nullWhen: notUnderstood,
      route().report.request?.options.optimisation)
    row.codes("avoid", "What it was asked not to use.", route().report.request?.options.avoid ?? [])
    row.flag(
      "strict", "Rather no route than one that violates options or the law.", nullWhen: notUnderstood,
      route().report.request?.isStrict)
  }

  @inline(__always)
  private static func summary(of route: () -> RouteRow, in row: inout some RowSink & ~Copyable) {
    row.text(
      "utc_offset", "How far the clocks of the request are from UTC, as `+01:00`.", nullWhen: "no time was asked for",
      route().route?.departure?.offsetText)
    row.quantity("length_m", .metres, "Length along the roads.", nullWhen: noRoute, route().route?.length)
    row.quantity("duration_s", .seconds, "Time along empty roads.", nullWhen: noRoute, route().route?.duration)
    row.times(of: { route().route?.whole }, departure: { route().route?.departure })
    row.quantity(
      "off_road_m", .metres, "Straight lines between waypoints and the road, in neither of the two.",
      nullWhen: noRoute, route().described?.offRoad.reduce(0) { $0 + $1.length })
  }

  @inline(__always)
  private static func counts(of route: () -> RouteRow, in row: inout some RowSink & ~Copyable) {
    row.integer("waypoints", "Rows of the route in `waypoints`.", WaypointRow.count(in: route().report))
    row.integer("sections", "Rows of the route in `sections`.", SectionRow.count(in: route().report))
    row.integer("legs", "Rows of the route in `legs`.", RouteLegRow.count(in: route().report))
    row.integer("maneuvers", "Rows of the route in `maneuvers`.", RouteManeuverRow.count(in: route().report))
    row.integer("elements", "Rows of the route in `elements`.", ElementRow.count(in: route().report))
    row.integer("violations", "Rows of the route in `violations`.", ViolationRow.count(in: route().report))
    row.integer("events", "Rows of the route in `events`.", TrafficEventRow.count(in: route().report))
  }

  @inline(__always)
  private static func bounds(of route: () -> RouteRow, in row: inout some RowSink & ~Copyable) {
    row.latitude(
      "min_lat", "South of the box around the route.", nullWhen: noRoute, route().described?.bounds?.southWest)
    row.longitude("min_lon", "West of it.", nullWhen: noRoute, route().described?.bounds?.southWest)
    row.latitude("max_lat", "North of it.", nullWhen: noRoute, route().described?.bounds?.northEast)
    row.longitude(
      "max_lon", "East of it, less than `min_lon` where it crosses the antimeridian.", nullWhen: noRoute,
      route().described?.bounds?.northEast)
  }

  private var route: Route? { described?.route }
  private static var notUnderstood: String { "`status` is `rejected`" }
  private static var noRoute: String { "there is no route" }
}
