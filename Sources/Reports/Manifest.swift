package import Knowledge
package import Moments
internal import Records
internal import RoadGraph
package import Traces

/// The record of a run. Of all files of a report only this one contains times and names of the machine.
package struct Manifest: Sendable {
  package var program: Program
  package var startedAt: Timestamp
  package var finishedAt: Timestamp
  package var host: String?
  /// The options that change the result, by name.
  package var options: [String: String] = [:]
  package var map: Map
  /// The maps besides the first one.
  package var otherMaps: [Map] = []
  /// Trips by status, and by reason if they are not `ok`.
  package var tripsByStatus: [String: Int] = [:]
  package var tripsByReason: [String: Int] = [:]
  /// Fixes by status, and by reason if they are not matched.
  package var fixesByStatus: [String: Int] = [:]
  package var fixesByReason: [String: Int] = [:]
  /// Fixes for which the search for a path ended at its bound, so that one may have been missed.
  package var searchBoundFixes = 0
  /// Traces without a fix in the times selected, and fixes at other times; both 0 in runs that select no times.
  package var unselected: (traces: Int, fixes: Int) = (0, 0)
  /// Trips of which nothing may be published.
  package var hiddenTrips = 0
  /// Drives faster than the limit that are not events, because they are not sure, by reason.
  package var speedingSuppressedByReason: [String: Int] = [:]
  /// Replaces trips and fixes: requests by status, and by reason if they are not `ok`.
  package var requests: (byStatus: [String: Int], byReason: [String: Int])?
  /// What became of the trips' plans; `nil` for runs without plans.
  package var plans: Plans?
  /// What became of the drives in the store of knowledge; `nil` for runs that learn nothing.
  package var learned: AddedDrives?
  /// Refused records, traces and files by reason.
  package var rejectsByReason: [String: Int] = [:]
  package var inputs: [Input] = []
  /// Filled in by ``ReportWriter``.
  package var outputs: [Output] = []
  /// Files of earlier runs that this one left in the folder.
  package var earlierOutputs: [Output] = []
  /// What the columns of the inputs were taken for, and which were not used.
  package private(set) var layouts = LayoutTally()
  /// Layouts that earlier runs into the folder reported and this one has not met.
  package private(set) var earlierLayouts: [LayoutTally.Entry] = []
  /// The run over other files whose reports this one replaced: when it ended, and what it read.
  package var replaced: (finishedAt: String, inputs: [Input])?
  /// Replaces trips, fixes and requests: the number of simulated drives.
  package var drives: Int?
  /// Replaces trips, fixes and requests: the rows of tables of what was learned.
  package var tableRows: Int?

  /// Trips by the status of their plan, and by reason if it is not `ok`.
  package struct Plans: Hashable, Sendable {
    package var byStatus: [String: Int]
    package var byReason: [String: Int]
    /// Plans of the file, or rows that give traces their plans, that no trace used.
    package var unused: Int

    package init(byStatus: [String: Int], byReason: [String: Int], unused: Int) {
      self.byStatus = byStatus
      self.byReason = byReason
      self.unused = unused
    }
  }

  /// The program that wrote the reports.
  package struct Program: Hashable, Sendable {
    /// The version of tracemill.
    package var version: String
    /// Identifies this build.
    package var build: String

    package init(version: String, build: String) {
      self.version = version
      self.build = build
    }
  }

  /// The map used.
  package struct Map: Hashable, Sendable {
    package var id: String
    package var version: String
    /// Empty if the source of the map has none.
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
    /// The file contains traces for a later run, although it was written by tracemill.
    package var holdsTraces: Bool

    package init(name: String, rows: Int, byteCount: Int, holdsTraces: Bool = false) {
      self.name = name
      self.rows = rows
      self.byteCount = byteCount
      self.holdsTraces = holdsTraces
    }
  }

  /// The name of every manifest.
  package static let fileName = "manifest.json"
  /// The value of `schema`.
  package static let schemaName = "tracemill/manifest/1"

  package init(program: Program, map: Map, startedAt: Timestamp, finishedAt: Timestamp, host: String? = nil) {
    self.program = program
    self.map = map
    self.startedAt = startedAt
    self.finishedAt = finishedAt
    self.host = host
  }

  /// Hides how large the inputs are, and other runs.
  ///
  /// - Parameter name: gives files other names; `nil` if theirs stay.
  package mutating func hideInputs(name: ((String) -> String)?) {
    inputs = inputs.map { Input(path: name?($0.path) ?? $0.path, byteCount: nil) }
    replaced = nil
    if let name { (layouts, earlierLayouts) = (layouts.renamed(name), []) }
  }

  /// - Parameter earlier: the layouts in the last manifest of the folder.
  package mutating func take(_ layouts: LayoutTally, besides earlier: [LayoutTally.Entry]) {
    self.layouts = layouts
    self.layouts.remember(earlier)
    earlierLayouts = layouts.missing(from: earlier)
  }
}

