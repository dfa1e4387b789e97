import Foundation
import TestSupport
import Testing

/// A motorway eastward near Frankfurt, with an exit onto a numbered road that leads north and another south.
private let map = """
  <osm version="0.6">
  <node id="1" lat="50.0500000" lon="8.6000000"/>
  <node id="2" lat="50.0500000" lon="8.6100000"/>
  <node id="3" lat="50.0500000" lon="8.6200000"/>
  <node id="4" lat="50.0600000" lon="8.6100000"/>
  <node id="5" lat="50.0400000" lon="8.6100000"/>
  <way id="10"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/><tag k="ref" v="B 44"/></way>
  <way id="11"><nd ref="2"/><nd ref="4"/><tag k="highway" v="primary"/><tag k="ref" v="L 3117;&lt;script&gt;/.."/>
    <tag k="destination:ref" v="A 5"/></way>
  <way id="12"><nd ref="2"/><nd ref="5"/><tag k="highway" v="residential"/></way>
  <relation id="50"><member type="way" ref="10" role="forward"/><tag k="type" v="route"/><tag k="route" v="road"/>
    <tag k="network" v="US:I"/><tag k="ref" v="95"/><tag k="direction" v="east"/></relation>
  </osm>
  """

/// A folder with the map, and two requests through it.
private struct Place {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let source = try folder.write("roads.osm", map)
    let built = try ProgramRun("map", "build", source, "-o", folder.path("roads.tmg"))
    #expect(built.exitCode == 0, "\(built.errors)")
    let ends = ["50.0590,8.6100", "50.0410,8.6100"]
    let requests = ends.enumerated().map { number, end in
      let parts = end.split(separator: ",")
      return "r\(number),50.0500,8.6010,\(parts[0]),\(parts[1])\n"
    }
    _ = try folder.write("requests.csv", "id,from_lat,from_lon,to_lat,to_lon\n" + requests.joined())
  }

  func path(_ name: String) -> String { folder.path(name) }

  func route(_ options: String...) throws -> ProgramRun {
    try ProgramRun(
      ["route", "--map", path("roads.tmg"), "--requests", path("requests.csv"), "--table", "maneuvers"] + options)
  }

  /// The files of a folder by name, with their content.
  func files(of name: String) throws -> [String: String] {
    let url = folder.url.appending(path: name)
    let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try String(contentsOf: url.appending(path: $0), encoding: .utf8)) })
  }
}

@Suite struct `Shields on the command line` {
  private static let icons = ["DE-A-5", "DE-B-44", "DE-L-3117", "US-I-95", "X-~3cscript~3e~2f~2e~2e"]

