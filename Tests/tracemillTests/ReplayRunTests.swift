import Foundation
import TestSupport
import Testing

@Suite struct `Pages` {
  private let folder: TemporaryFolder
  private let map: String

  init() throws {
    folder = try TemporaryFolder()
    map = try SampleTown.map.get()
  }

  private func match(_ arguments: String...) throws -> ProgramRun {
    try ProgramRun(["match"] + arguments + ["--map", map], input: Data())
  }

  @Test func `of one drive are one file, named by its ending`() throws {
    let run = try match("Traces/courier.gpx", "-o", folder.path("drive.html"))
    #expect(run.exitCode == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.errors)")
    let page = try folder.text("drive.html")
    #expect(page.hasPrefix("<!doctype html>\n") && page.contains("<title>courier"))
    let again = try match("Traces/courier.gpx", "--format", "html")
    #expect(again.output == page)
  }

  @Test func `with jobs are made of the tables of the run, and match says so`() throws {
    for output in ["drive.html", "out/"] {
      let run = try match(
        "Traces/courier.gpx", "--job-list", "Traces/jobs.json", "-o", folder.path(output), "--format", "html")
      #expect(run.exitCode == 2 && run.errors.contains("make pages of them with tracemill view DIR/"), "\(run.errors)")
      #expect(!folder.exists(output))
    }
    let tables = try ProgramRun(
      ["match", "Traces", "--map", map, "-o", folder.path("tables/"), "--quiet"] + SampleTown.jobs)
    #expect(tables.exitCode == 0, "\(tables.errors)")
    let run = try ProgramRun("view", folder.path("tables"), "--map", map, "--quiet")
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(try data(ofPage: "courier").contains("\"Left at the gate\""))
    #expect(!(try data(ofPage: "forester").contains("job_events\":{")))
  }

  @Test func `of several drives do not fit into one file`() throws {
    for traces in [["Traces"], ["Traces/courier.gpx", "Traces/bus-7.gpx", "--jobs", "1"]] {
      let run = try ProgramRun(["match"] + traces + ["--map", map, "-o", folder.path("drive.html"), "--quiet"])
      #expect(run.exitCode == 2 && run.errors.contains("name a directory with -o DIR/"), "\(run.errors)")
    }
    let route = try ProgramRun(
      "route", "--requests", "Traces/requests.ndjson", "--map", map, "-o", folder.path("drive.html"), "--quiet")
    #expect(route.exitCode == 2 && route.errors.contains("name a directory with -o DIR/"), "\(route.errors)")
    #expect(try match("Traces", "-o", folder.path("tables/"), "--quiet").exitCode == 0)
    let view = try ProgramRun("view", folder.path("tables"), "-o", folder.path("drive.html"))
    #expect(view.exitCode == 2 && view.errors.contains("name a directory with -o DIR/"), "\(view.errors)")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path("."))
    #expect(!left.contains { $0.contains("drive.html") && !$0.hasSuffix(".lock") }, "\(left)")
  }

  private func data(ofPage name: String) throws -> String {
    try unpacked("drive", of: folder.text("tables/pages/\(name).html"))
  }

  @Test(arguments: ["", "time,lat,lon\n"])
  func `of an input of which nothing came say so`(input: String) throws {
    let run = try match(folder.write("empty.csv", input), "-o", folder.path("drive.html"), "--allow-empty")
    #expect(run.exitCode == 0, "\(run.errors)")
    let page = try folder.text("drive.html")
    #expect(page.hasPrefix("<!doctype html>\n") && page.contains("<title>no trip</title>"))
    #expect(try unpacked("drive", of: page).contains("Nothing came of the input"))
  }

  @Test func `go into one file if the other inputs hold no trip`() throws {
    let empty = try folder.write("empty.csv", "")
    let run = try match("Traces/courier.gpx", empty, "-o", folder.path("drive.html"))
    #expect(run.exitCode == 0 && folder.exists("drive.html"), "\(run.errors)")
  }

  @Test func `of a folder are one for each trip, and a list`() throws {
    let run = try match("Traces", "-o", folder.path("out/"), "--format", "html", "--quiet")
    #expect(run.exitCode == 0, "\(run.errors)")
    let index = try folder.text("out/index.html")
    let pages = try pages(in: "out")
    #expect(pages.count == 14 && pages.contains("courier.html"))
    for page in pages {
      #expect(index.contains("\"page\":\"pages/\(page.replacing("%", with: "%25"))\""), "\(page)")
    }
    #expect(folder.exists("out/rejects.csv") && folder.exists("out/manifest.json"))
  }

