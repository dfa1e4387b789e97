internal import Geodesy
internal import Jobs
internal import Moments

/// The row of something that happened to a job, in `job_events`.
struct JobEventRow: ReportRow {
  private let event: JobEvent
  private let job: Job?

  init(_ event: JobEvent, in report: JobReport) {
    self.event = event
    job = event.job.map { report.board.jobs[$0] }
  }

  static let meaning = "One row per event of a job, in the order of time, of the whole run."
  static var shape: GeometryShape? { .point }
  static var standsAlone: Bool { true }
  static func count(in report: TripReport) -> Int { 0 }
  static func forEach(in report: TripReport, _ body: (JobEventRow) -> Void) {}

  func geometry(in report: TripReport) -> Geometry { geometry }
  var geometry: Geometry { .point(event.place) }

  @inline(__always)
  static func columns(of row: some RowSource<JobEventRow>, in sink: inout some RowSink & ~Copyable) {
    sink.time("time", "When it happened, or was said.", nullWhen: "never", row().event.time)
    sink.name("asset", "The asset.", nullWhen: "the line in `--job-events` names none", row().event.asset)
    sink.code("event", "What happened.", row().event.kind)
    sink.text("job", "Id of the job.", nullWhen: "the event is of no job", row().job?.id.text)
    sink.text("type", "The type of the job.", nullWhen: "the event is of no job", row().job?.type)
    sink.name("dispatcher", "Who ordered the job.", nullWhen: "the list does not say so", row().dispatcher)
    sink.text("trip_id", "Id of the trip.", nullWhen: "no drive shows it", row().event.tripID)
    sink.latitude("lat", "Latitude of the asset.", nullWhen: unplaced, row().event.place)
    sink.longitude("lon", "Longitude of the asset.", nullWhen: unplaced, row().event.place)
    sink.time("eta", "The estimated arrival.", nullWhen: noETA, row().event.eta)
    sink.quantity("remaining_s", .seconds, "The time to it.", nullWhen: noETA, row().event.remaining?.time)
    sink.quantity("remaining_m", .metres, "The length to it.", nullWhen: noETA, row().event.remaining?.length)
    sink.quantity(
      "distance_m", .metres, "From the place of the job, in a straight line.", nullWhen: unplaced, row().event.distance)
    sink.quantity(
      "seconds", .seconds, "From the arrival to a claim; negative where the claim is earlier.",
      nullWhen: "it is no claim, or the asset was never there", row().event.seconds)
    sink.text("content", "What `--job-events` adds, as it stands there.", nullWhen: "nothing", row().event.content)
  }

  private var dispatcher: String { job?.dispatcher ?? "" }
  private static var unplaced: String { "the event has no place" }
  private static var noETA: String { "none is told" }
}
