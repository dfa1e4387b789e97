package import Records

extension RunSummary {
  /// The summary for programs: one JSON object with sorted keys.
  package var json: String {
    let document = JSONValue.sorted([
      "schema": .text(Self.schemaName), "folder": .text(folder), "version": .text(version),
      "started_at": .text(startedAt), "finished_at": .text(finishedAt),
      "map": .sorted(["id": .text(mapID), "version": .text(mapVersion), "data_time": .text(mapDataTime)]),
      "trips": trips.json, "fixes": fixes.json, "rejects": rejects.json,
      "length_m": .number(length, places: 2), "duration_s": .number(duration, places: 3),
      "confidence": confidence.json(places: 4, hasParts: true), "coverage": coverage.json(places: 4, hasParts: true),
      "trip_length_m": tripLength.json(places: 2, hasParts: false),
      "events": events.map { .sorted($0.mapValues(\.json)) } ?? .null, "worst": .list(worst.map(\.json)),
      "jobs": jobs?.json ?? .null, "tours": tours.map { .list($0.map(\.json)) } ?? .null,
    ])
    return String(decoding: document.rendered(), as: UTF8.self)
  }

  private static let schemaName = "tracemill/report/1"

  /// The JSON Schema of ``json``.
  package static var jsonSchema: JSONValue { schema.document(title: "A run of tracemill, summed up") }

  private static let schema = JSONSchema.object([
    .init("schema", .constant(schemaName), "The kind of document."),
    .init("folder", .text, "The folder, as named on the command line."),
    .init("version", .text, "The version of tracemill that wrote it."),
    .init("started_at", .time, "When the run began."), .init("finished_at", .time, "When it ended."),
    .init(
      "map",
      .object([
        .init("id", .text, "Name of the file from which the map was built."),
        .init("version", .text, "Hash of the content of the map."),
        .init("data_time", .text, "Timestamp of the map data; empty if it has none."),
      ]), "The map."),
    .init("trips", counts, "Trips."), .init("fixes", counts, "Records of the traces."),
    .init("rejects", counts, "Refused records, traces and files."),
    .init("length_m", .nullable(.number), "Length driven, in metres; null without a table of trips."),
    .init("duration_s", .nullable(.number), "Duration of the trips with times, in seconds; null if there are none."),
    .init("confidence", distribution, "How `confidence` of the trips is spread."),
    .init("coverage", distribution, "How `coverage` of the trips is spread."),
    .init("trip_length_m", distribution, "How the lengths of the trips are spread; quantiles to a thousandth."),
    .init(
      "events",
      .nullable(
        .map(
          .object([
            .init("count", .integer, "Their number."),
            .init("length_m", .number, "The sum of their lengths, in metres."),
          ]))), "Events by type; null if the run wrote none."),
    .init("jobs", .nullable(jobs), "What became of the jobs; null if the run wrote no table of them."),
    .init("tours", .nullable(.list(tour)), "The jobs of each asset and day; null if the run wrote no table of them."),
    .init(
      "worst",
      .list(
        .object([
          .init("trace_id", .text, "Id of the trace."), .init("status", .text, "Outcome of the trip."),
          .init("reason", .nullable(.text), "Reason if it is not `ok`."),
          .init("fixes", .nullable(.integer), "Number of records."),
          .init("coverage", .nullable(.number), "Share of usable fixes that are matched."),
          .init("confidence", .nullable(.number), "Share of the length expected to be right."),
          .init("length_m", .nullable(.number), "Length driven, in metres."),
        ])), "The trips with the least product of coverage and confidence, the worst first."),
  ])

  private static let counts = JSONSchema.object([
    .init("count", .integer, "Their number."), .init("by_status", .map(.integer), "Numbers by status."),
    .init("by_reason", .map(.integer), "Numbers by reason, if there is one."),
  ])

