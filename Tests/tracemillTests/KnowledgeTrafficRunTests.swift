import Foundation
import TestSupport
import Testing

/// Drives of the courier on five days, at three and at eight in the morning, and what was learned of them. At eight it
/// took three times as long.
private enum Nights {
  static let place = Result { try TemporaryFolder() }

  /// The reports, and the knowledge of them.
  static let learned: Result<String, any Error> = Result {
    let folder = try place.get()
    try folder.write("drives.csv", drives)
    let match = try ProgramRun(
      "match", folder.path("drives.csv"), "--map", try SampleTown.map.get(), "-o", folder.path("reports/"), "--learn",
      folder.path("k"), "--time-zone", "Europe/Paris", "--quiet")
    try #require(match.exitCode == 0, "\(match.errors)")
    return folder.path("k")
  }

  private static var drives: String {
    let fixes = courier
    return "id,lat,lon,time\n"
      + (4..<9).flatMap { day in
        [("dawn", "01:00:00", 0.7), ("rush", "06:00:00", 3)].flatMap { name, begin, factor in
          let start = ISO8601DateFormatter().date(from: "2026-05-0\(day)T\(begin)Z") ?? .distantPast
          return fixes.map { fix in
            let time = start.addingTimeInterval((fix.seconds * factor).rounded())
            return "\(name)-\(day),\(fix.place),\(time.ISO8601Format())\n"
          }
        }
      }.joined()
  }

