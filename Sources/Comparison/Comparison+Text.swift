internal import Storage

extension Comparison {
  /// The comparison for people: the worst traces first, the totals below.
  ///
  /// - Parameter worst: how many traces to list.
  package func text(worst: Int) -> String {
    var lines = [describe("truth ", truth), describe("result", result), ""]
    let shown = traces.count > 1 ? Array(worstFirst.prefix(worst)) : []
    let rows = shown.map { row($0.id, $0.overlap) } + [row("all", overall)]
    lines += aligned([Self.header] + rows)
    if shown.count < traces.count && traces.count > 1 {
      lines.append("The \(shown.count) worst of \(traces.count) traces; --worst N lists others.")
    }
    lines += remarks
    if let points { lines += [""] + text(of: points) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let header = [
    "trace", "truth km", "result km", "correct km", "missing m", "extra m", "correct %", "mismatch %",
  ]

  private func describe(_ side: String, _ file: ComparedFile) -> String {
    "\(side)  \(file.path): \(file.traces) \(file.traces == 1 ? "trace" : "traces") of \(file.kind.rawValue)"
  }

  private func row(_ name: String, _ overlap: RouteOverlap) -> [String] {
    [
      name, decimalText(overlap.truth / 1000, 3), decimalText(overlap.result / 1000, 3),
      decimalText(overlap.correct / 1000, 3),
      decimalText(overlap.missing, 1), decimalText(overlap.extra, 1), percent(overlap.correctFraction),
      percent(overlap.mismatchFraction),
    ]
  }

  /// Remarks on what the numbers alone do not show.
  private var remarks: [String] {
    var lines: [String] = []
    for (presence, side) in [(TraceComparison.Presence.truthOnly, "truth"), (.resultOnly, "result")] {
      let ids = traces.filter { $0.presence == presence }.map(\.id)
      if !ids.isEmpty { lines.append("Only in the \(side): \(list(ids)).") }
    }
    if !isExact { lines.append("Of traces driven round and round, correct lengths are lower bounds.") }
    let refused = refusals.countByReason.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    if !refused.isEmpty { lines.append("Refused: \(refused.joined(separator: ", ")).") }
    return lines.isEmpty ? [] : [""] + lines
  }

  private func list(_ ids: [String]) -> String {
    ids.prefix(10).joined(separator: ", ") + (ids.count > 10 ? " and \(ids.count - 10) more" : "")
  }

  private func text(of points: PointComparison) -> [String] {
    var lines = [
      "points  \(points.labelled) labelled, \(points.onRoad) on a road: right \(points.right), wrong \(points.wrong), "
        + "unplaced \(points.unplaced): \(percent(points.accuracy)) %",
      "        \(points.labelled - points.onRoad) off the road: \(points.wronglyOnRoad) put on one; "
        + "\(points.unlabelled) not labelled",
    ]
    guard let error = points.reliability.expectedCalibrationError, let brier = points.reliability.brierScore else {
      return lines
    }
    let width = 1 / Double(points.reliability.bins.count)
    let rows = points.reliability.bins.enumerated().map { place, bin in
      [
        "\(decimalText(Double(place) * width, 2))–\(decimalText(Double(place + 1) * width, 2))", "\(bin.count)",
        bin.meanConfidence.map { decimalText($0, 4) } ?? "", bin.shareRight.map { decimalText($0, 4) } ?? "",
      ]
    }
    lines += [""] + aligned([["confidence", "points", "mean", "right"]] + rows)
    lines.append("Expected calibration error \(decimalText(error, 4)), Brier score \(decimalText(brier, 4)).")
    return lines
  }
}

private func percent(_ share: Double?) -> String { share.map { decimalText(100 * $0, 3) } ?? "–" }

/// Aligns columns: the first to the left, the others to the right.
private func aligned(_ rows: [[String]]) -> [String] {
  let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  return rows.map { row in
    row.indices.map { column in
      let blanks = String(repeating: " ", count: widths[column] - row[column].count)
      return column == 0 ? row[column] + blanks : blanks + row[column]
    }.joined(separator: "  ").replacing(/\s+$/, with: "")
  }
}
