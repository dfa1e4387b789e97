package import Moments
internal import Records
internal import RoadGraph

/// What a run was and did. Of all files of a report only this one tells times and names of the machine.
package struct Manifest: Sendable {
  /// The version of tracemill.
  package var version: String
  package var startedAt: Timestamp
  package var finishedAt: Timestamp
  package var host: String?
  /// The options that change the result, by name.
  package var options: [String: String] = [:]
  package var map: Map
  /// Trips by status, and by reason where they are not `ok`.
  package var tripsByStatus: [String: Int] = [:]
  package var tripsByReason: [String: Int] = [:]
  /// Fixes by status, and by reason where they are not matched.
  package var fixesByStatus: [String: Int] = [:]
  package var fixesByReason: [String: Int] = [:]
  /// In place of trips and fixes: requests by status, and by reason where they are not `ok`.
  package var requests: (byStatus: [String: Int], byReason: [String: Int])?
  /// Refused records, traces and files by reason.
  package var rejectsByReason: [String: Int] = [:]
  package var inputs: [Input] = []
  /// Filled in by ``ReportWriter``.
  package var outputs: [Output] = []

  /// Which map was used.
  package struct Map: Hashable, Sendable {
    package var id: String
    package var version: String
    /// Empty where the map's source gives none.
    package var dataTime: String

    package init(id: String, version: String, dataTime: String) {
      self.id = id
      self.version = version
      self.dataTime = dataTime
    }
  }

  package struct Input: Hashable, Sendable {
    package var path: String
    /// `nil` for standard input.
    package var byteCount: Int?

    package init(path: String, byteCount: Int?) {
      self.path = path
      self.byteCount = byteCount
    }
  }

  package struct Output: Hashable, Sendable {
    package var name: String
    /// Rows, documents, features or tracks.
    package var rows: Int
    package var byteCount: Int
  }

  package init(version: String, map: Map, startedAt: Timestamp, finishedAt: Timestamp, host: String? = nil) {
    self.version = version
    self.map = map
    self.startedAt = startedAt
    self.finishedAt = finishedAt
    self.host = host
  }
}

extension Manifest {
  /// The manifest as JSON, its keys sorted.
  package func rendered() -> [UInt8] {
    let counted =
      requests.map { ["requests": Self.counts($0.byStatus, $0.byReason)] }
      ?? [
        "trips": Self.counts(tripsByStatus, tripsByReason), "fixes": Self.counts(fixesByStatus, fixesByReason),
      ]
    let fields: [String: JSONValue] = [
      "schema": .text("tracemill/manifest/1"),
      "program": .sorted(["name": .text("tracemill"), "version": .text(version)]),
      "started_at": .time(startedAt),
      "finished_at": .time(finishedAt),
      "host": host.map(JSONValue.text) ?? .null,
      "options": .sorted(options.mapValues(JSONValue.text)),
      "map": .sorted([
        "id": .text(map.id), "version": .text(map.version),
        "data_time": map.dataTime.isEmpty ? .null : .text(map.dataTime),
      ]),
      "rejects": .sorted([
        "by_reason": .sorted(rejectsByReason.mapValues(JSONValue.integer)),
        "count": .integer(rejectsByReason.values.reduce(0, +)),
      ]),
      "inputs": .list(inputs.map(\.json)),
      "outputs": .list(outputs.map(\.json)),
    ]
    return JSONValue.sorted(fields.merging(counted) { $1 }).rendered()
  }

  private static func counts(_ byStatus: [String: Int], _ byReason: [String: Int]) -> JSONValue {
    .sorted([
      "by_reason": .sorted(byReason.mapValues(JSONValue.integer)),
      "by_status": .sorted(byStatus.mapValues(JSONValue.integer)),
      "count": .integer(byStatus.values.reduce(0, +)),
    ])
  }
}

extension Manifest.Input {
  fileprivate var json: JSONValue {
    .sorted(["bytes": byteCount.map(JSONValue.integer) ?? .null, "path": .text(path)])
  }
}

extension Manifest.Output {
  fileprivate var json: JSONValue {
    .sorted(["bytes": .integer(byteCount), "name": .text(name), "rows": .integer(rows)])
  }
}

extension JSONValue {
  fileprivate static func time(_ time: Timestamp) -> JSONValue {
    guard Timestamp.writable.contains(time) else { return .null }
    var bytes = ByteWriter()
    bytes.time(time)
    return .text(String(decoding: bytes.array, as: UTF8.self))
  }
}
