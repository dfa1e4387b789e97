internal import Detection
package import Dispatching
internal import Jobs
internal import Matching
internal import Moments
internal import Plans
package import Records
internal import Reports
internal import Requests
package import RoadGraph
internal import Routing
internal import Traces
internal import Trips

/// Options of online matching besides the settings of the model.
package struct OnlineSettings: Sendable {
  /// Number of further fixes of the same trace before a fix is decided.
  package var lag = 10
  /// Number of traces open at a time. Beyond it, the trace that has been silent for the most rows is closed.
  package var mostOpenTraces = 10_000
  /// A trace is closed when the times of all rows have advanced by this many seconds without a row of that trace.
  package var idleLimit = 900.0

  package init() {}
}

/// Matches traces that are still being recorded: reads rows as they arrive, and writes results as soon as they are
/// decided.
///
/// Rows of many traces may be mixed; each trace has its own state. A trace is closed, and thereby decided to its end,
/// in three cases: at the end of the input, when it has been silent for long, and when too many traces are open.
/// Silence is measured by the times of all traces and not by the clock, so that the same input gives the same bytes. If
/// a closed trace returns, it is a new trip of the same trace: `van~2`, which goes on along an unfinished plan. A trace that is closed before any of it was
/// decided is matched as a whole. A row with too few or too many fields may show anything as its trace, so it belongs
/// to the trace it names only if that trace is open.
///
/// Memory: the state of each open trace, the plans of closed ones, no more of both than traces may be open, and 16 bytes
/// for each trace id ever seen.
package struct OnlineRun {
  private let graph: RoadGraph
  private let settings: TraceSettings
  private let online: OnlineSettings
  private let dispatcher: Dispatcher?

  /// - Parameter dispatcher: hears what happens to jobs, and orders some; `nil` without one.
  package init(graph: RoadGraph, settings: TraceSettings, online: OnlineSettings, dispatcher: Dispatcher? = nil) {
    self.graph = graph
    self.settings = settings
    self.online = online
    self.dispatcher = dispatcher
  }

  /// Runs to the end of the input.
  ///
  /// - Parameters:
  ///   - onRefusal: called for each bad record when it is read, and for each dropped fix when it is decided.
  ///   - onOutside: called once, when the first trace outside the map is closed before the end of the input.
  ///   - onTelling: called with columns that are not read, though their names might change what the others mean.
  /// - Throws: ``ReportError`` if the output cannot be written.
  package func run(
    file: String, onRefusal: (Refusal) -> Void, onOutside: (RunCounts) -> Void = { _ in },
    onTelling: ([String]) -> Void = { _ in }
  ) throws -> RunCounts {
    var counts = RunCounts(of: settings.plans)
    let output = try output()
    func tell(_ refusals: [Refusal]) throws {
      for refusal in refusals {
        counts.rejectsByReason[refusal.reason, default: 0] += 1
        onRefusal(refusal)
        try output.append(refusal)
      }
    }
    try tell((settings.plans?.refusals ?? []) + (settings.jobs?.list.refusals ?? []) + settings.siteRefusals)
    let rows = RowStream(path: file, settings: settings.reading)
    var settings = settings
    if settings.plans != nil, try rows.namesTraces(refuse: { try tell([$0]) }) == false {
      settings.plans?.holdForOnlyTrace()
    }
    var traces = OpenTraces(
      graph: graph, settings: settings, online: online, file: file, output: output, dispatcher: dispatcher)
    var (goesOn, isOutsideTold, tellingCount) = (true, false, 0)
    while goesOn {
      goesOn = try rows.read { row in
        if let refusal = row.refusal { try tell([refusal]) }
        guard let id = row.traceID, row.isTraceCertain || traces.isOpen(id) else { return }
        try traces.take(row.fix, of: id, vehicle: row.vehicle)
        try tell(traces.takeRefusals())
      } refuse: {
        try tell([$0])
      }
      try traces.flush()
      try tell(traces.takeRefusals())
      if rows.telling.count > tellingCount { onTelling(Array(rows.telling[tellingCount...])) }
      tellingCount = rows.telling.count
      if !isOutsideTold, traces.counts.outside.count > 0 {
        isOutsideTold = true
        onOutside(traces.counts)
      }
    }
    try traces.closeAll()
    try traces.flush()
    try tell(traces.takeRefusals())
    try output.finish()
    counts.add(traces.counts)
    counts.lags = traces.counts.lags
    return counts
  }

  private func output() throws(ReportError) -> TripStream {
    let style: RowStyle =
      switch settings.report.format {
      case .csv: .csv(settings.report.csvTexts)
      case .arrow: .arrow
      default: .ndjson
      }
    let tables = settings.report.tables
    return try TripStream(
      tables.isEmpty ? [.points] : tables, style, clock: settings.report.added.clock, hasPlans: settings.plans != nil,
      visits: settings.visits, on: graph)
  }
}

