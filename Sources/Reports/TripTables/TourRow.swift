internal import Jobs
internal import Moments

/// The row of the jobs of one asset and day, in `tours`.
struct TourRow: ReportRow {
  private let tour: TourResult

  init(_ tour: TourResult) { self.tour = tour }

  static let meaning = "One row per asset and day that has jobs or did some, of the whole run."
  static var shape: GeometryShape? { nil }
  static var standsAlone: Bool { true }
  static func count(in report: TripReport) -> Int { 0 }
  static func forEach(in report: TripReport, _ body: (TourRow) -> Void) {}
  func geometry(in report: TripReport) -> Geometry { .none }

  @inline(__always)
  static func columns(of row: some RowSource<TourRow>, in sink: inout some RowSink & ~Copyable) {
    sink.text("asset", "The asset.", row().tour.asset)
    sink.text("date", "The day.", nullWhen: "its jobs have none, and it has no record", row().tour.day?.iso8601)
    sink.integer("jobs", "Number of jobs that it was to do.", row().tour.jobs)
    sink.integer("done", "Number of jobs that it did, its own and others.", row().tour.done)
    sink.integer("done_by_others", "Number of its jobs that others did.", row().tour.doneByOthers)
    sink.integer(
      "late", "Number of its jobs with an arrival more than a minute after the planned one.", row().tour.late)
    sink.integer("violated", "Number of its jobs with service after the window.", row().tour.violated)
    sink.integer("missed", "Number of its jobs that were missed.", row().tour.missed)
    sink.integer("not_reached", "Number of its jobs before which the record ends.", row().tour.notReached)
    sink.integer(
      "out_of_order", "Number of jobs that would have to be moved to have the driven order as planned.",
      row().tour.outOfOrder)
    sink.quantity("driven_m", .metres, "Length driven.", nullWhen: unrecorded, row().tour.driven)
    sink.quantity("planned_m", .metres, "Planned length.", nullWhen: "the list does not say so", row().tour.planned)
    sink.quantity(
      "idle_s", .seconds,
      "Time of stands of two minutes and more at no job, besides those with which the record begins and ends.",
      nullWhen: unrecorded, row().tour.idle)
    sink.time("begin", "When the record begins.", nullWhen: unrecorded, row().tour.begin)
    sink.time("end", "When the record ends.", nullWhen: unrecorded, row().tour.end)
  }

  private static var unrecorded: String { "it has no record" }
}
