internal import Geodesy
internal import Traces
internal import Trips

/// The row of one visit to a place of `--places`, in `visits`.
struct VisitRow: ReportRow {
  let seq: Int
  let visit: Visit
  let site: Site
  let settings: VisitSettings
  /// The `index` of fix 0.
  var firstRecord = 0

  static let meaning = "One row per time that the trip was at a place of `--places`, in the order of arrival."
  static var shape: GeometryShape? { .point }

  static func count(in report: TripReport) -> Int { report.visits?.list.count ?? 0 }

  static func forEach(in report: TripReport, _ body: (VisitRow) -> Void) {
    guard let visits = report.visits else { return }
    for (seq, visit) in visits.list.enumerated() {
      body(
        VisitRow(
          seq: seq, visit: visit, site: visits.sites.sites[visit.site], settings: visits.settings,
          firstRecord: report.firstRecord))
    }
  }

  func geometry(in report: TripReport) -> Geometry { .point(place) }

  @inline(__always)
  static func columns(of row: some RowSource<VisitRow>, in sink: inout some RowSink & ~Copyable) {
    sink.seq(row().seq)
    sink.text("place", "Id of the place.", row().site.id)
    sink.name("name", "Name of the place.", nullWhen: "it has none", row().site.name)
    sink.time("arrival", "Time of the first fix there.", nullWhen: timeless, row().visit.arrival)
    sink.time("departure", "Time of the last fix there.", nullWhen: timeless, row().visit.departure)
    sink.quantity("dwell_s", .seconds, "Time between them.", nullWhen: timeless, row().visit.dwell)
    sink.flag(
      "passed_through",
      "Whether it was there for less than the setting `visit-after`, and the trip neither begins nor ends there.",
      nullWhen: timeless,
      row().hasPassed)
    sink.flag("at_begin", "Whether the trip begins there, so that the arrival is unknown.", row().visit.isAtBegin)
    sink.flag("at_end", "Whether the trip ends there, so that the departure is unknown.", row().visit.isAtEnd)
    sink.latitude("lat", "Latitude of the first fix there.", nullWhen: "it has no place", row().place)
    sink.longitude("lon", "Longitude of the first fix there.", nullWhen: "it has no place", row().place)
    sink.integer("first_fix", "`index` in `points` of the first fix there.", row().firstFix)
    sink.integer("last_fix", "`index` in `points` of the last fix there.", row().lastFix)
  }

  private var hasPassed: Bool? { settings.hasPassed(visit) }
  private var place: Place? { visit.place }
  private var firstFix: Int { firstRecord + visit.fixes.lowerBound }
  private var lastFix: Int { firstRecord + visit.fixes.upperBound }
  private static var timeless: String { "without times" }
}
