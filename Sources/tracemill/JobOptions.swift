internal import ArgumentParser
internal import Geodesy
internal import Jobs
internal import Moments
internal import Records
internal import Reports
internal import Requests
internal import RoadGraph
internal import Storage
internal import Traces
internal import Work

/// What a dispatcher ordered, and what the office noted of it.
struct JobOptions: ParsableArguments {
  @Option(
    name: .customLong("job-list"),
    help: ArgumentHelp(
      """
      Say of these jobs who did them, when, in which order and how late: solutions and problems of VROOM, or CSV or \
      NDJSON with job, asset or vehicle, date, seq, lat and lon or place, earliest, latest, planned, service_s and more. May \
      be repeated: later files add jobs, and fill what earlier ones left empty.
      """, valueName: "file"), completion: .file(extensions: ["json", "csv", "ndjson"]))
  var lists: [String] = []

  @Option(
    name: .customLong("job-events"),
    help: ArgumentHelp(
      """
      The office's log: CSV or NDJSON with time, asset, job, event and content. Events are assigned, received, accepted, \
      rejected, cancelled, finished and custom. May be repeated.
      """, valueName: "file.csv|file.ndjson"), completion: .file(extensions: ["csv", "ndjson"]))
  var logs: [String] = []

  @Option(
    name: .customLong("job-date"),
    help: ArgumentHelp(
      "The day from whose midnight, in --time-zone, the times of jobs count that have no day of their own.",
      valueName: "day"))
  var dateText: String?

  @Option(
    name: .customLong("asset-column"),
    help: ArgumentHelp(
      "The column that names the asset of each fix: short for --columns vehicle=NAME.", valueName: "name"))
  var assetColumn: String?

  var isGiven: Bool { !lists.isEmpty }
  var files: [String?] { lists + logs }

  /// Whether a list draws ways that drives can be held against.
  var hasWays: Bool {
    lists.contains(where: JobReader.drawsWays)
  }

  /// The options, for the manifest.
  var options: [String: String] {
    var options: [String: String] = [:]
    if !lists.isEmpty { options["job_list"] = lists.joined(separator: " ") }
    if !logs.isEmpty { options["job_events"] = logs.joined(separator: " ") }
    options["job_date"] = dateText
    options["asset_column"] = assetColumn
    return options
  }

  private var date: CivilDate? {
    get throws {
      guard let dateText else { return nil }
      guard let date = CivilDate(written: dateText) else {
        throw ValidationError("--job-date is a day such as 2026-03-02, not \(dateText).")
      }
      return date
    }
  }

  func validate() throws {
    _ = try date
    if lists.isEmpty, !logs.isEmpty {
      throw ValidationError("--job-events tells of the jobs of --job-list; name the list, too.")
    }
    if lists.isEmpty, dateText != nil {
      throw ValidationError("--job-date is the day of --job-list; name the list, too.")
    }
  }

  /// Pages are made one by one, before the run knows what became of its jobs.
  func check(_ format: ReportFormat) throws {
    guard isGiven, format == .html else { return }
    throw ValidationError(
      "--job-list does not go with pages, which are made before the run knows what became of its jobs. Write tables "
        + "with --format csv -o DIR/, and make pages of them with tracemill view DIR/ --map MAP.")
  }

  /// The tables go with jobs.
  func check(_ tables: [String]) throws {
    guard !isGiven, let table = TripTable.ofJobs.first(where: { tables.contains($0.rawValue) }) else { return }
    throw ValidationError("--table \(table.rawValue) goes with --job-list.")
  }

  /// A run over jobs that writes none of their tables would be silent about them.
  func check(_ layout: ReportLayout<TripReport>) throws {
    guard isGiven, !layout.outputs.contains(where: { TripTable.ofJobs.contains(where: $0.holds) }) else { return }
    throw ValidationError(
      """
      --job-list fills the tables jobs, job_events and tours, and none of them is written. Name a directory with -o DIR/, \
      or one of them with --table.
      """)
  }

  /// Whether a file that stands in a folder of traces is one of these.
  func reads(_ path: String) -> Bool {
    (lists + logs).contains { $0 == path || linkTarget(of: $0) == linkTarget(of: path) }
  }

  func apply(to settings: inout TraceReadingSettings) throws {
    guard let assetColumn else { return }
    guard let choices = settings.columns.choosing(assetColumn, for: .vehicle) else {
      throw ValidationError("--asset-column and --columns vehicle= name the same column; leave one of them out.")
    }
    settings.columns = choices
  }

  /// Reads the files, and takes the planned ways as plans where no others are given.
  func apply(to settings: inout TraceSettings, on graphs: [RoadGraph], hasPlans: Bool) throws {
    guard isGiven else { return }
    let isOnMap = { (place: Place) in graphs.contains { $0.covers(place, margin: 1000) } }
    var reader = JobReader(date: try date, clock: settings.clock)
    let (lists, logs) = (lists, logs)
    let list = try failing(.unreadableInput) {
      for path in lists { try reader.read(list: path) }
      for path in logs { try reader.read(events: path) }
      return reader.list(isOnMap: isOnMap)
    }
    guard !list.jobs.isEmpty else {
      let first = list.refusals.first.map { ": \($0.description)" } ?? ""
      throw Failure(exit: .unreadableInput, description: "\(lists[0]): there is no job in it\(first)")
    }
    settings.jobs = JobBoard(list)
    if !hasPlans { settings.plans = TracePlans(tours: list.tours, jobs: list.jobs, path: lists[0]) }
  }

  /// Says what became of the jobs.
  func summarise(_ counts: JobCounts, _ console: Console) {
    guard counts.jobs > 0 else { return }
    console.inform("jobs: \(list(counts.byState))")
    if let first = counts.firstUnrecorded {
      console.warn(
        "jobs: \(counts.unrecorded) of \(counts.jobs) have no drive of their asset on their day, the first is of \(first)"
      )
    }
    if counts.contradicted > 0 {
      console.warn(
        "jobs: \(counts.contradicted) \(counts.contradicted == 1 ? "was" : "were") said to be finished, and the drives say "
          + "otherwise; see claim_contradicted in job_events"
      )
    }
  }
}
