import Foundation
import Summaries
import TestSupport
import Testing

@Suite struct `A folder of reports` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private let trips = """
    trace_id,status,reason,fixes,length_m,duration_s,coverage,confidence
    a,ok,,100,1000.00,60.000,1.0000,0.9000
    "b,1",partial,gap,50,500.00,,0.5000,0.8000
    c,rejected,too_short,1,0.00,,0.0000,0.0000
    d,ok,,10,100.00,30.000,1.0000,0.9900

    """

  /// Writes the files and a manifest that lists them.
  private func write(_ files: [String: String], kind: String = "trips") throws {
    for (name, text) in files { try folder.write(name, text) }
    let outputs = files.map { "{\"name\": \"\($0)\", \"rows\": 1, \"bytes\": \($1.utf8.count)}" }
    try folder.write(
      "manifest.json",
      """
      {"schema": "tracemill/manifest/1", "program": {"name": "tracemill", "version": "9"}, "map": {"id": "m"},
       "\(kind)": {"count": 4, "by_status": {"ok": 2, "partial": 1, "rejected": 1}, "by_reason": {"gap": 1}},
       "rejects": {"count": 3, "by_reason": {"bad_time": 3}}, "outputs": [\(outputs.joined(separator: ", "))]}
      """)
  }

  private func summary(worst: Int = 10) throws -> RunSummary { try RunSummary(of: folder.path, worst: worst) }

  @Test func `is added up`() throws {
    try write(["trips.csv": trips, "events.csv": "type,length_m\nstop,0.00\nwrong_way,12.50\nstop,0.00\n"])
    let summary = try summary()
    #expect(summary.trips.count == 4 && summary.trips.byStatus["ok"] == 2 && summary.rejects.byReason["bad_time"] == 3)
    #expect(summary.length == 1600 && summary.duration == 90)
    #expect(summary.events?["stop"]?.count == 2 && summary.events?["wrong_way"]?.length == 12.5)
    #expect(summary.coverage.count == 4 && summary.confidence.quantile(0.5) == 0.8)
  }

  @Test func `has the worst trips first, and of equal ones the first`() throws {
    try write(["trips.csv": trips + "e,error,x,2,0.00,,0.0000,0.0000\n"])
    #expect(try summary().worst.map(\.traceID) == ["c", "e", "b,1", "a", "d"])
    #expect(try summary(worst: 2).worst.map(\.traceID) == ["c", "e"])
    #expect(try summary(worst: 0).worst.isEmpty)
  }

  @Test func `without a table of trips has the counts of its manifest`() throws {
    try write(["points.csv": "trip_id\n"])
    let summary = try summary()
    #expect(summary.trips.count == 4 && summary.length == nil && summary.events == nil)
    #expect(summary.text.contains("driven   unknown: the run wrote no table trips"))
  }

  @Test func `is refused with what is wrong`() throws {
    #expect(throws: SummaryError.noManifest(folder: folder.path)) { try summary() }
    try folder.write("manifest.json", "{\"schema\": \"other\"}")
    #expect(throws: SummaryError.notAManifest(path: folder.path("manifest.json"))) { try summary() }
    try write([:], kind: "requests")
    #expect(throws: SummaryError.notOfTrips(folder: folder.path, kind: "answers to requests")) { try summary() }
    try write([:], kind: "drives")
    #expect(throws: SummaryError.notOfTrips(folder: folder.path, kind: "simulated drives")) { try summary() }
    try write(["trips.csv": trips])
    try folder.write("trips.csv", "trace_id\n")
    #expect(throws: SummaryError.changed(path: folder.path("trips.csv"))) { try summary() }
    try FileManager.default.removeItem(atPath: folder.path("trips.csv"))
    #expect(throws: SummaryError.missing(path: folder.path("trips.csv"))) { try summary() }
    try write(["trips.csv": "trace_id,status\na,b,c\n"])
    #expect(throws: SummaryError.badRow(path: folder.path("trips.csv"), line: 2, fault: "the row is broken")) {
      try summary()
    }
    try write(["trips.ndjson": "{\"trace_id\":\n"])
    #expect(throws: SummaryError.self) { try summary() }
  }

  @Test(arguments: ["nan", "inf", "-1e300", "9e18", "12m"])
  func `a row with a figure that is no number ends with its line and not with a crash`(figure: String) throws {
    try write(["trips.csv": "trace_id,fixes\na,1\nb,\(figure)\n"])
    let fault = "fixes is '\(figure)', which is no number that a run writes"
    #expect(throws: SummaryError.badRow(path: folder.path("trips.csv"), line: 3, fault: fault)) { try summary() }
    try write(["events.ndjson": "{\"type\":\"gap\",\"length_m\":\"\(figure)\"}\n"])
    #expect(throws: SummaryError.self) { try summary() }
  }
}
