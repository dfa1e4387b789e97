import Foundation
import Moments
import TestSupport
import Testing

@Suite struct `Local times` {
  private let folder: TemporaryFolder
  private let map: String

  init() throws {
    folder = try TemporaryFolder()
    map = try SampleTown.map.get()
  }

  private func match(_ arguments: String..., input: String = "") throws -> ProgramRun {
    try ProgramRun(["match"] + arguments + ["--map", map], input: Data(input.utf8))
  }

  /// The cells of a table without quotes, by the names of its columns.
  private func rows(_ csv: String) -> [[String: String]] {
    let lines = csv.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    return lines.dropFirst().map { cells in
      Dictionary(uniqueKeysWithValues: zip(lines[0].map(String.init), cells.map(String.init)))
    }
  }

  /// A drive west along Station Road, a fix each second.
  private func drive(from begin: String, id: String = "van") throws -> String {
    let first = try #require(ZonedTime(iso8601: begin)).moment
    let rows = (0..<20).map { second in
      "\(id),\(first.adding(seconds: Double(second)).iso8601),54.6971,\(2.8480 - 0.0002 * Double(second))\n"
    }
    return "trace_id,time,lat,lon\n" + rows.joined()
  }

  @Test func `stand beside all times of all tables, at the same moments`() throws {
    let run = try match(
      "Traces/courier.gpx", "--time-zone", "Europe/Vaduz", "--table", "+crossings", "--table", "+notifications",
      "--positions", "rate=1", "--quiet", "-o", folder.path("out/"))
    #expect(run.exitCode == 0, "\(run.errors)")
    for table in ["trips", "points", "edges", "maneuvers", "events", "crossings", "notifications", "positions"] {
      let rows = rows(try folder.text("out/\(table).csv"))
      let names = try #require(rows.first).keys.filter { $0.hasSuffix("_local") }
      #expect(!names.isEmpty, "\(table)")
      for row in rows {
        for name in names {
          let time = try #require(row[String(name.dropLast("_local".count))], "\(table) \(name)")
          let local = row[name] ?? ""
          #expect(ZonedTime(iso8601: local)?.moment == ZonedTime(iso8601: time)?.moment && local.hasSuffix("+02:00"))
        }
      }
    }
  }

  @Test func `are no columns without a zone`() throws {
    let run = try match("Traces/courier.gpx", "--table", "points")
    #expect(run.exitCode == 0 && !run.output.contains("_local"))
  }

  @Test func `tell the two hours of a night in autumn apart`() throws {
    let run = try match(
      "-", "--time-zone", "Europe/Vaduz", "--table", "points", "--select", "time_local",
      input: drive(from: "2026-10-25T00:59:50Z"))
    let times = run.output.split(separator: "\n").dropFirst()
    #expect(times.first == "2026-10-25T02:59:50.000+02:00" && times.last == "2026-10-25T02:00:09.000+01:00")
  }

  @Test func `are the same in every format, and in a stream`() throws {
    let trace = try folder.write("van.csv", drive(from: "2026-05-04T07:00:00Z"))
    let zone = "--time-zone=-03:30"
    for _ in 0..<2 {
      let again = try match(
        trace, zone, "--quiet", "-o", folder.path("own.csv"), "--table", "points", "--select",
        "trip_id,trace_id,vehicle,time_local")
      #expect(again.exitCode == 0, "a report of tracemill is replaced: \(again.errors)")
    }
    let expected = "2026-05-04T03:30:19.000-03:30"
    for format in ["csv", "json", "ndjson", "geojson"] {
      let run = try match(trace, zone, "--table", "points", "--format", format)
      #expect(run.output.contains(expected), "\(format)")
    }
    #expect(try match(trace, zone, "--format", "json").output.contains("\"end_time_local\":\"\(expected)\""))
    let live = try match("--online", zone, input: drive(from: "2026-05-04T07:00:00Z"))
    #expect(live.output.contains("\"time_local\":\"\(expected)\""), "\(live.errors)")
    #expect(try match(trace, zone, "--quiet", "-o", folder.path("van.gpkg")).exitCode == 0)
    #expect(try #require(folder.bytes("van.gpkg")).contains(Array(expected.utf8)))
  }

  @Test func `are described by the schema with that zone`() throws {
    let schema = try ProgramRun("schema", "edges", "--time-zone", "Europe/Vaduz")
    #expect(schema.output.contains("\"exit_time_local\"") && schema.output.contains("\"local_time\""))
    #expect(try !ProgramRun("schema", "edges").output.contains("_local"))
    #expect(try ProgramRun("schema", "--time-zone", "Europe/Vaduz").output.contains("\"begin_time_local\""))
  }

  @Test func `give pages and stills their clock, from the run or from its tables`() throws {
    let trace = try folder.write("van.csv", drive(from: "2026-05-04T22:30:00Z"))
    let zone = ["--time-zone", "Europe/Vaduz"]
    let made = try ProgramRun(
      ["match", trace, "--map", map, "--quiet", "-o", folder.path("van.html"), "--plot", folder.path("van.svg")] + zone)
    #expect(made.exitCode == 0, "\(made.errors)")
    #expect(try folder.text("van.svg").contains("2026-05-05 00:30 – 00:30 UTC+02:00"))
    #expect(try unpacked("drive", of: folder.text("van.html")).contains("utc_offset"))
    for format in ["csv", "ndjson"] {
      let (tables, pages) = (folder.path("\(format)/"), folder.path("\(format)-pages/"))
      let run = try ProgramRun(["match", trace, "--map", map, "--quiet", "--format", format, "-o", tables] + zone)
      #expect(run.exitCode == 0, "\(run.errors)")
      let viewed = try ProgramRun("view", tables, "--map", map, "-o", pages)
      #expect(viewed.exitCode == 0, "\(viewed.errors)")
      #expect(try folder.text("\(format)-pages/index.html").contains("\"utc_offset\":\"+02:00\""))
    }
  }

  @Test func `decide in which partition a drive is, and a folder keeps its zone`() throws {
    for (name, begin) in [("a", "2026-05-04T22:30:00Z"), ("b", "2026-05-05T22:30:00Z")] {
      _ = try folder.write("in/\(name).csv", drive(from: begin, id: name))
    }
    func night(_ name: String, _ zone: String...) throws -> ProgramRun {
      try ProgramRun(
        ["match", folder.path("in/\(name).csv"), "--map", map, "-o", folder.path("out/"), "--format", "ndjson"]
          + ["--resume", "--partition", "{date}", "--quiet"] + zone)
    }
    #expect(try night("a", "--time-zone", "Europe/Vaduz").exitCode == 0 && folder.exists("out/date=2026-05-05"))
    let other = try night("b")
    #expect(other.exitCode == 4 && other.errors.contains("was begun with --time-zone Europe/Vaduz"), "\(other.errors)")
    let same = try night("b", "--time-zone", "Europe/Vaduz")
    #expect(same.exitCode == 0 && folder.exists("out/date=2026-05-06"), "\(same.errors)")
  }
}

extension [UInt8] {
  fileprivate func contains(_ part: [UInt8]) -> Bool { Data(self).range(of: Data(part)) != nil }
}
