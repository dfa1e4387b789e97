package import Records

extension Comparison {
  /// One row per trace.
  package func csv(worst: Int?, _ texts: CSVTexts = .plain) -> String {
    var bytes = ByteWriter(capacity: 4096)
    bytes.text(
      "trace_id,in,truth_m,result_m,correct_m,missing_m,extra_m,correct_fraction,mismatch_fraction,alignment\n")
    for trace in listed(worst) { bytes.row(of: trace, texts) }
    return String(decoding: bytes.array, as: UTF8.self)
  }
}

extension ByteWriter {
  fileprivate mutating func row(of trace: TraceComparison, _ texts: CSVTexts) {
    let overlap = trace.overlap
    csvField(trace.id, texts)
    text(",\(trace.presence.rawValue)")
    for length in [overlap.truth, overlap.result, overlap.correct, overlap.missing, overlap.extra] {
      number(length, places: 2)
    }
    for share in [overlap.correctFraction, overlap.mismatchFraction] { number(share, places: 6) }
    text(",\(trace.alignment)\n")
  }

  /// An empty cell for `nil`.
  private mutating func number(_ value: Double?, places: Int) {
    byte(UInt8(ascii: ","))
    if let value, let units = fixedPoint(value, places: places) { fixed(units, places: places) }
  }
}
