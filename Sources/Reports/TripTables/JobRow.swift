internal import Geodesy
internal import Jobs
internal import Moments

/// The row of one job of the list, in `jobs`.
struct JobRow: ReportRow {
  private let result: JobResult

  init(_ result: JobResult) { self.result = result }

  static let meaning = "One row per job of `--job-list`, in the order of the list, of the whole run."
  static var shape: GeometryShape? { .point }
  static var standsAlone: Bool { true }

  /// Jobs belong to the run, not to its trips.
  static func count(in report: TripReport) -> Int { 0 }
  static func forEach(in report: TripReport, _ body: (JobRow) -> Void) {}

  func geometry(in report: TripReport) -> Geometry { geometry }
  var geometry: Geometry { .point(result.job.place) }

  @inline(__always)
  static func columns(of row: some RowSource<JobRow>, in sink: inout some RowSink & ~Copyable) {
    identity(of: row, in: &sink)
    sink.code("state", "How far the job came.", row().result.state)
    sink.code(
      "state_said", "The last state in `--job-events`.", nullWhen: "no line there is about the job", row().result.said)
    sink.code(
      "claim", "What the drives say of a line that the job is finished.", nullWhen: "no line says so",
      row().result.claim)
    times(of: row, in: &sink)
    sink.time(
      "eta_at_start", "The arrival that was estimated when the asset started for it.", nullWhen: "it was not started",
      row().result.etaAtStart)
    sink.quantity(
      "eta_error_s", .seconds, "How much later than that it arrived; negative where earlier.",
      nullWhen: "either time is null", row().result.etaError)
    ways(of: row, in: &sink)
    sink.latitude("lat", "Latitude of its place.", row().result.job.place)
    sink.longitude("lon", "Longitude of its place.", row().result.job.place)
  }

  @inline(__always)
  private static func identity(of row: some RowSource<JobRow>, in sink: inout some RowSink & ~Copyable) {
    sink.text(
      "trip_id", "Id of the trip on which the job was done; if it was not, the asset's first trip of that day.",
      nullWhen: unrecorded,
      row().result.tripID)
    sink.text("trace_id", "Id of the trace of that trip.", nullWhen: unrecorded, row().result.traceID)
    sink.text("job", "Id of the job.", row().result.job.id.text)
    sink.text("type", "What is done: job, pickup, delivery, or as the list says.", row().result.job.type)
    sink.name("name", "Name of the job.", nullWhen: "it has none", row().result.job.name)
    sink.text("date", "Its day.", nullWhen: "it has none", row().result.job.day?.iso8601)
    sink.text("asset", "The asset that was to do it.", nullWhen: "it is for anybody", row().result.asset)
    sink.text("done_by", "The asset that did it.", nullWhen: notDone, row().result.doneBy)
    sink.name("dispatcher", "Who ordered it.", nullWhen: "the list does not say so", row().result.job.dispatcher)
    sink.integer(
      "planned_seq", "Its planned place among the jobs of its asset and day, from 1.", nullWhen: "nothing was planned",
      row().result.plannedSequence)
    sink.integer(
      "driven_seq", "Its place among all jobs that `done_by` did that day, from 1.", nullWhen: notDone,
      row().result.drivenSequence)
  }

  @inline(__always)
  private static func times(of row: some RowSource<JobRow>, in sink: inout some RowSink & ~Copyable) {
    sink.time(
      "planned_arrival", "The planned arrival, after any waiting.", nullWhen: "none was planned",
      row().result.job.planned)
    sink.time("arrival", "When the asset came to stand there.", nullWhen: notDone, row().result.arrival)
    sink.time(
      "departure", "When it drove off.", nullWhen: "the job was not done, and where the record ends before",
      row().result.departure)
    sink.quantity(
      "late_s", .seconds, "How much later than planned it arrived; negative where earlier.",
      nullWhen: "either time is null", row().result.late)
    sink.time("earliest", "When service might begin.", nullWhen: "at any time", row().earliest)
    sink.time("latest", "When the last window closed.", nullWhen: "it stays open", row().result.job.latest)
    sink.flag(
      "window_violated", "Whether service began after `latest`.", nullWhen: "either time is null",
      row().result.isWindowViolated)
    sink.quantity(
      "planned_service_s", .seconds, "The planned service.", nullWhen: "none was planned", row().result.job.service)
    sink.quantity(
      "service_s", .seconds, "From the arrival, or the end of waiting, to the departure.",
      nullWhen: "either time is null", row().result.service)
    sink.quantity(
      "waiting_s", .seconds, "From the arrival until the window opened.", nullWhen: notDone, row().result.waiting)
  }

  @inline(__always)
  private static func ways(of row: some RowSource<JobRow>, in sink: inout some RowSink & ~Copyable) {
    sink.quantity(
      "driven_m", .metres, "Length driven from the job before, or from the beginning of the record.",
      nullWhen: noWay, row().result.driven?.length)
    sink.quantity("driven_s", .seconds, "Time from there, stops included.", nullWhen: noWay, row().result.driven?.time)
    sink.quantity(
      "shortest_m", .metres, "Length of the fastest route from there.", nullWhen: noWay, row().result.shortest?.length)
    sink.quantity("shortest_s", .seconds, "Time of that route.", nullWhen: noWay, row().result.shortest?.time)
  }

  private var earliest: Timestamp? {
    result.arrival.map { result.job.opening(for: $0) } ?? result.job.windows.first?.earliest
  }

  private static var notDone: String { "the job was not done" }
  private static var unrecorded: String { "its asset has no trip on that day" }
  private static var noWay: String { "the job was not done, or nothing shows the way there" }
}
