internal import Records
internal import Traces

/// The row of one refusal, in `rejects`.
struct RejectRow: ReportRow {
  private let refusal: Refusal

  init(_ refusal: Refusal) { self.refusal = refusal }

  static let meaning = "One row per record, trace or file that was refused."
  static var standsAlone: Bool { true }
  static var shape: GeometryShape? { nil }

  /// Refusals concern files and not trips.
  static func count(in report: TripReport) -> Int { 0 }
  static func forEach(in report: TripReport, _ body: (RejectRow) -> Void) {}

  func geometry(in report: TripReport) -> Geometry { .none }

  @inline(__always)
  static func columns(of row: some RowSource<RejectRow>, in sink: inout some RowSink & ~Copyable) {
    sink.text("file", "Path of the file as given; `-` for standard input.", row().refusal.file)
    sink.integer("line", "Line of the record, from 1.", nullWhen: "it concerns the whole file", row().refusal.line)
    sink.text("trace_id", "Id of the trace.", nullWhen: "the trace is unknown", row().refusal.traceID)
    sink.text("reason", "Reason code.", row().refusal.reason)
    sink.text("message", "One sentence with the offending text.", row().refusal.message)
  }
}
