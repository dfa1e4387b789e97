internal import Geodesy
internal import RoadGraph
internal import Routing

/// The row of one waypoint of a route, in `waypoints`.
struct WaypointRow: ReportRow {
  let seq: Int
  let waypoint: RouteWaypoint
  let graph: RoadGraph

  static let meaning = "One row per waypoint of a route, in order."

  static func count(in report: RouteReport) -> Int { report.described?.route.waypoints.count ?? 0 }

  static func forEach(in report: RouteReport, _ body: (WaypointRow) -> Void) {
    for (seq, waypoint) in (report.described?.route.waypoints ?? []).enumerated() {
      body(WaypointRow(seq: seq, waypoint: waypoint, graph: report.graph))
    }
  }

  var geometry: Geometry { .point(waypoint.waypoint.place) }

  @inline(__always)
  static func columns(of waypoint: some RowSource<WaypointRow>, in row: inout some RowSink & ~Copyable) {
    row.routeSeq(waypoint().seq)
    row.code("type", "Whether the vehicle halts there or passes through.", waypoint().asked.kind)
    row.name("name", "Its name in the request.", nullWhen: "it has none", waypoint().asked.name)
    row.latitude("lat", "Latitude, as given.", waypoint().asked.place)
    row.longitude("lon", "Longitude, as given.", waypoint().asked.place)
    row.quantity(
      "heading_deg", .degrees, "Direction of travel asked for.", nullWhen: "none was", waypoint().asked.heading)
    row.code("side", "Side of the road asked for.", waypoint().asked.side)
    row.latitude("snapped_lat", "Latitude of its place on the road.", waypoint().waypoint.snapped.place)
    row.longitude("snapped_lon", "Longitude of its place on the road.", waypoint().waypoint.snapped.place)
    row.quantity(
      "distance_m", .metres, "From the place given to that on the road.", waypoint().waypoint.snapped.distance)
    row.flag(
      "off_road", "So far from the road that the rest is a way of its own.", waypoint().waypoint.snapped.isOffRoad)
    row.integer(
      "edge", "Number in the map file of the edge the route arrives on; of the first, leaves on.",
      waypoint().waypoint.position.edge.index)
    row.id("way", "Id of its way in the map's source.", waypoint().way)
    row.quantity(
      "offset_m", .metres, "From the begin of the edge to the place on the road.",
      waypoint().waypoint.position.offset)
  }

  private var asked: Waypoint { waypoint.waypoint }
  private var way: Int64 { graph.way(of: waypoint.position.edge).rawValue }
}
