import Geodesy
import Knowledge
import Records
import RoadGraph
import TestSupport

/// The tables of two trips over a drawn road, as `match` writes them.
///
/// The first trip drives A to C and stands before it ends; the second one turns round in the middle of AB.
struct ReadingDrawing {
  let sketch: RoadSketch
  let folder: TemporaryFolder

  init() throws {
    sketch = try RoadSketch("A----B----C", metresPerCell: 20, roads: ["A-B-C"])
    folder = try TemporaryFolder()
  }

  static let names = ["trips", "edges", "points", "events"]

  var ab: Int { sketch.edge("AB").index }
  var ba: Int { sketch.edge("BA").index }
  var bc: Int { sketch.edge("BC").index }

  var version: String { sketch.graph.version }

  /// The rows of each table, headers first; an empty text is a null.
  var rows: [String: [[String]]] {
    let clock = { (seconds: String) in "2026-05-04T07:00:\(seconds).000Z" }
    return [
      "trips": [
        [
          "trip_id", "trace_id", "file", "map_version", "mode", "fixes", "begin_time", "end_time", "edges", "events",
          "vehicle",
        ],
        ["one", "one", "in, \"a\".csv", version, "car", "3", clock("00"), "2026-05-04T07:05:00.000Z", "2", "1", "van"],
        ["none", "none", "b.csv", version, "car", "1", clock("00"), clock("00"), "0", "0", ""],
        ["two", "two", "b.csv", version, "car", "2", clock("10"), clock("30"), "2", "0", ""],
      ],
      "edges": [
        [
          "trip_id", "edge", "enter_time", "exit_time", "evidence", "confidence", "wrong_way", "leg", "begin_offset_m",
          "end_offset_m",
        ],
        ["one", "\(ab)", clock("00"), clock("10"), "observed", "0.9000", "false", "0", "10.00", "100.00"],
        ["one", "\(bc)", clock("10"), clock("20"), "inferred", "0.7999", "false", "0", "0.00", "55.50"],
        ["two", "\(ab)", clock("10"), clock("20"), "observed", "0.8000", "false", "0", "0.00", "50.00"],
        ["two", "\(ba)", clock("20"), clock("30"), "detour", "1.0000", "true", "0", "50.00", "60.00"],
      ],
      "points": [
        ["trip_id", "time", "status", "edge", "offset_m", "confidence"],
        ["one", clock("00"), "matched", "\(ab)", "10.00", "0.9000"],
        ["one", clock("15"), "off_road", "", "", ""],
        ["one", clock("20"), "matched", "\(bc)", "55.50", "0.5000"],
        ["none", clock("00"), "off_road", "", "", ""],
        ["two", clock("10"), "matched", "\(ab)", "0.00", "0.8000"],
        ["two", clock("30"), "matched", "\(ba)", "60.00", "0.7999"],
      ],
      "events": [
        ["trip_id", "type", "begin_time", "end_time", "lat", "lon"],
        ["one", "stop", clock("20"), "2026-05-04T07:05:00.000Z", "47.5000001", "9.5000000"],
      ],
    ]
  }

  /// Writes the tables as CSV.
  func writeCSV(_ name: String = "", changing change: (inout [String: [[String]]]) -> Void = { _ in }) throws {
    var rows = rows
    change(&rows)
    for (table, rows) in rows {
      let lines = rows.map { $0.map(Self.quoted).joined(separator: ",") + "\n" }
      try folder.write(name + table + ".csv", lines.joined())
    }
  }

  static func quoted(_ text: String) -> String {
    text.contains { $0 == "," || $0 == "\"" } ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
  }

  /// The rows of a table as objects of JSON.
  func objects(of table: String, without left: Set<String> = []) -> [String] {
    guard let rows = rows[table], let header = rows.first else { return [] }
    return rows.dropFirst().map { row in
      let fields = zip(header, row).filter { !left.contains($0.0) }.map { name, value in
        "\"\(name)\":" + (value.isEmpty ? "null" : "\"\(value.replacing("\"", with: "\\\""))\"")
      }
      return "{" + fields.joined(separator: ",") + "}"
    }
  }

  /// What is read from paths in the folder.
  func read(_ names: String...) throws -> (drives: [DriveRecord], counts: ReportCounts, refusals: [Refusal]) {
    let reader = try ReportReader(names.map { folder.path($0) }, on: sketch.graph, mode: .car)
    var drives: [DriveRecord] = []
    var refusals: [Refusal] = []
    var counts = ReportCounts()
    for source in 0..<reader.sourceCount {
      counts += try reader.forEachDrive(of: source, refuse: { refusals.append($0) }) { drives.append($0) }
    }
    return (drives, counts, refusals)
  }

  /// What the tables say.
  var drives: [DriveRecord] {
    let begin: Int64 = 1_777_878_000_000
    return [
      DriveRecord(
        vehicle: "van", tripID: "one", source: "in, \"a\".csv", begin: begin, end: begin + 300_000,
        paths: [
          DrivenPath(
            steps: [
              DrivenStep(edge: sketch.edge("AB"), begin: 1_000, end: 10_000),
              DrivenStep(edge: sketch.edge("BC"), begin: 0, end: 5_550, doubts: [.inferred, .unlikely]),
            ],
            fixes: [
              PathFix(step: 0, offset: 1_000, time: begin),
              PathFix(step: 1, offset: 5_550, time: begin + 20_000, isDoubtful: true),
            ])
        ],
        stands: [
          Stand(
            begin: begin + 20_000, end: begin + 300_000,
            place: .init(latitudeE7: 475_000_001, longitudeE7: 95_000_000))
        ]),
      DriveRecord(
        vehicle: "two", tripID: "two", source: "b.csv", begin: begin + 10_000, end: begin + 30_000,
        paths: [
          DrivenPath(
            steps: [
              DrivenStep(edge: sketch.edge("AB"), begin: 0, end: 5_000),
              DrivenStep(
                edge: sketch.edge("BA"), begin: 5_000, end: 6_000, doubts: [.inferred, .detour, .wrongWay]),
            ],
            fixes: [
              PathFix(step: 0, offset: 0, time: begin + 10_000),
              PathFix(step: 1, offset: 6_000, time: begin + 30_000, isDoubtful: true),
            ])
        ]),
    ]
  }
}
