import Foundation
import FoundationXML
import TestSupport
import Testing

/// The street of a oneway that most drive against, and the knowledge of these drives.
@Suite struct `What was learned, for other programs` {
  private let folder: TemporaryFolder
  private let map: String

  init() throws {
    let street = try OnewayStreet(along: 4, against: 5)
    (folder, map) = (street.folder, street.folder.path("street.tmg"))
    let run = try street.match("-o", folder.path("reports/"), "--learn", folder.path("knowledge"), "--quiet")
    #expect(run.exitCode == 0, "\(run.errors)")
  }

  private func export(_ name: String, _ options: String...) throws -> ProgramRun {
    try ProgramRun(["learn", "--export", name == "-" ? name : folder.path(name), folder.path("knowledge")] + options)
  }

  private func exported(_ name: String, _ options: String...) throws -> String {
    let run = try ProgramRun(
      ["learn", "--export", folder.path(name), folder.path("knowledge"), "--quiet"] + options)
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
    return try folder.text(name)
  }

  private func lines(_ text: String) -> [[String]] {
    text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }

  @Test func `is not put into the knowledge itself`() throws {
    for name in ["knowledge", "knowledge/"] {
      let run = try export(name)
      #expect(run.exitCode == 2 && run.errors.contains("name another folder with --export"), "\(run.errors)")
    }
    #expect(!folder.exists("knowledge/manifest.json"))
  }

  @Test func `is of the mode of its drives, and another one is told`() throws {
    #expect(try export("speeds.csv", "--mode", "truck").errors.contains("--mode truck has no effect"))
    #expect(try export("speeds.csv", "--mode", "car").errors.isEmpty)
  }

  // MARK: Traffic

  @Test func `routes read the traffic file, and a later one takes its place`() throws {
    let text = try exported("traffic.csv")
    #expect(text.hasPrefix("# speeds learned by tracemill\nedge,hours,speed_kmh\n"))
    #expect(try exported("traffic.csv") == text)
    let route = try ProgramRun(
      "route", "--waypoint", "47,9.0001", "--waypoint", "47,9.0119", "--map", map, "--traffic",
      folder.path("traffic.csv"), "--verbose", "--departure", "2026-05-12T09:00:00Z", "--format", "json")
    #expect(route.exitCode == 0, "\(route.errors)")
    #expect(route.errors.contains("traffic.csv: \(lines(text).count - 2) rows"), "\(route.errors)")
    let other = try export("-", "--format", "traffic")
    #expect(other.output == text)
  }

  // MARK: OSRM

  @Test func `OSRM gets two files of each class of hours, listed in a manifest`() throws {
    let run = try export("osrm/", "--format", "osrm", "--hours", "0,6,20", "--days", "Mo-Fr,Sa-Su")
    #expect(run.exitCode == 0, "\(run.errors)")
    let manifest = try jsonObject(try folder.text("osrm/manifest.json"))
    let outputs = try #require(manifest["outputs"] as? [[String: Any]]).compactMap { $0["name"] as? String }
    #expect(outputs.count == 12 && outputs.contains("speeds-Mo-Fr-06.csv") && outputs.contains("turns-Sa-Su-20.csv"))
    let speeds = lines(try folder.text("osrm/speeds-Mo-Fr-06.csv"))
    // The drives are on a Tuesday at nine o'clock, at 30 m in ten seconds.
    #expect(speeds.map { $0.prefix(2).joined(separator: ">") }.sorted() == ["1>2", "2>1", "2>3", "3>4", "4>3"])
    #expect(speeds.allSatisfy { $0.count == 3 && (Double($0[2]) ?? 0) > 5 })
    let turns = lines(try folder.text("osrm/turns-Mo-Fr-06.csv"))
    #expect(turns.allSatisfy { $0.count == 4 && (Double($0[3]) ?? 0) >= 1 })
    #expect(try export("osrm/", "--format", "osrm", "--hours", "0,6,20", "--days", "Mo-Fr,Sa-Su").exitCode == 0)
  }

  // MARK: Valhalla