  @Test func `are the same bytes with one worker and with eight`() throws {
    for jobs in ["1", "8"] {
      #expect(try match("Traces", "-o", folder.path(jobs + "/"), "--format", "html", "--jobs", jobs).exitCode == 0)
    }
    let files = try files(in: "1")
    #expect(files.count > 20 && files.keys.contains("index.html"))
    #expect(try files == self.files(in: "8"))
  }

  /// The names of the pages of a folder, and not what they share.
  private func pages(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path("\(name)/pages")).filter { $0.hasSuffix(".html") }
  }

  /// The index, the pages and what they share, by their paths.
  private func files(in name: String) throws -> [String: [UInt8]] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path(name))
    let ofPages = paths.filter { path in [".html", ".js", ".css"].contains { path.hasSuffix($0) } }
    return Dictionary(uniqueKeysWithValues: ofPages.map { ($0, folder.bytes("\(name)/\($0)") ?? []) })
  }

  @Test func `of a folder share script, style and map, and only what they load is there`() throws {
    let arguments = ["match", "Traces", "--map", map, "-o", folder.path("out/"), "--format", "html", "--quiet"]
    #expect(try ProgramRun(arguments).exitCode == 0)
    let whole = try files(in: "out")
    let shared = whole.keys.filter { $0.hasPrefix("pages/shared/") }
    #expect(shared.filter { $0.hasSuffix(".css") }.count == 1 && shared.count > 4)
    #expect(shared.filter { $0.contains("/page-") && $0.hasSuffix(".js") }.count == 1)
    for (name, bytes) in whole where name.hasPrefix("pages/") && name.hasSuffix(".html") {
      #expect(bytes.count < 60_000, "\(name)")
    }
    // As a run leaves them that was killed: a page is cut off, tiles are missing, and others are of an earlier run.
    let tile = try #require(shared.sorted().first)
    try FileManager.default.removeItem(atPath: folder.path("out/\(tile)"))
    try FileManager.default.removeItem(atPath: folder.path("out/index.html"))
    _ = try folder.write("out/pages/shared/0123abcd-14-1-1.js", "/* tracemill */\ntracemillTile(\"\",\"\");\n")
    let page = try #require(whole["pages/courier.html"])
    try folder.write("out/pages/courier.html", Array(page.prefix(2_000)))
    try folder.write("out/pages/shared/0123abcd-14-1-2.js.4711-1f2e3d4c.partial", Array("/* tracemill */\n".utf8))
    #expect(try ProgramRun(arguments).exitCode == 0)
    #expect(try files(in: "out") == whole)
    #expect(!folder.exists("out/pages/shared/0123abcd-14-1-2.js.4711-1f2e3d4c.partial"))
    _ = try folder.write("out/pages/shared/mine.js", "alert(1)")
    let refused = try ProgramRun(arguments)
    #expect(refused.exitCode == 4 && refused.errors.contains("mine.js"), "\(refused.errors)")
  }

  @Test func `killed in between are whole after the next run`() throws {
    let arguments = ["match", "Traces", "--map", map, "-o", folder.path("out/"), "--format", "html", "--jobs", "1"]
    #expect(try ProgramRun(arguments).exitCode == 0)
    let whole = try files(in: "out")
    for count in [1, 4, 9] {
      try FileManager.default.removeItem(atPath: folder.path("out"))
      let killed = try RunningProgram(arguments)
      #expect(killed.wait { (try? pages(in: "out").count) ?? 0 >= count })
      killed.kill()
      #expect(try ProgramRun(arguments).exitCode == 0)
      #expect(try files(in: "out") == whole)
    }
  }

  @Test func `made anew one by one keep what the others share`() throws {
    #expect(try match("Traces", "-o", folder.path("tables/"), "--quiet").exitCode == 0)
    for trip in [[], ["--trip", "courier"]] {
      let run = try ProgramRun(["view", folder.path("tables"), "--map", map, "-o", folder.path("out/")] + trip)
      #expect(run.exitCode == 0, "\(run.errors)")
    }
    let whole = try ProgramRun(["view", folder.path("tables"), "--map", map, "-o", folder.path("whole/")])
    #expect(whole.exitCode == 0)
    let (files, expected) = (try files(in: "out"), try files(in: "whole"))
    #expect(files.filter { $0.key != "index.html" } == expected.filter { $0.key != "index.html" })
  }

  @Test func `are only those of trips that need a look, if so wanted, and the list has all`() throws {
    #expect(try match("Traces", "-o", folder.path("tables/"), "--quiet").exitCode == 0)
    let view = try ProgramRun(
      "view", folder.path("tables"), "--map", map, "-o", folder.path("view/"), "--pages", "flagged",
      "--verbose")
    #expect(view.exitCode == 0 && view.errors.contains(" pages for 14 drives"), "\(view.errors)")
    let run = try match("Traces", "-o", folder.path("match/"), "--format", "html", "--pages", "flagged", "--quiet")
    #expect(run.exitCode == 0, "\(run.errors)")
    for name in ["view", "match"] {
      let pages = Set(try pages(in: name))
      #expect(pages.contains("wrong-way.html") && pages.contains("forester.html") && !pages.contains("courier.html"))
      let index = try folder.text("\(name)/index.html")
      #expect(index.components(separatedBy: "\"id\":").count == 15)
      #expect(index.components(separatedBy: "\"page\":").count == pages.count + 1)
    }
  }

  @Test func `are listed with the stops that were missed`() throws {
    let stops = [(54.6983381, 2.8458941), (54.7023301, 2.8659212), (54.6914659, 2.8307555)]
    let waypoints = stops.map { "{\"lat\":\($0.0),\"lon\":\($0.1)}" }.joined(separator: ",")
    let plan = try folder.write("plan.ndjson", "{\"id\":\"courier\",\"waypoints\":[\(waypoints)]}\n")
    let run = try match(
      "Traces/courier.gpx", "Traces/bus-7.gpx", "--plan", plan, "-o", folder.path("out/"), "--format", "html")
    #expect(run.exitCode == 0, "\(run.errors)")
    let rows = try folder.text("out/index.html").split(separator: "\n").filter { $0.contains("\"page\":\"") }
    let missing = rows.filter { $0.contains("\"missed\":") }
    #expect(missing.count == 1 && missing[0].contains("\"id\":\"courier\""), "\(rows)")
  }

  @Test func `of a folder lead back to the page of the night, which may take the place of the list`() throws {
    #expect(try match("Traces", "-o", folder.path("out/"), "--quiet").exitCode == 0)
    #expect(try ProgramRun("view", folder.path("out"), "--map", map, "--quiet").exitCode == 0)
    let report = ["report", folder.path("out"), "--map", map, "--format", "html", "-o", folder.path("out/index.html")]
    let night = try ProgramRun(report)
    #expect(night.exitCode == 0, "\(night.errors)")
    let text = try folder.text("out/index.html")
    #expect(text.contains("Needs a look") && text.contains("href=\"pages/wrong-way.html"))
    _ = try folder.write("out/index.html", "<html>mine</html>")
    let refused = try ProgramRun(report)
    #expect(refused.exitCode == 4 && refused.errors.contains("index.html"), "\(refused.errors)")
  }

  @Test func `of an earlier run go when their trips are gone, and foreign ones stop the run`() throws {
    let all = try match("Traces/courier.gpx", "Traces/bus-7.gpx", "-o", folder.path("out/"), "--format", "html")
    #expect(all.exitCode == 0)
    let one = try match("Traces/courier.gpx", "-o", folder.path("out/"), "--format", "html")
    #expect(one.exitCode == 0, "\(one.errors)")
    #expect(try pages(in: "out") == ["courier.html"])
    _ = try folder.write("out/pages/mine.html", "<html>")
    let refused = try match("Traces/courier.gpx", "-o", folder.path("out/"), "--format", "html")
    #expect(refused.exitCode == 4 && refused.errors.contains("mine.html"))
  }

  @Test func `and tables do not replace each other`() throws {
    #expect(try match("Traces/courier.gpx", "-o", folder.path("out/")).exitCode == 0)
    #expect(try match("Traces/courier.gpx", "-o", folder.path("out/"), "--format", "html").exitCode == 0)
    #expect(folder.exists("out/points.csv") && folder.exists("out/index.html"))
  }

  @Test(arguments: [
    (["--table", "points", "--format", "html", "-o", "x.html"], "a page shows all of a trip"),
    (["-o", "x.html.gz"], "leave out the compression"),
    (["--tiles", "https://a.org/{z}/{x}/{y}.png"], "add --format html"),
    (["-o", "x.html", "--tiles", "tiles"], "names no tiles"),
    (["-o", "x.html", "--style", "/nonexistent.json"], "cannot be read"),
    (["-o", "x.html", "--tiles", "attribution=me"], "attribution of --tiles goes with an address"),
    (["-o", "x/", "--format", "html", "--resume"], "another format than gpkg and html"),
    (["--pages", "flagged"], "add --format html"),
    (["-o", "x.html", "--pages", "flagged"], "name one with -o DIR/"),
  ])
  func `refuse what they cannot do`(arguments: [String], message: String) throws {
    let run = try ProgramRun(["match", "Traces/courier.gpx", "--map", map] + arguments, input: Data())
    #expect(run.exitCode == 2 && run.errors.contains(message), "\(run.errors)")
  }

  @Test func `of routes are one for each request, and alternatives share it`() throws {
    let run = try ProgramRun(
      "route", "--requests", "Traces/requests.ndjson", "--map", map, "--format", "html", "-o", folder.path("out/"),
      "--quiet")
    #expect(run.exitCode == 0, "\(run.errors)")
    let lines = try String(contentsOf: projectRoot.appending(path: "Traces/requests.ndjson"), encoding: .utf8)
    let requests = lines.split(separator: "\n").count
    #expect(try pages(in: "out").count == requests)
  }

  @Test func `of tables show what the run showed`() throws {
    #expect(try match("Traces", "-o", folder.path("tables/"), "--quiet").exitCode == 0)
    let run = try ProgramRun("view", folder.path("tables"), "--map", map, "-o", folder.path("pages/"))
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(try match("Traces", "-o", folder.path("direct/"), "--format", "html", "--quiet").exitCode == 0)
    for name in ["courier", "wrong-way", "ferry"] {
      let (viewed, direct) = (try drawn("pages", name), try drawn("direct", name))
      for table in ["trips", "points", "edges", "maneuvers", "events"] {
        let expected = (direct[table] as? [String: Any])?["rows"] as? Int
        #expect((viewed[table] as? [String: Any])?["rows"] as? Int == expected, "\(name) \(table)")
      }
    }
  }

  @Test(arguments: ["ndjson", "json"], ["trips", "requests"])
  func `of documents show what those of tables show, and all cells are read`(format: String, kind: String) throws {
    let command = kind == "trips" ? ["match", "Traces"] : ["route", "--requests", "Traces/requests.ndjson"]
    for (format, folderName) in [("csv", "tables/"), (format, "documents/")] {
      let run = try ProgramRun(
        command + ["--map", map, "--format", format, "-o", folder.path(folderName), "--quiet"])
      #expect(run.exitCode == 0, "\(run.errors)")
      let view = try ProgramRun("view", folder.path(folderName))
      #expect(view.exitCode == 0 && view.errors.isEmpty, "\(view.errors)")
    }
    let pages = try pages(in: "tables")
    #expect(pages.count > 10)
    for page in pages {
      let (expected, found) = (try drawn("tables", page.dropLast(5)), try drawn("documents", page.dropLast(5)))
      for (table, columns) in expected {
        let rows = ((columns as? [String: Any])?["rows"] as? Int, (found[table] as? [String: Any])?["rows"] as? Int)
        #expect(rows.0 == rows.1 || rows.0 == 0, "\(page) \(table)")
      }
    }
  }

  private func drawn(_ place: String, _ name: Substring) throws -> [String: Any] { try drawn(place, String(name)) }

  private func drawn(_ place: String, _ name: String) throws -> [String: Any] {
    let text = try folder.text("\(place)/pages/\(name).html")
    return try #require(try jsonObject(unpacked("drive", of: text))["tables"] as? [String: Any])
  }

  @Test func `of tables need the map on which they were made`() throws {
    #expect(try match("Traces/courier.gpx", "-o", folder.path("tables/")).exitCode == 0)
    let text = try folder.text("tables/trips.csv")
    let row = try #require(text.split(separator: "\n").last).split(separator: ",", omittingEmptySubsequences: false)
    _ = try folder.write("tables/trips.csv", text.replacing(row[9], with: "0123456789abcdef"))
    let run = try ProgramRun("view", folder.path("tables"), "--map", map, "-o", folder.path("x.html"))
    #expect(run.exitCode == 3 && run.errors.contains("its edges have other numbers"), "\(run.errors)")
    let plain = try ProgramRun("view", folder.path("tables"), "-o", folder.path("x.html"))
    #expect(plain.exitCode == 0, "\(plain.errors)")
  }

  @Test func `go into the folder of the tables, whose run stays complete`() throws {
    #expect(try match("Traces/courier.gpx", "-o", folder.path("tables/")).exitCode == 0)
    let manifest = folder.bytes("tables/manifest.json")
    for _ in 0..<2 {
      let run = try ProgramRun("view", folder.path("tables"), "--map", map)
      #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
    }
    #expect(folder.exists("tables/pages/courier.html") && folder.exists("tables/index.html"))
    #expect(folder.bytes("tables/manifest.json") == manifest)
    let missing = try ProgramRun("view", folder.path("tables"), "--trip", "nobody", "-o", folder.path("x.html"))
    #expect(missing.exitCode == 1 && missing.errors.contains("nobody"))
  }

  @Test func `have a style that is printed and taken back`() throws {
    let style = try ProgramRun("style")
    _ = try folder.write("my.json", style.output)
    let plain = try match("Traces/courier.gpx", "--format", "html")
    let styled = try match("Traces/courier.gpx", "--format", "html", "--style", folder.path("my.json"))
    #expect(style.exitCode == 0 && styled.output == plain.output)
  }
}
