internal import Geodesy
internal import Guidance

/// The row of one notification of a route, in `notifications`.
struct RouteNotificationRow: ReportRow {
  let seq: Int
  let notification: SpokenNotification

  static let meaning = "One row per sentence that a voice would speak on the route, in order."
  static var shape: GeometryShape? { .point }

  static func count(in report: RouteReport) -> Int { report.described?.notifications?.count ?? 0 }

  static func forEach(in report: RouteReport, _ body: (RouteNotificationRow) -> Void) {
    for (seq, notification) in (report.described?.notifications ?? []).enumerated() {
      body(RouteNotificationRow(seq: seq, notification: notification))
    }
  }

  func geometry(in report: RouteReport) -> Geometry { .point(notification.place) }

  @inline(__always)
  static func columns(of row: some RowSource<RouteNotificationRow>, in sink: inout some RowSink & ~Copyable) {
    sink.routeSeq(row().seq)
    sink.notification(row().notification)
    sink.quantity(
      "distance_m", .metres, "Distance from the start of the route to the place where it falls due.",
      row().notification.distance)
    sink.quantity(
      "duration_s", .seconds, "Time from the start of the route, without halts.", row().notification.duration ?? .nan)
    sink.sentence(of: row().notification)
  }
}
