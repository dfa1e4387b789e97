internal import Geodesy
internal import RoadGraph
internal import Routing

/// The row of one waypoint of a route, in `waypoints`.
struct WaypointRow: ReportRow {
  let seq: Int
  let waypoint: RouteWaypoint
  let graph: RoadGraph

  static let meaning = "One row per waypoint of a route, in order."
  static var shape: GeometryShape? { .point }

  static func count(in report: RouteReport) -> Int { report.described?.route.waypoints.count ?? 0 }

  static func forEach(in report: RouteReport, _ body: (WaypointRow) -> Void) {
    for (seq, waypoint) in (report.described?.route.waypoints ?? []).enumerated() {
      body(WaypointRow(seq: seq, waypoint: waypoint, graph: report.graph))
    }
  }

  func geometry(in report: RouteReport) -> Geometry { .point(waypoint.waypoint.place) }

  @inline(__always)
  static func columns(of waypoint: some RowSource<WaypointRow>, in row: inout some RowSink & ~Copyable) {
    row.routeSeq(waypoint().seq)
    row.code("type", "Whether the vehicle halts there or passes through.", waypoint().asked.kind)
    row.name("name", "Its name in the request.", nullWhen: "it has none", waypoint().asked.name)
    row.latitude("lat", "Latitude, as given.", waypoint().asked.place)
    row.longitude("lon", "Longitude, as given.", waypoint().asked.place)
    row.quantity(
      "heading_deg", .degrees, "Requested direction of travel.", nullWhen: "none was requested",
      waypoint().asked.heading)
    row.code("side", "Requested side of the road.", waypoint().asked.side)
    row.latitude("matched_lat", "Latitude of its place on the road.", waypoint().waypoint.snapped.place)
    row.longitude("matched_lon", "Longitude of its place on the road.", waypoint().waypoint.snapped.place)
    row.quantity(
      "distance_m", .metres, "Distance from the given place to the place on the road.",
      waypoint().waypoint.snapped.distance)
    row.flag(
      "off_road", "Whether the road is so far away that a straight line covers the rest.",
      waypoint().waypoint.snapped.isOffRoad)
    row.flag(
      "matched_past_island",
      "Whether a nearer road was passed over, because the other waypoints cannot be reached from it or it from them.",
      nullWhen: "the route was not searched between waypoints", waypoint().waypoint.snapped.isPastIsland)
    row.integer(
      "edge", "Number in the map file of the edge of arrival; for the first waypoint, of departure.",
      waypoint().waypoint.position.edge.index)
    row.id("way", "Id of its way in the source of the map.", waypoint().way)
    row.quantity(
      "offset_m", .metres, "Distance from the start of the edge to the place on the road.",
      waypoint().waypoint.position.offset)
  }

  private var asked: Waypoint { waypoint.waypoint }
  private var way: Int64 { graph.way(of: waypoint.position.edge).rawValue }
}