  @Test func `Valhalla gets a file for each tile`() throws {
    // From the first node to the second, and beside all roads.
    try folder.write("edges.csv", "edge,shape\n2/123/7,_{ssxA_cidP?_yF\n2/123/8,_{ssxA_cidP_pR?\n")
    let run = try export("tiles/", "--format", "valhalla", "--tile-edges", folder.path("edges.csv"), "--verbose")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.errors.contains("1 edges with speeds, 1 not on roads of the map"), "\(run.errors)")
    let rows = lines(try folder.text("tiles/2/000/000/123.csv"))
    #expect(rows.count == 1 && rows[0][0] == "2/123/7" && rows[0][3].count == 536)
  }

  // MARK: Pictures

  @Test func `A picture is of the hours in which most time is lost, and a folder has one of each`() throws {
    let text = try exported("speeds.svg")
    #expect(text.contains("Speeds, Mo-Fr 09:00-10:00") && XMLParser(data: Data(text.utf8)).parse())
    #expect(try exported("use.svg").contains("Passages"))
    #expect(try exported("any.svg", "--table", "use").contains("Passages"))
    #expect(try exported("busiest-hour.svg").contains("Busiest hour"))
    #expect(try export("pictures/", "--format", "svg").exitCode == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("pictures"))
    #expect(Set(["speeds-Mo-Fr-09.svg", "use.svg", "busiest-hour.svg", "manifest.json"]).isSubset(of: names))
    #expect(!names.contains("speeds-Su-03.svg"))
  }

  // MARK: Doubts

  @Test func `Doubts of all nights have the columns of a run, and months`() throws {
    let rows = lines(try exported("doubts.csv"))
    #expect(rows[0].last == "broken_by_month" && rows[0].starts(with: ["type", "rule_doubtful", "way"]))
    #expect(rows.count == 2 && rows[1].starts(with: ["oneway", "true", "11"]) && rows[1].last == "2026-05=5")
    let run = try ProgramRun("explain", "unreached_limit")
    #expect(run.exitCode == 0, "\(run.errors)")
  }

  @Test func `MapRoulette and Osmose get a task with its object and its counts`() throws {
    let task = try exported("tasks.geojson", "--format", "maproulette")
    #expect(task.hasPrefix("\u{1E}{") && task.hasSuffix("}\n") && task.count { $0 == "\n" } == 1)
    let line = try jsonObject(String(task.dropFirst()))
    let feature = try #require((line["features"] as? [[String: Any]])?.first)
    let properties = try #require(feature["properties"] as? [String: Any])
    #expect(properties["@id"] as? String == "way/11" && properties["vehicles"] as? Int == 5)
    #expect(properties["trips_by_month"] as? [String: Int] == ["2026-05": 5])
    #expect(try exported("tasks.geojson", "--format", "maproulette") == task)
    let issues = try #require(
      jsonObject(try exported("osmose.json", "--format", "osmose"))["issues"] as? [[String: Any]])
    #expect(issues.count == 1 && (issues[0]["osm_ids"] as? [String: [Int]])?["ways"] == [11])
  }

  // MARK: What cannot be

  @Test(arguments: [
    (["osrm.csv", "--format", "osrm"], "writes a directory of files"),
    (["-", "--format", "valhalla", "--tile-edges", "e.csv"], "writes a directory of files"),
    (["tiles/", "--format", "valhalla"], "name their table with --tile-edges"),
    (["osrm/", "--format", "osrm", "--tile-edges", "e.csv"], "--tile-edges goes with --format valhalla"),
    (["t/", "--tile-edges", "e.csv"], "--tile-edges goes with --format valhalla"),
    (["speeds.svg", "--table", "flows"], "--table goes with --format svg only for pictures"),
    (["traffic.csv", "--format", "traffic", "--select", "way"], "--select is for tables"),
    (["picture.png", "--format", "svg"], "a picture is SVG"),
    (["traffic.csv.gz", "--format", "traffic"], "writes plain files"),
    (["x", "--format", "orsm"], "--format is one of"),
    (["x.json", "--format", "osmose", "--at-least", "3"], "are not published with --at-least"),
  ])
  func `says what is wrong with the command line`(arguments: [String], sentence: String) throws {
    let run = try ProgramRun(["learn", "--export"] + arguments + [folder.path("knowledge")])
    #expect(run.exitCode == 2 && run.errors.contains(sentence), "\(run.errors)")
  }

  @Test func `refuses edges without columns, files of others, and places where nothing can be written`() throws {
    try folder.write("edges.csv", "id,line\n1,2\n")
    let edges = try export("tiles/", "--format", "valhalla", "--tile-edges", folder.path("edges.csv"))
    #expect(edges.exitCode == 3 && edges.errors.contains("its columns are edge and shape"), "\(edges.errors)")
    try folder.write("tasks.geojson", "{}")
    let other = try export("tasks.geojson", "--format", "maproulette")
    #expect(other.exitCode == 4 && other.errors.contains("--overwrite"), "\(other.errors)")
    try folder.write("file", "x")
    let none = try export("file/osrm/", "--format", "osrm")
    #expect(none.exitCode == 4, "\(none.errors)")
  }

  @Test func `of a folder without drives is empty`() throws {
    let run = try ProgramRun("learn", "--forget", "day=2026-05-05", folder.path("knowledge"), "--quiet")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try exported("tasks.geojson", "--format", "maproulette", "--map", map).isEmpty)
    #expect(try exported("speeds.svg", "--map", map).contains("0 directed pieces of road"))
    #expect(try export("osrm/", "--format", "osrm", "--hours", "0", "--at-least", "1", "--map", map).exitCode == 0)
    #expect(try folder.text("osrm/speeds-Mo-Fr-00.csv").isEmpty)
  }
}