  /// Every fifth fix of the courier.
  private static var courier: [(place: String, seconds: Double)] {
    let text = (try? String(contentsOf: projectRoot.appending(path: "Traces/courier.gpx"), encoding: .utf8)) ?? ""
    let points = text.matches(of: #/lat="([^"]+)" lon="([^"]+)"[^T]*<time>([^<]+)</#)
    let times = points.map { (try? Date(String($0.output.3), strategy: .iso8601)) ?? .distantPast }
    return zip(points, times).enumerated().filter { $0.offset % 5 == 0 }.map { _, fix in
      ("\(fix.0.output.1),\(fix.0.output.2)", fix.1.timeIntervalSince(times[0]))
    }
  }
}

@Suite struct `A folder of knowledge as traffic` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: try Nights.learned.get(), toPath: folder.path("k"))
  }

  private var knowledge: String { folder.path("k") }

  /// From the beginning of the courier's drive to a place on it.
  private func route(_ options: [String], map: String? = nil, traffic: [String]? = nil) throws -> ProgramRun {
    try ProgramRun(
      ["route", "--map", map ?? SampleTown.map.get(), "--waypoint", "54.7005,2.8329", "--waypoint", "54.6959,2.8369"]
        + (traffic ?? [knowledge]).flatMap { ["--traffic", $0] } + options)
  }

  private func seconds(_ run: ProgramRun) throws -> Double {
    let summary = try jsonObject(run.output)["summary"] as? [String: Any]
    return try #require(
      summary?["duration_in_traffic_s"] as? Double ?? summary?["duration_s"] as? Double, "\(run.errors)")
  }

  private func departing(_ time: String) -> [String] { ["--departure", "2026-05-11T\(time)"] }

  @Test func `gives each hour its times, by the clocks of the folder`() throws {
    let dawn = try seconds(try route(departing("03:00:00+02:00")))
    let rush = try seconds(try route(departing("08:00:00+02:00")))
    #expect(rush > 1.5 * dawn, "\(dawn) \(rush)")
    #expect(try seconds(try route(departing("06:00:00Z"))) == rush)
    #expect(try seconds(try route(["--arrival", "2026-05-11T03:10:00+02:00"])) == dawn)
    let ignored = try route(departing("08:00:00+02:00") + ["--traffic-mode", "ignore"])
    #expect(try abs(seconds(ignored) - rush) > 1)
    let timeless = try route([])
    #expect(timeless.errors.contains("no difference without --departure"), "\(timeless.errors)")
  }

  @Test func `is computed once, and again when it is damaged, or when drives are forgotten`() throws {
    let first = try route(departing("08:00:00+02:00") + ["--verbose"])
    #expect(first.errors.contains("were computed, and are kept there"), "\(first.errors)")
    let second = try route(departing("08:00:00+02:00") + ["--verbose"])
    #expect(second.errors.contains("were computed before") && second.output == first.output)
    let kept = try #require(
      FileManager.default.contentsOfDirectory(atPath: knowledge + "/compiled").first)
    try folder.write("k/compiled/\(kept)", Array(folder.bytes("k/compiled/\(kept)")?.dropLast(9) ?? []))
    let third = try route(departing("08:00:00+02:00") + ["--verbose"])
    #expect(third.errors.contains("are kept there") && third.output == first.output)
    #expect(try ProgramRun("learn", "--forget", "vehicle=rush-4", knowledge).exitCode == 0)
    #expect(!folder.exists("k/compiled"))
    let fourth = try route(departing("08:00:00+02:00") + ["--verbose"])
    #expect(fourth.errors.contains("are kept there"))
  }

  @Test func `needs no right to write`() throws {
    try folder.write("k/compiled", "in the way")
    let run = try route(departing("08:00:00+02:00") + ["--verbose"])
    #expect(run.exitCode == 0 && run.errors.contains("cannot be kept: "), "\(run.errors)")
    #expect(try route(departing("08:00:00+02:00")).errors.isEmpty)
  }

  @Test func `yields to the speeds of a file, also where they are faster`() throws {
    let roads = try String(
      contentsOf: try Nights.place.get().url.appending(path: "reports/edges.csv"), encoding: .utf8)
    let lines = roads.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let way = try #require(lines[0].firstIndex(of: "way"))
    let ways = Set(lines.dropFirst().map { String($0[way]) }).sorted()
    try folder.write("live.csv", "way,speed_kmh\n" + ways.dropLast().map { "\($0),50\n" }.joined())
    try folder.write("more.csv", "way,speed_kmh\n\(ways[ways.count - 1]),50\n")
    let rush = try seconds(try route(departing("08:00:00+02:00")))
    let traffic = [knowledge, folder.path("live.csv"), folder.path("more.csv")]
    let live = try seconds(try route(departing("08:00:00+02:00"), traffic: traffic))
    #expect(live < 0.7 * rush, "\(live) \(rush)")
  }

  @Test func `is carried over to another map, and refused where no drive was`() throws {
    let town = try String(contentsOf: projectRoot.appending(path: "Traces/town.osm"), encoding: .utf8)
    for (name, text) in [
      ("new", town.replacing("Market", with: "Fair")),
      ("far", town.replacing("lat=\"54.", with: "lat=\"44.").replacing(#/(id|ref)="/#) { "\($0.output.1)=\"9" }),
    ] {
      let osm = try folder.write("\(name).osm", text)
      #expect(try ProgramRun("map", "build", osm, "-o", folder.path("\(name).tmg")).exitCode == 0)
    }
    let new = try route(departing("08:00:00+02:00"), map: folder.path("new.tmg"))
    #expect(new.exitCode == 0 && new.errors.contains("10 drives were carried over"), "\(new.errors)")
    let rush = try seconds(try route(departing("08:00:00+02:00")))
    #expect(try abs(seconds(new) - rush) < 0.2 * rush)
    // The places are asked for after the traffic is read.
    let far = try route(departing("08:00:00+02:00"), map: folder.path("far.tmg"))
    #expect(far.exitCode == 3 && far.errors.contains("name the map on which they were matched"), "\(far.errors)")
  }

  @Test func `is refused for another mode, twice, beside a file with hours, and if it is none`() throws {
    let bicycle = try route(["--mode", "bicycle"])
    #expect(bicycle.exitCode == 2 && bicycle.errors.contains("holds drives by car"), "\(bicycle.errors)")
    _ = try ProgramRun(
      "learn", try Nights.place.get().path("reports"), "--map", try SampleTown.map.get(), "-o", folder.path("none"),
      "--mode", "truck", "--allow-empty")
    let byCar = try route([], traffic: [folder.path("none")])
    #expect(
      byCar.exitCode == 2 && byCar.errors.contains("holds drives by truck, and this is by car"), "\(byCar.errors)")
    let twice = try route([], traffic: [knowledge, knowledge])
    #expect(twice.exitCode == 2 && twice.errors.contains("merges them"), "\(twice.errors)")
    try folder.write("hours.csv", "way,speed_kmh,hours\n1301,12,Mo-Fr 07:00-09:00\n")
    let both = try route([], traffic: [knowledge, folder.path("hours.csv")])
    #expect(both.exitCode == 2 && both.errors.contains("speeds with hours"), "\(both.errors)")
    let none = try route([], traffic: [folder.path])
    #expect(none.exitCode == 3 && none.errors.contains("is no folder of knowledge"), "\(none.errors)")
  }

  @Test func `needs a time zone, which can be added`() throws {
    let reports = try Nights.place.get().path("reports")
    func learn(_ inputs: String..., zone: [String] = []) throws {
      let run = try ProgramRun(
        ["learn"] + inputs + ["--map", try SampleTown.map.get(), "-o", folder.path("utc"), "--quiet"] + zone)
      #expect(run.exitCode == 0, "\(run.errors)")
    }
    try learn(reports)
    let refused = try route(departing("08:00:00+02:00"), traffic: [folder.path("utc")])
    #expect(refused.exitCode == 3 && refused.errors.contains("--time-zone ZONE"), "\(refused.errors)")
    try learn(folder.path("utc"), zone: ["--time-zone", "Europe/Paris"])
    let run = try route(departing("08:00:00+02:00"), traffic: [folder.path("utc")])
    #expect(try seconds(run) == seconds(route(departing("08:00:00+02:00"))))
  }
}

