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
  /// All of the route.
  let whole: RoutePart?

  static let meaning = "One row per route, and one per request without a route."
  static var standsAlone: Bool { true }

  static func count(in report: RouteReport) -> Int { 1 }

  static func forEach(in report: RouteReport, _ body: (RouteRow) -> Void) {
    let described = report.described
    body(RouteRow(report: report, described: described, whole: described?.route.whole))
  }

  var geometry: Geometry { report.geometry }

  @inline(__always)
  static func columns(of route: () -> RouteRow, in row: inout some RowSink & ~Copyable) {
    RouteIdentity.columns(of: { route().report.identity }, in: &row)
    source(of: route, in: &row)
    row.map(route().report.graph)
    request(of: route, in: &row)
    row.code("status", "What became of the request.", route().report.status)
    row.text("reason", "Code of why it is not `ok`.", nullWhen: "it is `ok`", route().report.reason)
    row.text("message", "The same as a sentence.", nullWhen: "there is a route", route().report.message)
    row.beginObject("summary")
    summary(of: route, in: &row)
    counts(of: route, in: &row)
    row.endObject()
    bounds(of: route, in: &row)
    row.text(
      "handle", "The route as a text, to be had again from it, also on another map.", nullWhen: noRoute,
      route().described?.handle.text)
  }

  @inline(__always)
  private static func source(of route: () -> RouteRow, in row: inout some RowSink & ~Copyable) {
    row.beginObject("source")
    row.text(
      "file", "The file of the request as it was named; `-` for standard input.",
      nullWhen: "it stood on the command line", route().report.file)
    row.integer(
      "line", "Line of the request, from 1.", nullWhen: "it stood on the command line", route().report.line)
    row.endObject()
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
      route().departure?.offsetText)
    row.quantity("length_m", .metres, "Length along the roads.", nullWhen: noRoute, route().whole?.length)
    row.quantity("duration_s", .seconds, "Time along empty roads.", nullWhen: noRoute, route().whole?.duration)
    row.times(of: route().whole, departure: route().departure)
    row.quantity(
      "off_road_m", .metres, "Straight lines between waypoints and the road, in neither of the two.",
      nullWhen: noRoute, route().described?.offRoad.reduce(0) { $0 + $1.length })
  }

  @inline(__always)
  private static func counts(of route: () -> RouteRow, in row: inout some RowSink & ~Copyable) {
    row.integer("waypoints", "Rows of the route in `waypoints`.", route().described?.route.waypoints.count ?? 0)
    row.integer("sections", "Rows of the route in `sections`.", route().described?.outline.sections.count ?? 0)
    row.integer("legs", "Rows of the route in `legs`.", route().described?.outline.legs.count ?? 0)
    row.integer("maneuvers", "Rows of the route in `maneuvers`.", route().described?.itinerary.maneuvers.count ?? 0)
    row.integer("elements", "Rows of the route in `elements`.", route().whole?.elements.count ?? 0)
    row.integer("violations", "Rows of the route in `violations`.", route().described?.route.violations.count ?? 0)
    row.integer("events", "Rows of the route in `events`.", route().described?.route.events.count ?? 0)
  }

  @inline(__always)
  private static func bounds(of route: () -> RouteRow, in row: inout some RowSink & ~Copyable) {
    row.beginObject("bbox")
    row.latitude(
      "min_lat", "South of the box around the route.", nullWhen: noRoute, route().described?.bounds?.southWest)
    row.longitude("min_lon", "West of it.", nullWhen: noRoute, route().described?.bounds?.southWest)
    row.latitude("max_lat", "North of it.", nullWhen: noRoute, route().described?.bounds?.northEast)
    row.longitude(
      "max_lon", "East of it, less than `min_lon` where it crosses the antimeridian.", nullWhen: noRoute,
      route().described?.bounds?.northEast)
    row.endObject()
  }

  private var departure: ZonedTime? { described?.route.departure }
  private static var notUnderstood: String { "`status` is `rejected`" }
  private static var noRoute: String { "there is no route" }
}
