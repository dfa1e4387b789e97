import RandomNumbers
import Records
import Summaries
import TestSupport
import Testing

@Suite struct `The tables of a run` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let manifest = """
    {"schema": "tracemill/manifest/1", "program": {"name": "tracemill", "version": "9"}, "started_at": "S",
     "finished_at": "F", "map": {"id": "m", "version": "v", "data_time": "D"},
     "trips": {"count": 2, "by_status": {"ok": 2}}, "fixes": {"count": 30, "by_status": {"matched": 30}},
     "rejects": {"count": 3, "by_reason": {"bad_time": 2, "bad_position": 1}}, "outputs": [OUTPUTS]}
    """

  /// Writes the files and a manifest that lists them, and sums them up.
  private func summary(_ files: [String: String]) throws -> RunSummary {
    for (name, text) in files { try folder.write(name, text) }
    let outputs = files.sorted { $0.key < $1.key }.map {
      "{\"name\": \"\($0.key)\", \"bytes\": \($0.value.utf8.count)}"
    }
    try folder.write("manifest.json", Self.manifest.replacing("OUTPUTS", with: outputs.joined(separator: ", ")))
    return try RunSummary(of: folder.path, worst: 10)
  }

  private static let csv = """
    trace_id,status,reason,fixes,length_m,duration_s,coverage,confidence
    a,ok,,10,1000.00,1800.000,1.0000,0.9000
    b,partial,gap,20,500.00,1800.000,0.5000,0.8000

    """
  private static let rows = [
    #"{"trace_id":"a","status":"ok","reason":null,"fixes":10,"length_m":1000,"duration_s":1800,"coverage":1,"#
      + #""confidence":0.9}"#,
    #"{"trace_id":"b","status":"partial","reason":"gap","fixes":20,"length_m":500.0,"duration_s":1800,"#
      + #""coverage":0.5,"confidence":0.8}"#,
  ]
  private static let events = "type,length_m\nstop,0.00\nwrong_way,250.00\nstop,\n"

  /// What a table adds up to.
  private func figures(_ summary: RunSummary) -> String {
    let worst = summary.worst.map { "\($0.traceID) \($0.status) \($0.reason ?? "") \($0.fixes ?? 0)" }
    return "\(summary.length ?? 0) \(summary.duration ?? 0) \(summary.tripLength.count) \(worst)"
  }

  @Test func `add up to the same whatever their format`() throws {
    let expected = try figures(summary(["trips.csv": Self.csv]))
    #expect(expected == #"1500.0 3600.0 2 ["b partial gap 20", "a ok  10"]"#)
    #expect(try figures(summary(["trips.ndjson": Self.rows.joined(separator: "\n") + "\n"])) == expected)
    let features = Self.rows.map {
      "{\"type\":\"Feature\",\"geometry\":null,\"properties\":{\"table\":\"trips\",\($0.dropFirst())}"
    }
    let collection = "{\"type\":\"FeatureCollection\",\"features\":[\n" + features.joined(separator: ",\n") + "\n]}\n"
    #expect(try figures(summary(["trips.geojson": collection])) == expected)
  }

  @Test func `in documents hold the events of their trips`() throws {
    let documents = Self.rows.map { row in
      "{\"schema\":\"x\",\"trace_id\":\"a\",\"summary\":\(row),\"events\":[{\"type\":\"stop\",\"length_m\":7.5}]}\n"
    }
    let summary = try summary(["trips.ndjson": documents.joined()])
    #expect(summary.length == 1500 && summary.events?["stop"]?.count == 2 && summary.events?["stop"]?.length == 15)
  }

  private static let jobs = """
    job,asset,done_by,state,claim,late_s,window_violated
    1,van-1,van-1,finished,confirmed,60.0,false
    2,van-1,van-2,finished,,60.1,true
    3,van-1,,missed,contradicted,,
    4,,van-1,finished,,-700.0,
    5,,,assigned,unverified,,

    """
  private static let tours = """
    asset,date,jobs,done,late,missed,out_of_order,driven_m,planned_m,idle_s
    van-1,2026-03-02,3,2,1,1,0,18250.00,17000.00,240.0
    van-2,,0,1,0,0,0,,,

    """

  @Test func `say what became of jobs, and of the tours of each asset and day`() throws {
    let summary = try summary(["jobs.csv": Self.jobs, "tours.csv": Self.tours])
    let jobs = try #require(summary.jobs)
    #expect(jobs.count == 5 && jobs.byState == ["finished": 3, "missed": 1, "assigned": 1])
    #expect([jobs.late, jobs.violated, jobs.doneByOthers, jobs.contradicted] == [1, 1, 1, 1])
    #expect(summary.tours?.map(\.asset) == ["van-1", "van-2"] && summary.events == nil)
    for line in [
      "jobs     5: finished 3, assigned 1, missed 1",
      "  late 1, window violated 1, done by others 1, contradicted claims 1",
      "tours        date  jobs  done  late  missed  out of order      km  planned km  idle min",
      "van-1  2026-03-02     3     2     1       1             0  18.250      17.000       4.0",
      "van-2           –     0     1     0       0             0       –           –         –",
    ] {
      #expect(summary.text.split(separator: "\n").contains { $0 == line }, "\(line) is not in\n\(summary.text)")
    }
    let json = try JSONValue(parsing: Array(summary.json.utf8))
    #expect(json["jobs"]?["by_state"]?["finished"]?.integer == 3 && json["jobs"]?["done_by_others"]?.integer == 1)
    #expect(json["tours"]?.list?.first?["driven_m"]?.number == 18250)
    #expect(json["tours"]?.list?.last?["date"] == .null && json["tours"]?.list?.last?["idle_s"] == .null)
  }

  @Test func `of jobs say the same in NDJSON`() throws {
    let rows = [
      #"{"asset":"van-1","done_by":"van-2","state":"finished","claim":null,"late_s":61,"window_violated":true}"#,
      #"{"asset":"van-1","done_by":null,"state":"missed","claim":"contradicted","late_s":null,"window_violated":null}"#,
    ]
    let jobs = try #require(try summary(["jobs.ndjson": rows.joined(separator: "\n") + "\n"]).jobs)
    #expect(jobs.count == 2 && jobs.byState == ["finished": 1, "missed": 1])
    #expect([jobs.late, jobs.violated, jobs.doneByOthers, jobs.contradicted] == [1, 1, 1, 1])
  }

  @Test func `without jobs and tours have no word of them`() throws {
    let summary = try summary(["trips.csv": Self.csv])
    #expect(summary.jobs == nil && summary.tours == nil && !summary.text.contains("jobs"))
    let json = try JSONValue(parsing: Array(summary.json.utf8))
    #expect(json["jobs"] == .null && json["tours"] == .null)
  }

  @Test func `of tours with a figure that is no number end with their line`() throws {
    #expect(
      throws: SummaryError.badRow(
        path: folder.path("tours.csv"), line: 2, fault: "jobs is 'many', which is no number that a run writes")
    ) { try summary(["tours.csv": "asset,jobs\na,many\n"]) }
  }

  @Test(arguments: ["routes.csv", "trips.txt", "trips", "edges.geojson"])
  func `are of trips and events only`(name: String) throws {
    let summary = try summary([name: "no table\n"])
    #expect(summary.length == nil && summary.events == nil && summary.worst.isEmpty)
  }

  @Test func `are summed up for people`() throws {
    let text = try summary(["trips.csv": Self.csv, "events.csv": Self.events]).text
    for line in [
      "\(folder.path): tracemill 9, S to F", "map m (v, data of D)", "trips    2: ok 2",
      "driven   1.500 km in 1.00 h", "rejects  3: bad_time 2, bad_position 1", "events     number     km",
      "stop            2  0.000", "wrong_way       1  0.250",
    ] { #expect(text.split(separator: "\n").contains { $0 == line }, "\(line) is not in\n\(text)") }
  }

  @Test func `are summed up for programs`() throws {
    let full = try JSONValue(parsing: Array(summary(["trips.csv": Self.csv, "events.csv": Self.events]).json.utf8))
    #expect(full["length_m"]?.number == 1500 && full["events"]?["wrong_way"]?["length_m"]?.number == 250)
    #expect(full["coverage"]?["parts"]?.list?.count == 10 && full["trip_length_m"]?["parts"] == nil)
    #expect(full["worst"]?.list?.compactMap { $0["reason"] } == [JSONValue.text("gap"), JSONValue.null])
    let empty = try JSONValue(parsing: Array(summary([:]).json.utf8))
    #expect(
      empty["length_m"] == JSONValue.null && empty["events"] == JSONValue.null
        && empty["coverage"]?["mean"] == JSONValue.null)
    #expect(empty["rejects"]?["by_reason"]?["bad_time"]?.integer == 2)
  }

  @Test func `have no sum where their manifest is cut short`() throws {
    let manifest = Array(Self.manifest.replacing("OUTPUTS", with: "").utf8)
    var faults: [Int] = []
    for length in manifest.indices.dropFirst() {
      try folder.write("manifest.json", Array(manifest.prefix(length)))
      do throws(SummaryError) {
        _ = try RunSummary(of: folder.path, worst: 10)
        faults.append(length)
      } catch {
        if error != .notAManifest(path: folder.path("manifest.json")) { faults.append(length) }
      }
    }
    #expect(faults.isEmpty, "\(faults)")
  }

  @Test(arguments: 1...6)
  func `with a byte changed have a sum, or a row that is wrong`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var faults: [String] = []
    for _ in 0..<40 {
      var bytes = Array(Self.csv.utf8)
      let place = Int.random(in: bytes.indices, using: &random)
      bytes[place] = UInt8.random(in: 0x20...0x7E, using: &random)
      let text = String(decoding: bytes, as: UTF8.self)
      do {
        let summary = try summary(["trips.csv": text])
        if summary.worst.count > 2 || summary.tripLength.count > 2 { faults.append("\(place): \(text)") }
      } catch SummaryError.badRow(let path, let line, let fault) {
        if path != folder.path("trips.csv") || !(2...3).contains(line) || fault.isEmpty { faults.append("\(line)") }
      } catch SummaryError.unreadable(let sentence) {
        if sentence.isEmpty { faults.append("\(place)") }
      }
    }
    #expect(faults.isEmpty, "\(faults)")
  }
}
