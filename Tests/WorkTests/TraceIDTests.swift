import Records
import TestSupport
import Testing
import Traces

@testable import Work

@Suite struct `The ids of traces in a run` {
  private let gpx = """
    <gpx version="1.1"><trk><name>To work</name><trkseg><trkpt lat="1" lon="2"/></trkseg>
    <trkseg><trkpt lat="1" lon="2"/></trkseg></trk></gpx>
    """
  private let csv = """
    vehicle,lat,lon,time
    van-1,47.1,9.5,2026-05-04T07:00:00Z
    van-2,47.1,9.5,2026-05-04T07:00:00Z

    """

  private struct Read: Equatable {
    var ids: [String] = []
    var refused: [String] = []
  }

  private func read(_ arguments: [String], _ change: (inout TraceReadingSettings) -> Void = { _ in }) throws -> Read {
    var settings = TraceReadingSettings()
    let found = try TraceFiles(in: arguments)
    settings.folders = found.folders
    change(&settings)
    let inputs = TraceInputs(files: found.files, settings: settings)
    var read = Read()
    while let bundle = inputs.next() {
      for input in bundle {
        switch input {
        case .trace(let trace, let tripID):
          #expect(trace.id == tripID)
          read.ids.append(trace.id)
        case .refusal(let refusal): read.refused.append("\(refusal.reason) \(refusal.traceID ?? "-")")
        case .parts, .unselected: Issue.record("nothing was selected or split")
        }
      }
    }
    return read
  }

  @Test func `a file in a folder is named by its path there, and a file named itself by its name`() throws {
    let folder = try TemporaryFolder()
    for name in ["drive.gpx", "north/drive.gpx", "south/deep/drive.gpx.gz"] { try folder.write(name, gpx) }
    let all = ["drive", "drive#1.2", "north/drive", "north/drive#1.2", "south/deep/drive", "south/deep/drive#1.2"]
    #expect(try read([folder.path]).ids == all)
    #expect(try read([folder.path + "/"]).ids == all)
    #expect(
      try read([folder.path("north/drive.gpx"), folder.path("drive.gpx")]).ids
        == ["drive", "drive#1.2", "drive~2", "drive#1.2~2"])
  }

  @Test func `the id of a column stays, and has the name of its file in front where a file before has it`() throws {
    let folder = try TemporaryFolder()
    for name in ["day1.csv", "day2.csv", "later/day2.csv"] { try folder.write(name, csv) }
    #expect(
      try read([folder.path]).ids
        == ["van-1", "van-2", "day2/van-1", "day2/van-2", "later/day2/van-1", "later/day2/van-2"])
    #expect(
      try read([folder.path("day2.csv"), folder.path("later/day2.csv"), folder.path("later/day2.csv")]).ids
        == ["van-1", "van-2", "day2/van-1", "day2/van-2", "day2/van-1~2", "day2/van-2~2"])
  }

  @Test func `a refused row has the id of its trace`() throws {
    let folder = try TemporaryFolder()
    let bad = csv + "van-1,91,9.5,2026-05-04T07:00:01Z\n"
    for name in ["day1.csv", "day2.csv"] { try folder.write(name, bad) }
    let found = try read([folder.path])
    #expect(found.ids == ["van-1", "van-2", "day2/van-1", "day2/van-2"])
    #expect(found.refused == ["bad_position van-1", "bad_position day2/van-1"])
  }

  @Test func `a trace that returns in its file has a number, and so have its refused rows`() throws {
    let folder = try TemporaryFolder()
    let rows = csv + "van-1,91,9.5,2026-05-04T07:00:01Z\nvan-1,47.1,9.5,2026-05-04T07:00:02Z\n"
    try folder.write("day.csv", rows)
    let found = try read([folder.path]) { $0.rows = .grouped }
    #expect(found.ids == ["van-1", "van-2", "van-1~2"])
    #expect(found.refused == ["rows_not_contiguous van-1~2", "bad_position van-1~2"])
  }

  @Test func `trips of two vehicles are two, whatever their ids`() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<20).map {
      "7,\($0 % 2 == 0 ? "van-1" : "van-2"),4\($0 % 2 == 0 ? 7 : 8).1,9.5,2026-05-04T07:00:\($0 + 10)Z\n"
    }
    let path = try folder.write("day.csv", "trip_id,vehicle_id,lat,lon,time\n" + rows.joined())
    let found = try read([path])
    #expect(found.ids == ["7", "van-2/7"] && found.refused == ["shared_trace_id van-2/7"])
  }

  @Test func `trip ids under drivers that change are one trip`() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<20).map { "7,\($0 < 10 ? "ann" : "bob"),47.1,9.5\($0),2026-05-04T07:00:\($0 + 10)Z\n" }
    let path = try folder.write("day.csv", "trip_id,driver,lat,lon,time\n" + rows.joined())
    #expect(try read([path]).ids == ["7"])
  }

  @Test func `the names of vehicles and tracks are kept`() throws {
    let folder = try TemporaryFolder()
    let kml = """
      <kml><Document><name>All</name><Placemark><name>Tour 5</name><LineString><coordinates>9.5,47.1 9.6,47.1</coordinates>
      </LineString></Placemark></Document></kml>
      """
    let files = [("a.gpx", gpx), ("b.csv", csv), ("c.kml", kml), ("d.csv", "trip,plate,lat,lon\n7,XY 1,47.1,9.5\n")]
    let inputs = TraceInputs(files: try files.map { try folder.write($0, $1) }, settings: TraceReadingSettings())
    var names: [String] = []
    while let bundle = inputs.next() {
      for case .trace(let trace, _) in bundle { names.append("\(trace.namedVehicle ?? "-") \(trace.trackName ?? "-")") }
    }
    #expect(names == ["- To work", "- To work", "van-1 -", "van-2 -", "- Tour 5", "XY 1 -"])
  }
}