/// The open traces.
private struct OpenTraces: ~Copyable {
  private let scene: OnlineScene
  private let pipeline: TracePipeline
  private let online: OnlineSettings
  private let file: String
  private let output: TripStream
  private var worker: Worker
  /// `nil` without jobs.
  private let jobs: LiveJobs?
  private var open: [String: OpenTrace] = [:]
  private var silence = SilenceOrder<String>()
  private var tripIDs = TripIDs()
  private var keptPlans = KeptPlans()
  /// The input has ended, and no trace returns.
  private var isEnding = false
  private var clock = StreamClock()
  /// Number of rows so far.
  private var count = 0
  private var refusals: [Refusal] = []
  private(set) var counts = RunCounts()

  /// A class, as the trip is, whose state takes several kilobytes. Moving the state out of a dictionary and back for
  /// each fix takes half the time of matching.
  private final class OpenTrace {
    let trip: OnlineTrip
    let tripID: String
    let identity: TripStream.Identity
    /// In the order of silence.
    let number: Int
    /// Without its fixes.
    let source: Trace
    /// The newest time of its own rows.
    var newest: Timestamp?
    var outside = OutsideTally()

    init(_ trip: OnlineTrip, of source: Trace, tripID: String, _ identity: TripStream.Identity, number: Int) {
      self.trip = trip
      self.source = source
      self.tripID = tripID
      self.identity = identity
      self.number = number
    }
  }

  /// Number of rows between two checks for idle traces.
  private static let rowsPerLook = 256

  init(
    graph: RoadGraph, settings: TraceSettings, online: OnlineSettings, file: String, output: TripStream,
    dispatcher: Dispatcher?
  ) {
    scene = OnlineScene(graph: graph, settings: settings, lag: online.lag, tables: output.tables)
    pipeline = TracePipeline(graph: graph, settings: settings)
    jobs = settings.jobs.map { [pipeline] in
      LiveJobs($0, pipeline, settings: settings, dispatcher: dispatcher)
    }
    worker = Worker(router: Router(on: graph))
    self.online = online
    self.file = file
    self.output = output
  }

  mutating func take(_ fix: Fix, of id: String, vehicle: String?) throws {
    count += 1
    if count % Self.rowsPerLook == 0 { try closeIdle() }
    let entry = try open[id] ?? begin(id, vehicle: vehicle)
    let (rows, cleaned) = entry.trip.take(fix, using: &worker)
    if cleaned.refusal == nil, let time = cleaned.time {
      clock.take(time)
      if let jobs, let place = cleaned.place {
        if entry.newest == nil { try jobs.begin(entry.source, at: time) }
        try jobs.hear(place, at: time, of: id)
      }
      entry.newest = time
    }
    silence.hear(entry.number, row: count, at: clock.now)
    try write(rows, of: id, entry)
  }

  func isOpen(_ id: String) -> Bool { open[id] != nil }

  mutating func flush() throws {
    if let jobs {
      try output.append(try jobs.exchange(), of: jobs.board)
      refusals += jobs.takeRefusals()
    }
    try output.flush()
  }

  /// The refusals since the last call.
  mutating func takeRefusals() -> [Refusal] {
    defer { refusals.removeAll() }
    return refusals
  }

