internal import Matching
internal import Moments
internal import Reports
package import RoadGraph
package import Traces

/// What online matching may be told beside the model.
package struct OnlineSettings: Sendable {
  /// Fixes of the same trace that come before one is decided.
  package var lag = 10
  /// Traces in work at the same time; beyond it, the one that has been silent for the most rows is closed.
  package var mostOpenTraces = 10_000
  /// A trace without a row while the times of all rows went on by so many seconds is closed.
  package var idleLimit = 900.0

  package init() {}
}

/// Matches traces that are still being recorded: reads rows as they come, and writes the row of each fix when it is
/// decided.
///
/// Rows of many traces may be mixed; each trace has a state of its own. A trace is closed, which decides all its fixes,
/// at the end of the input, when it has been silent for long (by the times of all traces, and not by the clock, so that
/// the same input gives the same bytes), or when too many traces are open. When it comes back it is a further trip of
/// the same trace: `van~2`.
///
/// Memory: the state of each open trace, and 16 bytes for each trace id ever seen.
package struct OnlineRun {
  private let graph: RoadGraph
  private let settings: TraceSettings
  private let online: OnlineSettings

  package init(graph: RoadGraph, settings: TraceSettings, online: OnlineSettings) {
    self.graph = graph
    self.settings = settings
    self.online = online
  }

  /// Runs to the end of the input.
  ///
  /// - Parameter onRefusal: called for each bad record, as it comes.
  /// - Throws: ``ReportError`` when the output cannot be written.
  package func run(file: String, onRefusal: (Refusal) -> Void) throws -> RunCounts {
    let style = settings.report.format == .csv ? RowStyle.csv : .ndjson
    var traces = OpenTraces(
      graph: graph, settings: settings, online: online, output: try PointStream(style, on: graph))
    var counts = RunCounts()
    func tell(_ refusal: Refusal) {
      counts.rejectsByReason[refusal.reason, default: 0] += 1
      onRefusal(refusal)
    }
    let rows = CSVRowStream(path: file, settings: settings.reading)
    var goesOn = true
    while goesOn {
      goesOn = try rows.read { row in
        if let refusal = row.refusal { tell(refusal) }
        guard let id = row.traceID else { return }
        if let reason = try traces.take(row.fix, of: id), row.refusal == nil {
          tell(
            Refusal(
              file: file, line: Int(row.fix.line), traceID: id, reason: reason.rawValue,
              message: "\(reason.meaning). The fix was left out."))
        }
      } refuse: {
        tell($0)
      }
      try traces.flush()
    }
    try traces.closeAll()
    counts.add(traces.counts)
    return counts
  }
}

/// The traces in work.
private struct OpenTraces: ~Copyable {
  private let graph: RoadGraph
  private let settings: TraceSettings
  private let online: OnlineSettings
  private let output: PointStream
  private var scratch = MatchingScratch()
  private var open: [String: OpenTrace] = [:]
  private var tripIDs = TripIDs()
  private var clock = StreamClock()
  /// Rows so far.
  private var count = 0
  private(set) var counts = RunCounts()

  private struct OpenTrace {
    var trace: OnlineTrace
    var cleaner: OnlineCleaner
    var identity: PointStream.Identity
    /// The number of its last row among all.
    var lastRow = 0
    /// What time it was then by the fixes of all.
    var lastSeen: Timestamp?
  }

  /// Rows between two looks for idle traces.
  private static let rowsPerLook = 256

  init(graph: RoadGraph, settings: TraceSettings, online: OnlineSettings, output: PointStream) {
    self.graph = graph
    self.settings = settings
    self.online = online
    self.output = output
  }

  /// - Returns: why the fix was left out.
  mutating func take(_ fix: Fix, of id: String) throws -> FixReason? {
    count += 1
    if count % Self.rowsPerLook == 0 { try closeIdle() }
    var entry = try open.removeValue(forKey: id) ?? begin(id)
    let fix = entry.cleaner.clean(fix)
    entry.lastRow = count
    if fix.refusal == nil, let time = fix.time { clock.take(time) }
    entry.lastSeen = clock.now
    try write(entry.trace.take(fix, using: &scratch), of: entry.identity)
    open[id] = entry
    return fix.refusal
  }

  mutating func flush() throws { try output.flush() }

  private mutating func begin(_ id: String) throws -> OpenTrace {
    if open.count >= online.mostOpenTraces, let oldest = open.min(by: { $0.value.lastRow < $1.value.lastRow }) {
      try close(oldest.key)
    }
    counts.reports += 1
    return OpenTrace(
      trace: OnlineTrace(graph: graph, settings: settings.matching, lag: online.lag),
      cleaner: OnlineCleaner(settings: settings.cleaning),
      identity: output.identity(tripID: tripIDs.unique(id), traceID: id))
  }

  private mutating func closeIdle() throws {
    guard let now = clock.now else { return }
    let idle = open.filter { trace in
      trace.value.lastSeen.map { now.seconds(since: $0) > online.idleLimit } ?? false
    }
    for id in idle.sorted(by: { $0.value.lastRow < $1.value.lastRow }).map(\.key) { try close(id) }
  }

  mutating func closeAll() throws {
    for id in open.sorted(by: { $0.value.lastRow < $1.value.lastRow }).map(\.key) { try close(id) }
    try flush()
  }

  private mutating func close(_ id: String) throws {
    guard var entry = open.removeValue(forKey: id) else { return }
    try write(entry.trace.finish(using: &scratch), of: entry.identity)
  }

  private mutating func write(_ decided: [DecidedFix], of trace: PointStream.Identity) throws {
    for fix in decided {
      counts.fixes += 1
      counts.fixesByStatus[fix.matched.status.rawValue, default: 0] += 1
      if let reason = fix.matched.reason { counts.fixesByReason[reason.rawValue, default: 0] += 1 }
    }
    try output.append(decided, of: trace)
  }
}

/// The time it is by the fixes of all traces: the median of the newest ones, since some devices' clocks are wrong.
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
