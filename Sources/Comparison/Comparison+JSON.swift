internal import Records

extension Comparison {
  /// The comparison for programs: one JSON object with sorted keys; lengths in metres with two decimals, shares with
  /// six.
  ///
  /// - Parameter worst: how many traces, the worst first; `nil` for all in the order of the files.
  package func json(worst: Int?) -> String {
    let document = JSONValue.sorted([
      "schema": .text("tracemill/comparison/1"), "truth": truth.json, "result": result.json,
      "overall": .sorted(overall.fields), "traces": .list(listed(worst).map(\.json)),
      "refused": .sorted(refusals.countByReason.mapValues(JSONValue.integer)), "points": points?.json ?? .null,
    ])
    return String(decoding: document.rendered(), as: UTF8.self)
  }

  func listed(_ worst: Int?) -> [TraceComparison] { worst.map { Array(worstFirst.prefix($0)) } ?? traces }
}

extension ComparedFile {
  fileprivate var json: JSONValue {
    .sorted([
      "path": .text(path), "kind": .text(kind.rawValue), "traces": .integer(traces),
      "pieces_not_in_map": .integer(foreignPieces),
    ])
  }
}

extension RouteOverlap {
  fileprivate var fields: [String: JSONValue] {
    [
      "truth_m": .number(truth, places: 2), "result_m": .number(result, places: 2),
      "correct_m": .number(correct, places: 2), "missing_m": .number(missing, places: 2),
      "extra_m": .number(extra, places: 2), "correct_fraction": .number(correctFraction, places: 6),
      "mismatch_fraction": .number(mismatchFraction, places: 6),
    ]
  }
}

extension TraceComparison {
  fileprivate var json: JSONValue {
    let own: [String: JSONValue] = [
      "trace_id": .text(id), "in": .text(presence.rawValue), "alignment": .text(alignment),
    ]
    return .sorted(own.merging(overlap.fields) { $1 })
  }

  var alignment: String { isExact ? "exact" : "banded" }
}

extension PointComparison {
  fileprivate var json: JSONValue {
    .sorted([
      "labelled": .integer(labelled), "on_road": .integer(onRoad), "right": .integer(right), "wrong": .integer(wrong),
      "unplaced": .integer(unplaced), "wrongly_on_road": .integer(wronglyOnRoad), "unlabelled": .integer(unlabelled),
      "accuracy": .number(accuracy, places: 6),
      "expected_calibration_error": .number(reliability.expectedCalibrationError, places: 6),
      "brier_score": .number(reliability.brierScore, places: 6), "reliability": .list(reliability.json),
    ])
  }
}

extension Reliability {
  fileprivate var json: [JSONValue] {
    let width = 1 / Double(bins.count)
    return bins.enumerated().map { number, bin in
      .sorted([
        "from": .number(Double(number) * width, places: 6), "to": .number(Double(number + 1) * width, places: 6),
        "count": .integer(bin.count), "mean_confidence": .number(bin.meanConfidence, places: 6),
        "share_right": .number(bin.shareRight, places: 6),
      ])
    }
  }
}