  private mutating func begin(_ id: String, vehicle: String?) throws -> OpenTrace {
    if open.count >= online.mostOpenTraces, let longest = silence.longestSilent() { try close(longest) }
    counts.reports += 1
    let tripID = tripIDs.unique(id)
    let source = Trace(id: id, source: TraceSource(file: file), fixes: [], vehicle: vehicle)
    let entry = OpenTrace(
      OnlineTrip(of: source, in: scene, goingOnWith: keptPlans.take(id)), of: source, tripID: tripID,
      output.identity(tripID: tripID, traceID: id, vehicle: vehicle),
      number: silence.add(id))
    open[id] = entry
    keptPlans.shrink(to: online.mostOpenTraces - open.count)
    return entry
  }

  private mutating func closeIdle() throws {
    guard let now = clock.now else { return }
    for id in silence.idle(for: online.idleLimit, at: now) { try close(id) }
  }

  mutating func closeAll() throws {
    isEnding = true
    for id in silence.all { try close(id) }
    try jobs?.finish()
  }

  private mutating func close(_ id: String) throws {
    guard let entry = open.removeValue(forKey: id) else { return }
    silence.remove(entry.number)
    if let trace = entry.trip.wholeTrace {
      let report = pipeline.report(on: trace, tripID: entry.tripID, using: &worker)
      counts.add(report.suppressedSpeeding)
      counts.searchBoundFixes += report.trip.matched.boundedFixes
      let rows = TripRows(of: report)
      try write(rows, of: id, entry)
      try output.appendPositions(of: report, entry.identity)
      if let end = rows.end { try output.append(end, of: entry.identity) }
      if !isEnding { keep(OnlinePlan(of: report, in: scene), of: id, entry) }
      if let plan = report.plan { counts.plans.add(plan, of: entry.tripID, traceID: id) }
    } else {
      let rows = entry.trip.finish(using: &worker)
      try write(rows, of: id, entry)
      if let end = rows.end { try output.append(end, of: entry.identity) }
      counts.add(entry.trip.suppressedSpeeding)
      counts.searchBoundFixes += entry.trip.boundedFixes
      keep(entry.trip.plan, of: id, entry)
      if let plan = entry.trip.plan?.outcome { counts.plans.add(plan, of: entry.tripID, traceID: id) }
    }
    jobs?.end(id)
    if let ends = entry.outside.ends { counts.outside.add(between: ends, on: pipeline.graph) }
  }

  private mutating func keep(_ plan: OnlinePlan?, of id: String, _ entry: OpenTrace) {
    if let plan { keptPlans.keep(plan, of: id, at: entry.newest) }
    keptPlans.shrink(to: online.mostOpenTraces - open.count)
  }

  /// Writes rows, counts the decided fixes, and notes the dropped ones.
  private mutating func write(_ rows: TripRows, of id: String, _ entry: OpenTrace) throws {
    try output.append(rows, of: entry.identity)
    while let positions = entry.trip.nextPositions() { try output.append(positions, of: entry.identity) }
    jobs?.take(rows.points, of: id, using: &worker.planner.router)
    counts.lags.add(rows.points, now: entry.newest)
    counts.lags.add(rows.events.elements, now: entry.newest)
    for fix in rows.points {
      entry.outside.add(fix)
      counts.fixes += 1
      counts.fixesByStatus[fix.matched.status.rawValue, default: 0] += 1
      guard let reason = fix.matched.reason else { continue }
      counts.fixesByReason[reason.rawValue, default: 0] += 1
      guard fix.matched.status == .dropped else { continue }
      refusals.append(
        Refusal(
          file: file, line: Int(fix.fix.line), traceID: id, reason: reason.rawValue,
          message: "\(reason.meaning). The fix was left out."))
    }
  }
}

/// The time of the stream: the median of the newest fixes of all traces, because the clocks of some devices are wrong.
private struct StreamClock {
  private var newest: [Timestamp] = []
  private(set) var now: Timestamp?
  private static let most = 63
  private static let rowsPerReading = 16

  mutating func take(_ time: Timestamp) {
    newest.append(time)
    guard now == nil || newest.count >= Self.most + Self.rowsPerReading else { return }
    newest.removeFirst(max(0, newest.count - Self.most))
    now = newest.sorted()[newest.count / 2]
  }
}