@Suite struct `Drives in the traffic of a folder of knowledge` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: try Nights.learned.get(), toPath: folder.path("k"))
  }

  private func match(_ options: [String]) throws -> ProgramRun {
    let run = try ProgramRun(
      ["match", "Traces/courier.gpx", "--map", try SampleTown.map.get(), "--format", "csv"] + options)
    #expect(run.exitCode == 0, "\(run.errors)")
    return run
  }

  /// The values of a column, without empty ones.
  private func column(_ name: String, _ text: String) throws -> [String] {
    let lines = text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let number = try #require(lines[0].firstIndex { $0 == name }, "\(lines[0])")
    return lines.dropFirst().map { String($0[number]) }.filter { !$0.isEmpty }
  }

  @Test(arguments: [[], ["--time-zone", "Europe/Paris"]])
  func `are expected to arrive at its hours, by plan and by job`(zone: [String]) throws {
    let traffic = ["--traffic", folder.path("k")] + zone
    let plan = ["--plan", "Traces/courier.gpx", "--table", "points", "-o", "-"]
    let usual = try column("expected_arrival", try match(plan + zone).output)
    let known = try column("expected_arrival", try match(plan + traffic).output)
    #expect(usual.count == known.count && usual != known && usual.count > 10)
    let jobs = SampleTown.jobs + ["--table", "jobs", "-o", "-"]
    let (mapped, learned) = try (match(jobs + zone), match(jobs + traffic))
    #expect(try column("eta_at_start", mapped.output) != column("eta_at_start", learned.output), "\(learned.output)")
    let none = try match(["--table", "trips", "-o", "-"] + traffic)
    #expect(none.errors.contains("no difference without --plan"), "\(none.errors)")
  }

  @Test func `are matched again when the knowledge has changed, and may add to it`() throws {
    let options = [
      "--plan", "Traces/courier.gpx", "--traffic", folder.path("k"), "-o", folder.path("reports/"), "--resume",
      "--verbose",
    ]
    let first = try match(options)
    let manifest = try jsonObject(folder.text("reports/manifest.json"))
    let key = try #require((manifest["options"] as? [String: Any])?["traffic_knowledge"] as? String, "\(manifest)")
    #expect(first.errors.contains("are kept there") && key.count > 8)
    #expect(try match(options).errors.contains("nothing to do"))
    #expect(try ProgramRun("learn", "--forget", "vehicle=rush-4", folder.path("k")).exitCode == 0)
    let again = try match(options)
    #expect(again.errors.contains("k has changed"), "\(again.errors)")
    let both = try ProgramRun(
      "match", "Traces/courier.gpx", "--map", try SampleTown.map.get(), "--plan", "Traces/courier.gpx", "--traffic",
      folder.path("k"), "--learn", folder.path("k"), "-o", folder.path("both/"), "--time-zone", "Europe/Paris",
      "--verbose")
    #expect(both.exitCode == 0 && both.errors.contains("were computed before"), "\(both.errors)")
    #expect(both.errors.contains("1 drives added to") && !folder.exists("k/compiled"), "\(both.errors)")
    let rehearsal = try match([
      "--plan", "Traces/courier.gpx", "--traffic", folder.path("k"), "--dry-run", "-o", folder.path("new/"),
    ])
    #expect(rehearsal.output.contains("use    \(folder.path("k"))\n"), "\(rehearsal.output)")
  }
}
