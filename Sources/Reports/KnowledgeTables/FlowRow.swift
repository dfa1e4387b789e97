internal import Knowledge
internal import Moments

/// The row of the trips from one zone to another in some hours of the week, in `flows`.
struct FlowRow: ReportRow {
  let flow: ZoneFlow
  let ground: LearnedGround

  static let meaning = "One row per pair of zones and hours of the week in which trips began."
  static var standsAlone: Bool { true }
  static var shape: GeometryShape? { nil }

  static func count(in report: LearnedReport) -> Int { report.flows.count }
  static func forEach(in report: LearnedReport, _ body: (FlowRow) -> Void) {
    for flow in report.flows { body(FlowRow(flow: flow, ground: report.ground)) }
  }

  func geometry(in report: LearnedReport) -> Geometry { .none }

  @inline(__always)
  static func columns(of row: some RowSource<FlowRow>, in sink: inout some RowSink & ~Copyable) {
    sink.text("from_zone", "The zone in which the trips begin.", row().flow.from)
    sink.text("to_zone", "The zone in which they end.", row().flow.to)
    sink.hours(row().flow.hours, on: row().ground)
    sink.integer("trips", "Number of trips.", row().flow.support.trips)
    sink.integer("vehicles", "Number of the vehicles that they are from.", row().flow.support.vehicles)
    sink.quantity("median_duration_s", .seconds, "Median of their durations.", row().flow.medianDuration)
    sink.quantity("p85_duration_s", .seconds, "Duration that 15 % of them exceed.", row().flow.p85Duration)
    sink.quantity("median_length_m", .metres, "Median of their lengths.", row().flow.medianLength)
    sink.quantity("p85_length_m", .metres, "Length that 15 % of them exceed.", row().flow.p85Length)
    sink.name(
      "corridor", "The roads that most of them share, in the order driven.", nullWhen: "they share none",
      row().flow.corridor.joined(separator: "; "))
  }
}

/// The row of one place where vehicles stood again and again, in `stays`.
struct StayRow: ReportRow {
  let stay: StayPlace

  static let meaning = "One row per place where vehicles stood again and again, and which is no known place."
  static var standsAlone: Bool { true }
  static var shape: GeometryShape? { .point }

  static func count(in report: LearnedReport) -> Int { report.stays.count }
  static func forEach(in report: LearnedReport, _ body: (StayRow) -> Void) {
    for stay in report.stays { body(StayRow(stay: stay)) }
  }

  func geometry(in report: LearnedReport) -> Geometry { .point(stay.place) }

  @inline(__always)
  static func columns(of row: some RowSource<StayRow>, in sink: inout some RowSink & ~Copyable) {
    sink.latitude("lat", "Latitude of the place.", row().stay.place)
    sink.longitude("lon", "Longitude of the place.", row().stay.place)
    sink.quantity("radius_m", .metres, "Radius of the circle that holds nine of ten stops.", row().stay.radius)
    sink.integer("stops", "Number of stops.", row().stay.support.passages)
    sink.integer("trips", "Number of the trips that they are from.", row().stay.support.trips)
    sink.integer("vehicles", "Number of the vehicles that they are from.", row().stay.support.vehicles)
    sink.quantity("median_duration_s", .seconds, "Median of their durations.", row().stay.medianDuration)
    sink.quantity("total_duration_s", .seconds, "Sum of their durations.", row().stay.totalDuration)
    sink.time("first_time", "When the first one began.", nullWhen: never, row().first)
    sink.time("last_time", "When the last one began.", nullWhen: never, row().last)
    sink.integer("nights", "Number of the stops that last beyond midnight, by local time.", row().stay.nights)
  }

  private var first: Timestamp? { stay.first.map(Timestamp.init(millisecondsSince1970:)) }
  private var last: Timestamp? { stay.last.map(Timestamp.init(millisecondsSince1970:)) }
  private static var never: String { "`--at-least` is given" }
}