extension Manifest {
  /// Writes the manifest into its folder; it appears when it is complete.
  package func write(into folder: String) throws(ReportError) {
    let file = try OutputFile(path: folder.hasSuffix("/") ? folder + Self.fileName : folder + "/" + Self.fileName)
    try file.write(rendered())
    try file.commit()
  }

  /// The manifest as JSON, its keys sorted.
  package func rendered() -> [UInt8] {
    let fields: [String: JSONValue] = [
      "schema": .text(Self.schemaName),
      "program": .sorted([
        "name": .text("tracemill"), "version": .text(program.version), "build": .text(program.build),
      ]),
      "started_at": .time(startedAt),
      "finished_at": .time(finishedAt),
      "host": host.map(JSONValue.text) ?? .null,
      "options": .sorted(options.mapValues(JSONValue.text)),
      "map": map.json,
      "rejects": .sorted([
        "by_reason": .sorted(rejectsByReason.mapValues(JSONValue.integer)),
        "count": .integer(rejectsByReason.values.reduce(0, +)),
      ]),
      "inputs": .list(inputs.map(\.json)),
      "outputs": .list(outputs.map(\.json)),
    ]
    return JSONValue.sorted(fields.merging(counted) { $1 }).rendered()
  }

  /// The code of ``searchBoundFixes``.
  package static let searchBoundCode = "search_limit"

  private var counted: [String: JSONValue] {
    var counted: [String: JSONValue] = [:]
    if !otherMaps.isEmpty { counted["maps"] = .list(([map] + otherMaps).map(\.json)) }
    if !earlierOutputs.isEmpty { counted["earlier_outputs"] = .list(earlierOutputs.map(\.json)) }
    counted.merge(layoutFields) { $1 }
    if let replaced {
      counted["replaced"] = .sorted([
        "finished_at": .text(replaced.finishedAt), "inputs": .list(replaced.inputs.map(\.json)),
      ])
    }
    if let drives {
      counted["drives"] = .sorted(["count": .integer(drives)])
    } else if let tableRows {
      counted["table_rows"] = .sorted(["written": .integer(tableRows)])
    } else if let requests {
      counted["requests"] = Self.counts(requests.byStatus, requests.byReason)
    } else {
      counted["trips"] = Self.counts(tripsByStatus, tripsByReason)
      counted["fixes"] = Self.counts(fixesByStatus, fixesByReason)
      if unselected.fixes > 0 {
        counted["not_selected"] = .sorted([
          "fixes": .integer(unselected.fixes), "traces": .integer(unselected.traces),
        ])
      }
      if hiddenTrips > 0 { counted["hidden"] = .sorted(["trips": .integer(hiddenTrips)]) }
      if searchBoundFixes > 0 { counted[Self.searchBoundCode] = .sorted(["fixes": .integer(searchBoundFixes)]) }
      counted["speeding_suppressed"] = .sorted([
        "by_reason": .sorted(speedingSuppressedByReason.mapValues(JSONValue.integer)),
        "count": .integer(speedingSuppressedByReason.values.reduce(0, +)),
      ])
    }
    if let plans { counted["plans"] = Self.counts(plans.byStatus, plans.byReason, ["unused": .integer(plans.unused)]) }
    if let learned { counted["learned"] = learned.json }
    return counted
  }

  private static func counts(
    _ byStatus: [String: Int], _ byReason: [String: Int], _ more: [String: JSONValue] = [:]
  ) -> JSONValue {
    let counts: [String: JSONValue] = [
      "by_reason": .sorted(byReason.mapValues(JSONValue.integer)),
      "by_status": .sorted(byStatus.mapValues(JSONValue.integer)),
      "count": .integer(byStatus.values.reduce(0, +)),
    ]
    return .sorted(counts.merging(more) { $1 })
  }
}

extension AddedDrives {
  fileprivate var json: JSONValue {
    .sorted(["added": .integer(added), "replaced": .integer(replaced), "unchanged": .integer(unchanged)])
  }
}

extension Manifest.Map {
  fileprivate var json: JSONValue {
    .sorted([
      "id": .text(id), "version": .text(version), "data_time": dataTime.isEmpty ? .null : .text(dataTime),
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
    var fields: [String: JSONValue] = ["bytes": .integer(byteCount), "name": .text(name), "rows": .integer(rows)]
    if holdsTraces { fields["kind"] = .text("traces") }
    return .sorted(fields)
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
