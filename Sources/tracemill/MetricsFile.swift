internal import Glibc
internal import Moments
internal import Records
internal import RoadGraph
internal import Storage
internal import Work

/// A file of metrics for Prometheus' node exporter (its textfile collector).
struct MetricsFile {
  private let path: String
  private let before: String
  /// Every file of metrics begins so; no other file is replaced.
  private static let begin = "# tracemill metrics\n"

  /// - Throws: a `Failure` if there is another file at the path.
  init(path: String) throws {
    self.path = path
    switch FileKind(at: path) {
    case .missing: before = ""
    case .file:
      before = (try? wholeFile(path, atMost: .settings)).flatMap { String(validating: $0, as: UTF8.self) } ?? "?"
      guard before.isEmpty || before.hasPrefix(Self.begin) else {
        throw Failure(
          exit: .unwritableOutput,
          description: "--metrics-file \(path): there is a file that is no metrics of tracemill; name another one")
      }
    case .directory, .stream:
      throw Failure(
        exit: .unwritableOutput, description: "--metrics-file \(path): there is a directory or device; name a file")
    }
  }

  /// Replaces the file whole, so that nobody reads half of it.
  func write(_ record: RunRecord, exit: Int32, now: Timestamp) throws {
    var text = Self.begin
    func add(_ name: String, _ help: String, _ samples: [(labels: String, value: String)]) {
      guard !samples.isEmpty else { return }
      text += "# HELP tracemill_\(name) \(help)\n# TYPE tracemill_\(name) gauge\n"
      for sample in samples { text += "tracemill_\(name)\(sample.labels) \(sample.value)\n" }
    }
    let success = exit == 0 ? seconds(now) : lastSuccess
    add("last_run_timestamp_seconds", "When the last run ended.", [("", seconds(now))])
    add("last_success_timestamp_seconds", "When the last run ended with exit code 0.", success.map { [("", $0)] } ?? [])
    add("last_run_duration_seconds", "How long the last run took.", [("", "\(now.seconds(since: record.startedAt))")])
    add("last_run_exit_code", "The exit code of the last run.", [("", "\(exit)")])
    if let counts = record.counts { addCounts(counts, record.kind, add) }
    if let age = record.graph.flatMap({ mapAge($0, now) }) {
      add("map_age_seconds", "How old the data of the map was at the end of the last run.", [("", age)])
    }
    let file = try AtomicFile(path: path)
    try file.write(Array(text.utf8))
    try file.commit()
  }

  private func addCounts(
    _ counts: RunCounts, _ kind: OutputContent.Kind, _ add: (String, String, [(labels: String, value: String)]) -> Void
  ) {
    let unit = kind == .requests ? "requests" : "trips"
    add("last_run_\(unit)", "The \(unit) of the last run by status.", samples(counts.byStatus, "status"))
    add("last_run_\(unit)_reasons", "The \(unit) that are not ok, by reason.", samples(counts.byReason, "reason"))
    add("last_run_fixes", "The records of all trips by status.", samples(counts.fixesByStatus, "status"))
    add("last_run_rejects", "The rows of the table of rejects by reason.", samples(counts.rejectsByReason, "reason"))
  }

  private func samples(_ counts: [String: Int], _ label: String) -> [(labels: String, value: String)] {
    counts.sorted { $0.key < $1.key }.map { ("{\(label)=\"\($0.key)\"}", "\($0.value)") }
  }

  /// A run that failed keeps the time of the last one that did not.
  private var lastSuccess: String? {
    let line = before.split(separator: "\n").first { $0.hasPrefix("tracemill_last_success_timestamp_seconds ") }
    return line?.split(separator: " ").last.map(String.init)
  }

  private func mapAge(_ graph: RoadGraph, _ now: Timestamp) -> String? {
    ZonedTime(iso8601: graph.provenance.dataTime).map { "\(now.seconds(since: $0.moment))" }
  }

  private func seconds(_ time: Timestamp) -> String { "\(Double(time.millisecondsSince1970) / 1000)" }
}
