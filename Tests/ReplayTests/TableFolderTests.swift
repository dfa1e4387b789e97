import Foundation
import Replay
import Reports
import TestSupport
import Testing

@Suite struct `A folder of tables` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func write(_ name: String, _ lines: String...) throws {
    _ = try folder.write(name, lines.map { $0 + "\n" }.joined())
  }

  private func drives() throws -> [Drive] {
    var tables = try TableFolder(folder.path)
    var drives: [Drive] = []
    while let drive = try tables.next() { drives.append(drive) }
    return drives
  }

  private func write3Trips() throws {
    try write("trips.csv", "trip_id,trace_id,mode,map_version", "a,a,car,v1", "b,b,car,v1", "c,c,bicycle,v1")
  }

  @Test func `is read trip by trip, with the rows of each`() throws {
    try write3Trips()
    try write("points.csv", "trip_id,index,lat", "a,0,47.5", "a,1,47.6000001", "c,0,")
    try write("events.csv", "trip_id,type", "b,stop")
    let drives = try drives()
    #expect(drives.map(\.title) == ["a", "b", "c"])
    #expect(drives[0]["points"]?["lat"]?.values == [475_000_000, 476_000_001])
    #expect(drives[1]["points"] == nil && drives[1]["events"]?["type"]?.word(0) == "stop")
    #expect(drives[2]["points"]?["lat"]?.values == [CellColumn.null] && drives[2].mapVersion == "v1")
  }

  @Test func `of NDJSON and of JSON is the same`() throws {
    try write("trips.ndjson", #"{"trip_id":"a","status":"ok"}"#, #"{"trip_id":"b","status":"ok"}"#)
    try write(
      "points.json", "[", #"{"trip_id":"a","lat":47.5,"time":"2026-01-01T00:00:00Z","wrong_way":true},"#,
      #"{"trip_id":"b","lat":null,"time":null,"wrong_way":false}"#, "]")
    let drives = try drives()
    #expect(drives.map { $0["points"]?["lat"]?.values } == [[475_000_000], [CellColumn.null]])
    #expect(drives[0]["points"]?["time"]?.values == [1_767_225_600_000])
    #expect(drives.map { $0["points"]?["wrong_way"]?.values } == [[1], [0]])
  }

  @Test func `of documents has the tables in them`() throws {
    try write(
      "trips.json", "[",
      #"{"schema":"tracemill/trip/1","trip_id":"a","map":{"version":"v2"},"points":[{"index":0,"lat":1},{"index":1,"lat":2}]}"#,
      "]")
    let drive = try #require(try drives().first)
    #expect(drive.mapVersion == "v2")
    #expect(drive["points"]?["lat"]?.values == [10_000_000, 20_000_000])
  }

  @Test func `of routes has all alternatives of a request on one page`() throws {
    try write("routes.csv", "id,alternative,status", "x,0,ok", "x,1,ok", "y,0,ok")
    try write("elements.csv", "id,alternative,edge", "x,0,7", "x,1,8", "y,0,9")
    let drives = try drives()
    #expect(drives.map(\.title) == ["x", "y"] && drives[0].kind == .route)
    #expect(drives.map { $0["elements"]?["edge"]?.values } == [[7, 8], [9]])
  }

  @Test func `may hold rows of trips that were taken out, which are counted`() throws {
    try write("trips.csv", "trip_id,trace_id", "b,b")
    try write("points.csv", "trip_id,index", "a,0", "a,1", "b,0", "c,0")
    var tables = try TableFolder(folder.path)
    #expect(try tables.next()?["points"]?.rowCount == 1)
    #expect(try tables.next() == nil)
    #expect(tables.faults.rowsOfOthers.values.reduce(0, +) == 3)
  }

  @Test func `in another order is refused`() throws {
    try write3Trips()
    try write("points.csv", "trip_id,index", "b,0", "a,0")
    #expect(throws: ReplayError.disordered(path: folder.path("points.csv"), id: "a", line: 3)) { try drives() }
  }

  @Test func `counts cells that are no values`() throws {
    try write("trips.csv", "trip_id,trace_id,begin_time", "a,a,yesterday")
    try write("points.csv", "trip_id,lat", "a,north")
    var tables = try TableFolder(folder.path)
    let drive = try tables.next()
    #expect(drive?["points"]?["lat"]?.values == [CellColumn.null])
    #expect(tables.faults.badCells.values.sorted() == [1, 1])
  }

  @Test func `without trips and routes is refused`() throws {
    try write("points.csv", "trip_id,index", "a,0")
    #expect(throws: ReplayError.noTables(folder: folder.path)) { try drives() }
  }

  @Test func `with a broken row is refused with its line`() throws {
    try write("trips.csv", "trip_id,trace_id", "a,a")
    try write("points.csv", "trip_id,index", "a,\"0")
    #expect(throws: ReplayError.self) { try drives() }
    try write("points.csv", "index", "0")
    #expect(throws: ReplayError.badTable(path: folder.path("points.csv"), reason: "it has no column trip_id")) {
      try drives()
    }
  }

  @Test func `of any length is read once through`() throws {
    try write("trips.csv", "trip_id,trace_id", "a,a", "b,b")
    let rows = (0..<60_000).map { "\($0 < 50_000 ? "a" : "b"),\($0),47.\($0)" }
    _ = try folder.write("points.csv", (["trip_id,index,lat"] + rows).joined(separator: "\n") + "\n")
    let trips = (0..<60_000).map { "t\($0),t" }
    #expect(try drives().map { $0["points"]?.rowCount } == [50_000, 10_000])
    _ = try folder.write("trips.csv", (["trip_id,trace_id"] + trips).joined(separator: "\n") + "\n")
    _ = try folder.write("points.csv", "trip_id,index\n")
    #expect(try drives().count == 60_000)
  }
}