  private static let jobs = JSONSchema.object([
    .init("count", .integer, "Their number."), .init("by_state", .map(.integer), "Numbers by state."),
    .init("late", .integer, "Jobs with an arrival more than a minute after the planned one."),
    .init("violated", .integer, "Jobs with service after their window."),
    .init("contradicted", .integer, "Jobs said to be finished, and the drives say otherwise."),
    .init("done_by_others", .integer, "Jobs done by another asset than the one that was to do them."),
  ])

  private static let tour = JSONSchema.object([
    .init("asset", .text, "The asset."), .init("date", .nullable(.text), "The day."),
    .init("jobs", .integer, "Number of jobs that it was to do."),
    .init("done", .integer, "Number of jobs that it did, its own and others."),
    .init("late", .integer, "Number of its jobs with an arrival more than a minute after the planned one."),
    .init("missed", .integer, "Number of its jobs that were missed."),
    .init("out_of_order", .integer, "Number of jobs that would have to be moved to have the driven order as planned."),
    .init("driven_m", .nullable(.number), "Length driven, in metres."),
    .init("planned_m", .nullable(.number), "Planned length, in metres."),
    .init("idle_s", .nullable(.number), "Time of stands at no job, in seconds."),
  ])

  private static let distribution = JSONSchema.object([
    .init("count", .integer, "Number of trips."), .init("least", .nullable(.number), "The least value."),
    .init("p10", .nullable(.number), "The value that a tenth does not exceed."),
    .init("median", .nullable(.number), "The value that half do not exceed."),
    .init("p90", .nullable(.number), "The value that nine tenths do not exceed."),
    .init("most", .nullable(.number), "The greatest value."), .init("mean", .nullable(.number), "The mean."),
    .init("parts", .list(.integer), "Numbers of trips in the ten equal parts of 0 … 1.", isRequired: false),
  ])
}

extension RunSummary.Counts {
  fileprivate var json: JSONValue {
    .sorted([
      "count": .integer(count), "by_status": .sorted(byStatus.mapValues(JSONValue.integer)),
      "by_reason": .sorted(byReason.mapValues(JSONValue.integer)),
    ])
  }
}

extension RunSummary.Events {
  fileprivate var json: JSONValue { .sorted(["count": .integer(count), "length_m": .number(length, places: 2)]) }
}

extension RunSummary.Jobs {
  fileprivate var json: JSONValue {
    .sorted([
      "count": .integer(count), "by_state": .sorted(byState.mapValues(JSONValue.integer)), "late": .integer(late),
      "violated": .integer(violated), "contradicted": .integer(contradicted), "done_by_others": .integer(doneByOthers),
    ])
  }
}

extension RunSummary.Tour {
  fileprivate var json: JSONValue {
    .sorted([
      "asset": .text(asset), "date": date.map(JSONValue.text) ?? .null, "jobs": .integer(jobs),
      "done": .integer(done), "late": .integer(late), "missed": .integer(missed),
      "out_of_order": .integer(outOfOrder), "driven_m": .number(driven, places: 2),
      "planned_m": .number(planned, places: 2), "idle_s": .number(idle, places: 1),
    ])
  }
}

extension RunSummary.Trip {
  fileprivate var json: JSONValue {
    .sorted([
      "trace_id": .text(traceID), "status": .text(status), "reason": reason.map(JSONValue.text) ?? .null,
      "fixes": fixes.map(JSONValue.integer) ?? .null, "coverage": .number(coverage, places: 4),
      "confidence": .number(confidence, places: 4), "length_m": .number(length, places: 2),
    ])
  }
}

extension Distribution {
  fileprivate func json(places: Int, hasParts: Bool) -> JSONValue {
    var fields: [String: JSONValue] = [
      "count": .integer(count), "least": .number(least, places: places), "most": .number(most, places: places),
      "p10": .number(quantile(0.1), places: places), "median": .number(quantile(0.5), places: places),
      "p90": .number(quantile(0.9), places: places), "mean": .number(mean, places: places),
    ]
    if hasParts { fields["parts"] = .list(parts(10).map(JSONValue.integer)) }
    return .sorted(fields)
  }
}
