internal import Geodesy
internal import Guidance
internal import Traces

/// The row of one notification of a trip, in `notifications`.
struct NotificationRow: ReportRow {
  let seq: Int
  let notification: SpokenNotification

  static let meaning = "One row per sentence that a voice would have spoken on the drive, in order."
  static var shape: GeometryShape? { .point }

  static func count(in report: TripReport) -> Int { report.notifications?.count ?? 0 }

  static func forEach(in report: TripReport, _ body: (NotificationRow) -> Void) {
    for (seq, notification) in (report.notifications ?? []).enumerated() {
      body(NotificationRow(seq: seq, notification: notification))
    }
  }

  func geometry(in report: TripReport) -> Geometry { .point(notification.place) }

  @inline(__always)
  static func columns(of row: some RowSource<NotificationRow>, in sink: inout some RowSink & ~Copyable) {
    sink.seq(row().seq)
    sink.notification(row().notification)
    sink.time(
      "time", "Time at which it fell due, at the speed driven.", nullWhen: "without times", row().notification.time)
    sink.quantity(
      "distance_m", .metres, "Distance from the start of the trip to the place where it fell due.",
      row().notification.distance)
    sink.quantity(
      "duration_s", .seconds, "Time since the start of the trip.", nullWhen: "without times",
      row().notification.duration)
    sink.sentence(of: row().notification)
  }
}

extension RowSink where Self: ~Copyable {
  /// What is announced, and why there.
  @inline(__always)
  mutating func notification(_ notification: @autoclosure () -> SpokenNotification) {
    integer("maneuver_seq", "`seq` in `maneuvers` of its maneuver.", notification().maneuver)
    code("type", "How far ahead it is spoken; `action` is where the driver acts.", notification().kind)
    code("setting", "Kind of the road before the maneuver, which has its own distances.", notification().setting)
    latitude("lat", "Latitude of the place where it fell due.", notification().place)
    longitude("lon", "Longitude of the place where it fell due.", notification().place)
  }

  /// What the voice says.
  @inline(__always)
  mutating func sentence(of notification: @autoclosure () -> SpokenNotification) {
    quantity("ahead_m", .metres, "Distance from there to the maneuver.", notification().ahead)
    integer(
      "joined_seq", "`seq` in `maneuvers` of the next maneuver, if the same sentence says it.",
      nullWhen: "it says one maneuver", notification().joined)
    text("text", "The sentence.", notification().text)
  }
}
