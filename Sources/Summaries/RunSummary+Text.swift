internal import Storage

extension RunSummary {
  /// The summary for people.
  package var text: String {
    [head, totals, distributions, eventLines, jobLines, tourLines, worstLines].filter { !$0.isEmpty }
      .map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  private var head: [String] {
    let data = mapDataTime.isEmpty ? "" : ", data of \(mapDataTime)"
    return ["\(folder): tracemill \(version), \(startedAt) to \(finishedAt)", "map \(mapID) (\(mapVersion)\(data))"]
  }

  private var totals: [String] {
    let driven = length.map { metres in
      "\(decimalText(metres / 1000, 3)) km" + (duration.map { " in \(decimalText($0 / 3600, 2)) h" } ?? "")
    }
    let reasons = [("trips", trips), ("fixes", fixes)].filter { !$1.byReason.isEmpty }
    return ["trips    \(trips.count): \(list(trips.byStatus))", "fixes    \(fixes.count): \(list(fixes.byStatus))"]
      + reasons.map { "  \($0) because of \(list($1.byReason))" }
      + ["driven   \(driven ?? "unknown: the run wrote no table trips")"]
      + ["rejects  \(rejects.count)" + (rejects.byReason.isEmpty ? "" : ": \(list(rejects.byReason))")]
  }

  private var distributions: [String] {
    guard tripLength.count + confidence.count + coverage.count > 0 else { return [] }
    let rows = [
      row("confidence", confidence, 1, 4), row("coverage", coverage, 1, 4), row("length km", tripLength, 1000, 3),
    ]
    return aligned([["of trips", "least", "10 %", "median", "90 %", "most", "mean"]] + rows)
  }

  private func row(_ name: String, _ values: Distribution, _ unit: Double, _ places: Int) -> [String] {
    let figures = [
      values.least, values.quantile(0.1), values.quantile(0.5), values.quantile(0.9), values.most, values.mean,
    ]
    return [name] + figures.map { $0.map { decimalText($0 / unit, places) } ?? "–" }
  }

  private var eventLines: [String] {
    guard let events, !events.isEmpty else { return [] }
    let rows = events.sorted { $0.key < $1.key }.map { type, events in
      [type, "\(events.count)", decimalText(events.length / 1000, 3)]
    }
    return aligned([["events", "number", "km"]] + rows)
  }

  private var jobLines: [String] {
    guard let jobs else { return [] }
    return [
      "jobs     \(jobs.count)" + (jobs.count > 0 ? ": \(list(jobs.byState))" : ""),
      "  late \(jobs.late), window violated \(jobs.violated), done by others \(jobs.doneByOthers), "
        + "contradicted claims \(jobs.contradicted)",
    ]
  }

  private var tourLines: [String] {
    guard let tours, !tours.isEmpty else { return [] }
    func figure(_ value: Double?, _ unit: Double, _ places: Int) -> String {
      value.map { decimalText($0 / unit, places) } ?? "–"
    }
    let rows = tours.map { tour in
      [tour.asset, tour.date ?? "–"]
        + [tour.jobs, tour.done, tour.late, tour.missed, tour.outOfOrder].map { "\($0)" }
        + [figure(tour.driven, 1000, 3), figure(tour.planned, 1000, 3), figure(tour.idle, 60, 1)]
    }
    let titles = [
      "tours", "date", "jobs", "done", "late", "missed", "out of order", "km", "planned km", "idle min",
    ]
    return aligned([titles] + rows)
  }

  private var worstLines: [String] {
    guard !worst.isEmpty else { return [] }
    let rows = worst.map { trip in
      [
        trip.traceID, trip.status, trip.reason ?? "–", trip.fixes.map { "\($0)" } ?? "–",
        trip.coverage.map { decimalText($0, 4) } ?? "–", trip.confidence.map { decimalText($0, 4) } ?? "–",
        trip.length.map { decimalText($0 / 1000, 3) } ?? "–",
      ]
    }
    return aligned([["worst traces", "status", "reason", "fixes", "coverage", "confidence", "km"]] + rows)
  }

  private func list(_ counts: [String: Int]) -> String {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }
}

/// Columns of equal width; the first one, and words, begin on the left.
private func aligned(_ rows: [[String]]) -> [String] {
  let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  let areNumbers = rows[0].indices.map { column in
    column > 0 && rows.dropFirst().contains { $0[column].first?.isNumber ?? false }
  }
  return rows.map { row in
    let cells = row.indices.map { column in
      let space = String(repeating: " ", count: widths[column] - row[column].count)
      return areNumbers[column] ? space + row[column] : row[column] + space
    }
    var line = Substring(cells.joined(separator: "  "))
    while line.last == " " { line.removeLast() }
    return String(line)
  }
}
