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

  func geometry(in report: RouteReport) -> Geometry { report.geometry }

  @inline(__always)
  static func columns(of route: some RowSource<RouteRow>, in row: inout some RowSink & ~Copyable) {
    row.identity(route().report.identity)
    source(of: route, in: &row)
    row.map(route().report.graph)
    request(of: route, in: &row)
    row.code("status", "Outcome of the request.", route().report.status)
    row.text("reason", "Reason code if it is not `ok`.", nullWhen: "it is `ok`", route().report.reason)
    row.text("message", "The reason as a sentence.", nullWhen: "there is a route", route().report.message)
    row.beginObject("summary")
    summary(of: route, in: &row)
    counts(of: route, in: &row)
    row.endObject()
    bounds(of: route, in: &row)
    row.text(
      "handle", "The route as a text that restores it, also on another map.", nullWhen: noRoute,
      route().described?.handle.text)
  }

  @inline(__always)
  private static func source(of route: some RowSource<RouteRow>, in row: inout some RowSink & ~Copyable) {
    row.beginObject("source")
    row.text(
      "file", "Path of the file of the request as given; `-` for standard input.",
      nullWhen: "it was given on the command line", route().report.file)
    row.integer(
      "line", "Line of the request, from 1.", nullWhen: "it was given on the command line", route().report.line)
    row.endObject()
  }

  @inline(__always)
  private static func request(of route: some RowSource<RouteRow>, in row: inout some RowSink & ~Copyable) {
    row.code("mode", "Travel mode.", nullWhen: notUnderstood, route().report.request?.options.mode)
    row.code(
      "optimisation", "What the route minimises.", nullWhen: notUnderstood,
      route().report.request?.options.optimisation)
    row.codes("avoid", "Features to avoid.", route().report.request?.options.avoid ?? [])
    row.flag(
      "strict", "Whether no route is preferred to one that violates options or the law.", nullWhen: notUnderstood,
      route().report.request?.isStrict)
  }

  @inline(__always)
  private static func summary(of route: some RowSource<RouteRow>, in row: inout some RowSink & ~Copyable) {
    row.text(
      "utc_offset", "Offset of the local time of the request from UTC, such as `+01:00`.",
      nullWhen: "no time was given",
      route().departure?.offsetText)
    row.quantity("length_m", .metres, "Length along the roads.", nullWhen: noRoute, route().whole?.length)
    row.quantity("duration_s", .seconds, "Duration on empty roads.", nullWhen: noRoute, route().whole?.duration)
    row.times(of: route().whole, departure: route().departure)
    row.quantity(
      "off_road_m", .metres, "Straight lines between waypoints and the road, not included in length and duration.",
      nullWhen: noRoute, route().described?.offRoad.reduce(0) { $0 + $1.length })
  }

  @inline(__always)
  private static func counts(of route: some RowSource<RouteRow>, in row: inout some RowSink & ~Copyable) {
    row.integer(
      "waypoints", "Number of rows of the route in `waypoints`.", route().described?.route.waypoints.count ?? 0)
    row.integer(
      "sections", "Number of rows of the route in `sections`.", route().described?.outline.sections.count ?? 0)
    row.integer("legs", "Number of rows of the route in `legs`.", route().described?.outline.legs.count ?? 0)
    row.integer(
      "maneuvers", "Number of rows of the route in `maneuvers`.", route().described?.itinerary.maneuvers.count ?? 0)
    row.integer("elements", "Number of rows of the route in `elements`.", route().whole?.elements.count ?? 0)
    row.integer(
      "violations", "Number of rows of the route in `violations`.", route().described?.route.violations.count ?? 0)
    row.integer("events", "Number of rows of the route in `events`.", route().described?.route.events.count ?? 0)
  }

  @inline(__always)
  private static func bounds(of route: some RowSource<RouteRow>, in row: inout some RowSink & ~Copyable) {
    row.beginObject("bbox")
    row.latitude(
      "min_lat", "Southern edge of the box around the route.", nullWhen: noRoute, route().described?.bounds?.southWest)
    row.longitude("min_lon", "Western edge of the box.", nullWhen: noRoute, route().described?.bounds?.southWest)
    row.latitude("max_lat", "Northern edge of the box.", nullWhen: noRoute, route().described?.bounds?.northEast)
    row.longitude(
      "max_lon", "Eastern edge of the box; less than `min_lon` if it crosses the antimeridian.", nullWhen: noRoute,
      route().described?.bounds?.northEast)
    row.endObject()
  }

  private var departure: ZonedTime? { described?.route.departure }
  private static var notUnderstood: String { "`status` is `rejected`" }
  private static var noRoute: String { "there is no route" }
}