  @Test func `are drawn once each, and listed in a table`() throws {
    let place = try Place()
    let run = try place.route("--shields", place.path("shields"))
    #expect(run.exitCode == 0, "\(run.errors)")
    let files = try place.files(of: "shields")
    #expect(files.keys.sorted() == (Self.icons.map { $0 + ".svg" } + ["shields.csv"]).sorted())
    let table = try #require(files["shields.csv"])
    #expect(
      table == """
        icon,network,level,country,state,number,text
        DE-A-5,DE:A,1,DE,,5,5
        DE-B-44,DE:B,2,DE,,44,44
        DE-L-3117,DE:L,3,DE,,3117,L3117
        US-I-95,US:I,1,US,,95,95
        X-~3cscript~3e~2f~2e~2e,X,6,DE,,<script>/..,<script>/..

        """)
  }

  @Test func `are named by the column of maneuvers`() throws {
    let place = try Place()
    let run = try place.route("--format", "ndjson", "--shields", place.path("shields"))
    let files = try place.files(of: "shields")
    let codes = try run.output.split(separator: "\n").compactMap { try jsonObject($0)["shields"] as? String }
    #expect(codes.first == "US-I-95:east;DE-B-44")
    #expect(codes.contains("DE-L-3117;X-~3cscript~3e~2f~2e~2e;DE-A-5"))
    for code in codes.flatMap({ $0.split(separator: ";") }) {
      #expect(files["\(code.prefix { $0 != ":" }).svg"] != nil, "\(code)")
    }
  }

  @Test func `are the same bytes with one worker and with four, and again`() throws {
    let place = try Place()
    let many = try String(contentsOfFile: place.path("requests.csv"), encoding: .utf8).split(separator: "\n")
    let rows = (0..<50).flatMap { _ in many.dropFirst() }
    _ = try place.folder.write("requests.csv", ([many[0]] + rows).map { $0 + "\n" }.joined())
    #expect(try place.route("--jobs", "1", "--shields", place.path("one")).exitCode == 0)
    #expect(try place.route("--jobs", "4", "--shields", place.path("four")).exitCode == 0)
    let once = try place.files(of: "one")
    #expect(try once.count == 6 && once == place.files(of: "four"))
    #expect(try place.route("--jobs", "4", "--shields", place.path("one")).exitCode == 0)
    #expect(try place.files(of: "one") == once)
  }

  @Test func `are refused a file and a directory of others, before anything is written`() throws {
    let place = try Place()
    let file = try place.folder.write("icons", "mine")
    var run = try place.route("--shields", file, "-o", place.path("out.csv"))
    #expect(run.exitCode == 4 && run.errors.contains("and this is a file; name another one"), "\(run.errors)")
    _ = try place.folder.write("others/letter.txt", "mine")
    run = try place.route("--shields", place.path("others"), "-o", place.path("out.csv"))
    #expect(run.exitCode == 4 && run.errors.contains("has files and no shields.csv of tracemill"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: place.path("out.csv")))
    #expect(try place.files(of: "others") == ["letter.txt": "mine"])
    run = try place.route("--shields", place.path("others"), "--overwrite")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try place.files(of: "others").count == 7)
  }

  @Test func `never replace an icon of someone else in silence`() throws {
    let place = try Place()
    #expect(try place.route("--shields", place.path("shields")).exitCode == 0)
    _ = try place.folder.write("shields/DE-A-5.svg", "<svg/>")
    let run = try place.route("--shields", place.path("shields"))
    #expect(run.exitCode == 4 && run.errors.contains("DE-A-5.svg: tracemill did not write this icon"), "\(run.errors)")
    #expect(try place.files(of: "shields")["DE-A-5.svg"] == "<svg/>")
  }

  @Test func `keep the rows of earlier runs`() throws {
    let place = try Place()
    #expect(try place.route("--shields", place.path("shields")).exitCode == 0)
    let before = try place.files(of: "shields")
    _ = try place.folder.write(
      "requests.csv", "id,from_lat,from_lon,to_lat,to_lon\na,50.0420,8.6100,50.0410,8.6100\n")
    #expect(try place.route("--shields", place.path("shields")).exitCode == 0)
    #expect(try place.files(of: "shields") == before)
  }

  @Test func `do not go where the reports go, nor where the run reads`() throws {
    let place = try Place()
    var run = try ProgramRun([
      "route", "--map", place.path("roads.tmg"), "--requests", place.path("requests.csv"), "-o", place.path("out"),
      "--shields", place.path("out/"),
    ])
    #expect(run.exitCode == 4 && run.errors.contains("the reports go here"), "\(run.errors)")
    let traces = place.path("traces")
    _ = try place.folder.write("traces/drive.csv", "trace_id,time,lat,lon\n")
    run = try ProgramRun([
      "match", traces, "--map", place.path("roads.tmg"), "-o", place.path("out"), "--shields", traces + "/icons",
    ])
    #expect(run.exitCode == 4 && run.errors.contains("would read the shields next time"), "\(run.errors)")
  }

  @Test func `of matched drives are drawn as well`() throws {
    let place = try Place()
    let rows = (0..<24).map { fix in
      let isNorth = fix >= 12
      let (lat, lon) = isNorth ? (50.05 + Double(fix - 11) * 0.0008, 8.61) : (50.05, 8.6012 + Double(fix) * 0.0008)
      return "drive,2026-05-05T09:0\(fix / 6):\(fix % 6)0Z,\(lat),\(lon)\n"
    }
    let drive = try place.folder.write("drive.csv", "trace_id,time,lat,lon\n" + rows.joined())
    let run = try ProgramRun([
      "match", drive, "--map", place.path("roads.tmg"), "--table", "maneuvers", "--format", "ndjson", "--shields",
      place.path("shields"),
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains("\"shields\":\"US-I-95:east;DE-B-44\""), "\(run.output)")
    #expect(try place.files(of: "shields").count == 6)
  }

  @Test(arguments: [["--resume", "-o", "out"]])
  func `are not for resumed runs`(options: [String]) throws {
    let run = try ProgramRun(["match", "x.csv", "--map", "x.tmg", "--shields", "icons"] + options)
    #expect(run.exitCode == 2 && run.errors.contains("--shields draws"), "\(run.errors)")
  }
}
