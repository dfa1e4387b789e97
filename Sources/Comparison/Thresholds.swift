internal import Storage

/// What a comparison must reach; `nil` sets no threshold.
package struct Thresholds: Hashable, Sendable {
  package var minCorrect: Double?
  package var maxMismatch: Double?
  package var minPointAccuracy: Double?
  package var maxCalibrationError: Double?

  package init() {}

  /// A sentence for every threshold that is not reached; an unknown value does not reach its threshold.
  package func failures(of comparison: Comparison) -> [String] {
    let overall = comparison.overall
    let points = comparison.points
    let sentences = [
      sentence("the correct fraction", overall.correctFraction, atLeast: minCorrect),
      sentence("the mismatch fraction", overall.mismatchFraction, atMost: maxMismatch),
      sentence("the accuracy of points", points?.accuracy, atLeast: minPointAccuracy),
      sentence(
        "the expected calibration error", points?.reliability.expectedCalibrationError, atMost: maxCalibrationError),
    ]
    return sentences.compactMap(\.self)
  }

  private func sentence(_ name: String, _ value: Double?, atLeast limit: Double?) -> String? {
    guard let limit else { return nil }
    if let value, value >= limit { return nil }
    return "\(name) is \(text(value)), less than \(limit)"
  }

  private func sentence(_ name: String, _ value: Double?, atMost limit: Double?) -> String? {
    guard let limit else { return nil }
    if let value, value <= limit { return nil }
    return value == nil
      ? "\(name) is not known, and not at most \(limit)" : "\(name) is \(text(value)), more than \(limit)"
  }

  private func text(_ value: Double?) -> String { value.map { decimalText($0, 6) } ?? "not known" }
}

extension Comparison {
  /// Why nothing was measured, though the files could be read; empty if something was.
  package var emptiness: [String] {
    var sentences: [String] = []
    if traces.isEmpty || overall.truth == 0 {
      sentences.append("\(truth.path): the truth is 0 km long, so nothing was measured.\(cure)")
    } else if overall.result == 0, refusals.count > 0 {
      sentences.append("\(result.path): the result is 0 km long, so nothing was measured.\(cure)")
    }
    if let points, points.onRoad == 0 {
      sentences.append("No point of the truth is on a road, so no point was measured.\(cure)")
    }
    return sentences
  }

  private var cure: String {
    guard refusals.count > 0 else { return " Name files with routes." }
    let reasons = refusals.countByReason.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return " Refused: \(reasons.joined(separator: ", ")). If the files are of another map, name it with --map or "
      + "--truth-map."
  }
}
