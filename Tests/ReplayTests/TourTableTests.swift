import RandomNumbers
import Replay
import Reports
import TestSupport
import Testing

@Suite struct `The tours of a folder` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ name: String, _ lines: [String]) throws {
    _ = try folder.write(name, lines.map { $0 + "\n" }.joined())
  }

  private func drives() throws -> [String: Drive] {
    var tables = try TableFolder(folder.path)
    var drives: [String: Drive] = [:]
    while let drive = try tables.next() { drives[drive.title] = drive }
    return drives
  }

  private func words(_ column: String, of table: String = "jobs", _ drive: Drive?) -> [String] {
    guard let column = drive?[table]?[column] else { return [] }
    return column.values.indices.map { column.word($0) ?? "" }
  }

  /// Two assets; a1 and a2 are the drives of one day of the first.
  private func writeFleet() throws {
    try write(
      "trips.csv",
      [
        "trip_id,trace_id,vehicle,begin_time,end_time", "a1,a1,van-1,2026-03-02T08:00:00Z,2026-03-02T09:00:00Z",
        "a2,a2,van-1,2026-03-02T10:00:00Z,2026-03-02T11:00:00Z",
        "a3,a3,van-1,2026-03-03T08:00:00Z,2026-03-03T09:00:00Z",
        "van-2,van-2,,2026-03-02T08:00:00Z,2026-03-02T09:00:00Z",
        "c,c,van-9,2026-03-02T08:00:00Z,2026-03-02T09:00:00Z",
      ])
    try write(
      "jobs.csv",
      [
        "trip_id,trace_id,job,type,date,asset,done_by,planned_seq,state,arrival,lat,lon",
        "a1,a1,1,job,2026-03-02,van-1,,2,missed,,47.1,9.5",
        "a2,a2,2,job,2026-03-02,van-1,van-1,1,finished,2026-03-02T10:30:00Z,47.1,9.5",
        "van-2,van-2,3,job,2026-03-02,van-1,van-2,3,finished,2026-03-02T08:30:00Z,47.1,9.5",
        "a3,a3,4,job,2026-03-03,van-1,van-1,1,finished,2026-03-03T08:10:00Z,47.1,9.5",
        "a3,a3,5,pickup,,van-1,van-1,,finished,2026-03-03T08:20:00Z,47.1,9.5",
        "a1,a1,5,delivery,,van-1,,,not_reached,,47.1,9.5", ",,6,job,2026-03-02,,,,assigned,,47.1,9.5",
        "a1,a1,7,job,2026-03-02,,van-1,,finished,2026-03-02T08:40:00Z,47.1,9.5",
      ])
    try write(
      "job_events.csv",
      [
        "time,asset,event,job,type,trip_id,content", "2026-03-02T07:00:00Z,van-1,accepted,1,job,a1,",
        "2026-03-02T08:30:00Z,van-2,arrived,3,job,van-2,", "2026-03-02T08:35:00Z,van-1,custom,,,,\"tyre, flat\"",
        "2026-03-02T10:35:00Z,van-1,left,2,job,a2,", "2026-03-03T08:20:00Z,van-1,arrived,5,pickup,a3,",
      ])
    try write(
      "tours.csv",
      [
        "asset,date,jobs,done,begin,end", "van-1,2026-03-02,3,2,2026-03-02T08:00:00Z,2026-03-02T11:00:00Z",
        "van-1,2026-03-03,2,2,2026-03-03T08:00:00Z,2026-03-03T09:00:00Z",
        "van-2,2026-03-02,0,1,2026-03-02T08:00:00Z,2026-03-02T09:00:00Z",
      ])
  }

  @Test func `are shown with each of their trips, in planned order, and then what was done for others`() throws {
    try writeFleet()
    let drives = try drives()
    for trip in ["a1", "a2"] { #expect(words("job", drives[trip]) == ["2", "1", "3", "5", "7"]) }
    #expect(words("type", drives["a1"])[3] == "delivery" && words("trip_id", drives["a1"])[0] == "a2")
    #expect(words("job", drives["a3"]) == ["4", "5"] && words("type", drives["a3"])[1] == "pickup")
    #expect(words("job", drives["van-2"]) == ["3"])
    #expect(drives["a1"]?["tours"]?["jobs"]?.values == [3] && drives["a3"]?["tours"]?["jobs"]?.values == [2])
  }

  @Test func `have the events of their jobs, and those of their asset in its record`() throws {
    try writeFleet()
    let drives = try drives()
    #expect(words("event", of: "job_events", drives["a1"]) == ["accepted", "arrived", "custom", "left"])
    #expect(words("content", of: "job_events", drives["a1"]).filter { !$0.isEmpty } == ["tyre, flat"])
    #expect(words("job", of: "job_events", drives["a3"]) == ["5"])
    #expect(words("event", of: "job_events", drives["van-2"]) == ["arrived"])
  }

  @Test func `are of no trip that has nothing to do with jobs, and of none in a folder without tours`() throws {
    try writeFleet()
    #expect(try drives()["c"]?.tables.map(\.name) == ["trips"])
    try write("tours.csv", ["asset,date,jobs,done,begin,end"])
    #expect(try drives()["a1"]?.tables.map(\.name) == ["trips"])
  }

  @Test func `are the same in NDJSON and beside documents`() throws {
    try writeFleet()
    let expected = words("job", try drives()["a1"])
    let other = try TemporaryFolder()
    _ = try other.write(
      "trips.json",
      "[\n{\"schema\":\"tracemill/trip/1\",\"trip_id\":\"a1\",\"trace_id\":\"a1\",\"summary\":"
        + "{\"begin_time\":\"2026-03-02T08:00:00Z\"},\"vehicle\":\"van-1\"}\n]\n")
    for name in ["jobs", "tours"] {
      let rows = try folder.text("\(name).csv").split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
      let objects = rows.dropFirst().map { row in
        let fields = zip(rows[0], row).map { "\"\($0)\":" + ($1.isEmpty ? "null" : "\"\($1)\"") }
        return "{" + fields.joined(separator: ",") + "}"
      }
      _ = try other.write("\(name).json", "[\n" + objects.joined(separator: ",\n") + "\n]\n")
    }
    var tables = try TableFolder(other.path)
    #expect(words("job", try tables.next()) == expected)
    #expect(tables.files.map { $0.split(separator: "/").last ?? "" } == ["trips.json", "jobs.json", "tours.json"])
  }

  @Test func `count cells that are no values, and refuse a broken row with its file`() throws {
    try writeFleet()
    try write("jobs.csv", ["trip_id,job,asset,arrival", "a1,1,van-1,soon"])
    #expect(try TableFolder(folder.path).faults.badCells == ["\(folder.path("jobs.csv")): arrival": 1])
    try write("jobs.csv", ["trip_id,job", "a1,\"1"])
    #expect(throws: ReplayError.self) { try TableFolder(folder.path) }
    try write("jobs.csv", ["job", "1"])
    #expect(throws: ReplayError.badTable(path: folder.path("jobs.csv"), reason: "it has no column trip_id")) {
      try TableFolder(folder.path)
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `hold each job of an asset and day once, whatever the order of the rows`(seed: UInt64) throws {
    try writeFleet()
    var random = SplitMix64(seed: seed)
    let rows = try folder.text("jobs.csv").split(separator: "\n").map(String.init)
    try write("jobs.csv", rows.prefix(1) + rows.dropFirst().shuffled(using: &random))
    let drives = try drives()
    #expect(words("job", drives["a1"]) == ["2", "1", "3", "5", "7"])
    #expect(words("job", drives["a3"]) == ["4", "5"] && words("job", drives["van-2"]) == ["3"])
  }

  @Test func `come with a page that has what shows them, and other pages do not`() throws {
    try writeFleet()
    let drives = try drives()
    let (tour, plain) = try (DrivePage(of: #require(drives["a1"])), DrivePage(of: #require(drives["c"])))
    #expect(tour.text.contains("stop-badge") && !plain.text.contains("stop-badge"))
    #expect(plain.packed.contains("id=\"drive\"") && tour.text.utf8.count - plain.text.utf8.count < 20_000)
  }
}
