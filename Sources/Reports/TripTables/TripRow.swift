internal import Detection
internal import Guidance
internal import RoadGraph
internal import Traces
internal import Trips

/// The row of a trip in `trips`, and the head of its document.
struct TripRow: ReportRow {
  let report: TripReport

  static let meaning = "One row per trace of the input, matched or not."
  static var standsAlone: Bool { true }

  static func count(in report: TripReport) -> Int { 1 }
  static func forEach(in report: TripReport, _ body: (TripRow) -> Void) { body(TripRow(report: report)) }

  var geometry: Geometry { report.geometry }
  private var summary: TripSummary { report.trip.summary }

  @inline(__always)
  static func columns(of trip: () -> TripRow, in row: inout some RowSink & ~Copyable) {
    TripIdentity.columns(of: { trip().report.identity }, in: &row)
    source(of: trip, in: &row)
    row.map(trip().report.graph)
    row.code("mode", "Travel mode the trace was matched for.", trip().report.mode)
    row.code("status", "What became of the trip.", trip().report.trip.status)
    row.text("reason", "Code of why it is not `ok`.", nullWhen: "it is `ok`", trip().report.trip.reason)
    row.beginObject("summary")
    summary(of: trip, in: &row)
    counts(of: trip, in: &row)
    row.endObject()
  }

  @inline(__always)
  private static func source(of trip: () -> TripRow, in row: inout some RowSink & ~Copyable) {
    row.beginObject("source")
    row.text("file", "The file as it was named; `-` for standard input.", trip().report.trace.source.file)
    row.integer(
      "track", "Number of the track in a GPX file, from 1.", nullWhen: "the file has no tracks",
      trip().report.trace.source.track)
    row.integer(
      "segment", "Number of the segment within its track, from 1.", nullWhen: "the file has no segments",
      trip().report.trace.source.segment)
    row.endObject()
  }

  @inline(__always)
  private static func summary(of trip: () -> TripRow, in row: inout some RowSink & ~Copyable) {
    row.integer("fixes", "Records of the trace, refused ones included.", trip().summary.fixes)
    row.integer("matched", "Fixes matched to an edge.", trip().summary.matched)
    row.counts(
      "dropped_by_reason", "Fixes that are not matched, by reason code.",
      trip().summary.unmatchedByReason.map { ($0.reason.rawValue, $0.count) })
    row.time("begin_time", "Time of the first usable fix.", nullWhen: timeless, trip().summary.beginTime)
    row.time("end_time", "Time of the last usable fix.", nullWhen: timeless, trip().summary.endTime)
    row.quantity(
      "duration_s", .seconds, "From the first to the last usable fix.", nullWhen: timeless, trip().summary.duration)
    row.quantity("length_m", .metres, "Length driven on the roads of the map.", trip().summary.length)
    row.quantity(
      "wrong_way_length_m", .metres, "Length of the `wrong_way` rows of the trip in `events`.",
      wrongWayLength(of: trip().report.events))
    row.quantity("coverage", .probability, "Matched fixes per usable fix; 0 without any.", trip().summary.coverage)
    row.quantity(
      "confidence", .probability,
      "Share of the length expected to be right: mean of `edges.confidence` by length; 0 without.",
      trip().summary.confidence)
  }

  @inline(__always)
  private static func counts(of trip: () -> TripRow, in row: inout some RowSink & ~Copyable) {
    row.integer("legs", "Unbroken drives.", trip().report.trip.legs.count)
    row.integer("gaps", "Breaks between legs.", trip().report.trip.gaps.count)
    row.integer("stops", "Times without movement.", trip().report.trip.stops.count)
    row.integer("edges", "Rows of the trip in `edges`.", trip().report.trip.edges.count)
    row.integer("maneuvers", "Rows of the trip in `maneuvers`.", trip().report.itinerary.maneuvers.count)
    row.integer("events", "Rows of the trip in `events`.", trip().report.events.count)
  }

  private static var timeless: String { "without times" }
}

extension RowSink where Self: ~Copyable {
  /// The map of a report.
  @inline(__always)
  mutating func map(_ graph: @autoclosure () -> RoadGraph) {
    beginObject("map")
    text("map_id", "Name of the file the map was built from.", graph().provenance.source)
    text("map_version", "Hash of the map's whole content.", graph().version)
    name(
      "map_data_time", "Timestamp of the map's data.", nullWhen: "the map's source gives none",
      graph().provenance.dataTime)
    endObject()
  }
}
