internal import Foundation

extension Comparison {
  /// The comparison for programs: one JSON object with sorted keys; lengths in metres with two decimals, shares with
  /// six.
  ///
  /// - Parameter worst: how many traces, the worst first; `nil` for all in the order of the files.
  package func json(worst: Int?) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let document = ComparisonDocument(comparison: self, traces: listed(worst))
    return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
  }

  /// One row per trace.
  package func csv(worst: Int?) -> String {
    let header =
      "trace_id,in,truth_m,result_m,correct_m,missing_m,extra_m,correct_fraction,mismatch_fraction,alignment\n"
    return listed(worst).reduce(into: header) { text, trace in
      let overlap = trace.overlap
      let lengths = [overlap.truth, overlap.result, overlap.correct, overlap.missing, overlap.extra]
      let shares = [overlap.correctFraction, overlap.mismatchFraction]
      let fields =
        [csvField(trace.id), trace.presence.rawValue] + lengths.map { String(format: "%.2f", $0) }
        + shares.map { $0.map { String(format: "%.6f", $0) } ?? "" } + [trace.alignment]
      text += fields.joined(separator: ",") + "\n"
    }
  }

  func listed(_ worst: Int?) -> [TraceComparison] { worst.map { Array(worstFirst.prefix($0)) } ?? traces }
}

extension TraceComparison {
  fileprivate var alignment: String { isExact ? "exact" : "banded" }
}

private func csvField(_ text: String) -> String {
  let needsQuotes = text.isEmpty || text.contains { ",\"\n\r".contains($0) }
  return needsQuotes ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
}

private func rounded(_ value: Double, places: Int) -> Double {
  let scale = pow(10, Double(places))
  return (value * scale).rounded() / scale
}

private struct ComparisonDocument: Encodable {
  let comparison: Comparison
  let traces: [TraceComparison]

  private enum Key: String, CodingKey { case schema, truth, result, overall, traces, refused, points }

  func encode(to encoder: any Encoder) throws {
    var map = encoder.container(keyedBy: Key.self)
    try map.encode("tracemill/comparison/1", forKey: .schema)
    try map.encode(comparison.truth, forKey: .truth)
    try map.encode(comparison.result, forKey: .result)
    try map.encode(comparison.overall, forKey: .overall)
    try map.encode(traces, forKey: .traces)
    try map.encode(comparison.refusals.countByReason, forKey: .refused)
    try map.encode(comparison.points, forKey: .points)
  }
}

extension ComparedFile: Encodable {
  private enum Key: String, CodingKey { case path, kind, traces }

  package func encode(to encoder: any Encoder) throws {
    var map = encoder.container(keyedBy: Key.self)
    try map.encode(path, forKey: .path)
    try map.encode(kind.rawValue, forKey: .kind)
    try map.encode(traces, forKey: .traces)
  }
}

extension RouteOverlap: Encodable {
  private enum Key: String, CodingKey {
    case truth = "truth_m"
    case result = "result_m"
    case correct = "correct_m"
    case missing = "missing_m"
    case extra = "extra_m"
    case correctFraction = "correct_fraction"
    case mismatchFraction = "mismatch_fraction"
  }

  package func encode(to encoder: any Encoder) throws {
    var map = encoder.container(keyedBy: Key.self)
    try map.encode(rounded(truth, places: 2), forKey: .truth)
    try map.encode(rounded(result, places: 2), forKey: .result)
    try map.encode(rounded(correct, places: 2), forKey: .correct)
    try map.encode(rounded(missing, places: 2), forKey: .missing)
    try map.encode(rounded(extra, places: 2), forKey: .extra)
    try map.encode(correctFraction.map { rounded($0, places: 6) }, forKey: .correctFraction)
    try map.encode(mismatchFraction.map { rounded($0, places: 6) }, forKey: .mismatchFraction)
  }
}

extension TraceComparison: Encodable {
  private enum Key: String, CodingKey {
    case id = "trace_id"
    case presence = "in"
    case alignment
  }

  package func encode(to encoder: any Encoder) throws {
    try overlap.encode(to: encoder)
    var map = encoder.container(keyedBy: Key.self)
    try map.encode(id, forKey: .id)
    try map.encode(presence.rawValue, forKey: .presence)
    try map.encode(alignment, forKey: .alignment)
  }
}

extension PointComparison: Encodable {
  private enum Key: String, CodingKey {
    case labelled, right, wrong, unplaced, unlabelled, accuracy, reliability
    case onRoad = "on_road"
    case wronglyOnRoad = "wrongly_on_road"
    case calibrationError = "expected_calibration_error"
    case brierScore = "brier_score"
  }

  package func encode(to encoder: any Encoder) throws {
    var map = encoder.container(keyedBy: Key.self)
    try map.encode(labelled, forKey: .labelled)
    try map.encode(onRoad, forKey: .onRoad)
    try map.encode(right, forKey: .right)
    try map.encode(wrong, forKey: .wrong)
    try map.encode(unplaced, forKey: .unplaced)
    try map.encode(wronglyOnRoad, forKey: .wronglyOnRoad)
    try map.encode(unlabelled, forKey: .unlabelled)
    try map.encode(accuracy.map { rounded($0, places: 6) }, forKey: .accuracy)
    let error = reliability.expectedCalibrationError
    try map.encode(error.map { rounded($0, places: 6) }, forKey: .calibrationError)
    try map.encode(reliability.brierScore.map { rounded($0, places: 6) }, forKey: .brierScore)
    try map.encode(reliability.bins.enumerated().map { NumberedBin(number: $0, of: reliability) }, forKey: .reliability)
  }
}

private struct NumberedBin: Encodable {
  let number: Int
  let reliability: Reliability

  init(number: (offset: Int, element: Reliability.Bin), of reliability: Reliability) {
    self.number = number.offset
    self.reliability = reliability
  }

  private enum Key: String, CodingKey {
    case from, to, count
    case meanConfidence = "mean_confidence"
    case shareRight = "share_right"
  }

  func encode(to encoder: any Encoder) throws {
    let bin = reliability.bins[number]
    let width = 1 / Double(reliability.bins.count)
    var map = encoder.container(keyedBy: Key.self)
    try map.encode(rounded(Double(number) * width, places: 6), forKey: .from)
    try map.encode(rounded(Double(number + 1) * width, places: 6), forKey: .to)
    try map.encode(bin.count, forKey: .count)
    try map.encode(bin.meanConfidence.map { rounded($0, places: 6) }, forKey: .meanConfidence)
    try map.encode(bin.shareRight.map { rounded($0, places: 6) }, forKey: .shareRight)
  }
}
