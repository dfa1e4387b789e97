internal import Detection
internal import Guidance
internal import RoadGraph
internal import Traces
internal import Trips

/// The row of a trip in `trips`, and the head of its document.
struct TripRow: ReportRow {
  let end: TripEnd
  let identity: TripIdentity
  let graph: RoadGraph
  /// Columns of the input; none for a live trip.
  var kept: [KeptValues.Summary] = []

  static let meaning = "One row per trace of the input, matched or not."
  static var standsAlone: Bool { true }

  static func count(in report: TripReport) -> Int { 1 }
  static func forEach(in report: TripReport, _ body: (TripRow) -> Void) {
    body(TripRow(end: TripEnd(of: report), identity: report.identity, graph: report.graph, kept: report.keptSummaries))
  }

  func geometry(in report: TripReport) -> Geometry { report.geometry }
  private var summary: TripSummary { end.totals.summary }

  @inline(__always)
  static func columns(of trip: some RowSource<TripRow>, in row: inout some RowSink & ~Copyable) {
    row.ids(trip().identity)
    source(of: trip, in: &row)
    row.map(trip().graph)
    row.code("mode", "Travel mode for which the trace was matched.", trip().end.mode)
    row.code("status", "Outcome of the trip.", trip().end.totals.status)
    row.text("reason", "Reason code if it is not `ok`.", nullWhen: "it is `ok`", trip().end.totals.reason)
    row.beginObject("summary")
    summary(of: trip, in: &row)
    counts(of: trip, in: &row)
    motion(of: trip, in: &row)
    row.endObject()
    row.vehicle(trip().end.trace.namedVehicle)
    row.text(
      "track_name", "Name of the track or placemark in its file.", nullWhen: "it has none",
      trip().end.trace.trackName)
    row.take(kept: { trip().kept })
  }

  @inline(__always)
  private static func source(of trip: some RowSource<TripRow>, in row: inout some RowSink & ~Copyable) {
    row.beginObject("source")
    row.text("file", "Path of the file as given; `-` for standard input.", trip().end.trace.source.file)
    row.integer(
      "track", "Number of the track in its GPX file, from 1.", nullWhen: "the file has no tracks",
      trip().end.trace.source.track)
    row.integer(
      "segment", "Number of the segment within its track, from 1.", nullWhen: "the file has no segments",
      trip().end.trace.source.segment)
    row.integer(
      "part", "Number of the part of the trace, from 1, with `--split`.", nullWhen: "the trace was not split",
      trip().end.trace.part?.number)
    row.code(
      "begun_by", "Rule of `--split` that cut it from the part before.", nullWhen: "it begins with its trace",
      trip().end.trace.part?.begunBy)
    row.code(
      "split_by", "Rule of `--split` that cut it from the part behind.", nullWhen: "it ends with its trace",
      trip().end.trace.part?.endedBy)
    row.endObject()
  }

  @inline(__always)
  private static func summary(of trip: some RowSource<TripRow>, in row: inout some RowSink & ~Copyable) {
    row.integer("fixes", "Number of records of the trace, including refused ones.", trip().summary.fixes)
    row.integer("matched", "Number of fixes matched to an edge.", trip().summary.matched)
    row.counts(
      "dropped_by_reason", "Number of unmatched fixes by reason code.",
      trip().summary.unmatchedByReason.map { ($0.reason.rawValue, $0.count) })
    row.time("begin_time", "Time of the first usable fix.", nullWhen: timeless, trip().summary.beginTime)
    row.time("end_time", "Time of the last usable fix.", nullWhen: timeless, trip().summary.endTime)
    row.quantity(
      "duration_s", .seconds, "Time from the first to the last usable fix.", nullWhen: timeless, trip().summary.duration
    )
    row.quantity("length_m", .metres, "Length driven on the roads of the map.", trip().summary.length)
    row.quantity(
      "wrong_way_length_m", .metres, "Length of the `wrong_way` rows of the trip in `events`.",
      trip().end.wrongWayLength)
    row.quantity(
      "coverage", .probability,
      "Share of the records that are matched, not counting those that repeat the one before; 0 without any.",
      trip().summary.coverage)
    row.quantity(
      "confidence", .probability,
      "Share of the length expected to be right: mean of `edges.confidence` weighted by length; 0 without edges.",
      trip().summary.confidence)
  }

  @inline(__always)
  private static func counts(of trip: some RowSource<TripRow>, in row: inout some RowSink & ~Copyable) {
    row.integer("legs", "Number of unbroken drives.", trip().end.totals.legs)
    row.integer("gaps", "Number of breaks between legs.", trip().end.totals.gaps)
    row.integer("stops", "Number of stops.", trip().end.totals.stops)
    row.integer("edges", "Number of rows of the trip in `edges`.", trip().end.totals.edges)
    row.integer("maneuvers", "Number of rows of the trip in `maneuvers`.", trip().end.maneuvers)
    row.integer("events", "Number of rows of the trip in `events`.", trip().end.events)
    row.counts(
      "speeding_suppressed", "Number of drives faster than the limit that are not in `events`, by reason.",
      trip().end.suppressedSpeeding.byReason.map { ($0.reason.rawValue, $0.count) })
  }

  @inline(__always)
  private static func motion(of trip: some RowSource<TripRow>, in row: inout some RowSink & ~Copyable) {
    row.latitude("origin_lat", "Latitude of the first matched place.", nullWhen: roadless, trip().motion.origin)
    row.longitude("origin_lon", "Longitude of the first matched place.", nullWhen: roadless, trip().motion.origin)
    row.latitude(
      "destination_lat", "Latitude of the last matched place.", nullWhen: roadless, trip().motion.destination)
    row.longitude(
      "destination_lon", "Longitude of the last matched place.", nullWhen: roadless, trip().motion.destination)
    row.quantity("idle_time_s", .seconds, "Time of all stops.", nullWhen: timeless, trip().motion.idle)
    row.quantity(
      "moving_time_s", .seconds, "Time on the roads, without stops; waits shorter than a stop are in it.",
      nullWhen: timeless, trip().motion.moving)
    row.quantity(
      "mean_speed_mps", .metresPerSecond, "Length driven divided by `moving_time_s`.", nullWhen: unpaced,
      trip().motion.meanSpeed)
    row.quantity(
      "top_speed_mps", .metresPerSecond,
      "Highest speed along the road that was held for 10 s before a fix and for 10 s behind it.", nullWhen: unpaced,
      trip().motion.topSpeed)
  }

  private var motion: TripMotion { end.totals.motion }
  private static var roadless: String { "no fix is matched" }
  private static var unpaced: String { "without times, and where nothing was driven" }
  private static var timeless: String { "without times" }
}

extension TripReport {
  fileprivate var keptSummaries: [KeptValues.Summary] {
    guard !added.kept.isEmpty, let kept = trace.kept else { return [] }
    return kept.summaries(of: trace.fixes)
  }
}

extension RowSink where Self: ~Copyable {
  /// The map of a report.
  @inline(__always)
  mutating func map(_ graph: @autoclosure () -> RoadGraph) {
    beginObject("map")
    text("map_id", "Name of the file from which the map was built.", graph().provenance.source)
    text("map_version", "Hash of the whole content of the map.", graph().version)
    name(
      "map_data_time", "Timestamp of the map data.", nullWhen: "the source of the map has none",
      graph().provenance.dataTime)
    endObject()
  }
}
