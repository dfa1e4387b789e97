import Foundation
import TestSupport
import Testing

/// A town of one street that the map has as a oneway eastward, and traces of drives on it.
struct OnewayStreet {
  let folder: TemporaryFolder

  init(along: Int, against: Int) throws {
    folder = try TemporaryFolder()
    _ = try folder.write(
      "street.osm",
      """
      <osm version="0.6">
      <node id="1" lat="47.0000000" lon="9.0000000"/>
      <node id="2" lat="47.0000000" lon="9.0040000"/>
      <node id="3" lat="47.0000000" lon="9.0080000"/>
      <node id="4" lat="47.0000000" lon="9.0120000"/>
      <way id="10"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
      <way id="11"><nd ref="2"/><nd ref="3"/><tag k="highway" v="residential"/><tag k="name" v="Quay"/>
        <tag k="oneway" v="yes"/></way>
      <way id="12"><nd ref="3"/><nd ref="4"/><tag k="highway" v="residential"/></way>
      </osm>
      """)
    let run = try ProgramRun("map", "build", folder.path("street.osm"), "-o", folder.path("street.tmg"))
    #expect(run.exitCode == 0, "\(run.errors)")
    var rows = "trace_id,time,lat,lon\n"
    for drive in 0..<along + against {
      for fix in 0..<30 {
        let east = drive < along ? fix : 29 - fix
        rows += "drive-\(drive),2026-05-05T09:0\(fix / 6):\(fix % 6)0Z,47.0000000,\(9 + Double(east) * 0.0004)\n"
      }
    }
    _ = try folder.write("drives.csv", rows)
  }

  func match(_ options: String...) throws -> ProgramRun {
    try ProgramRun(["match", folder.path("drives.csv"), "--map", folder.path("street.tmg")] + options)
  }
}

@Suite struct `Doubts on the command line` {
  @Test func `list the rule with its counts, and events on it say so`() throws {
    let street = try OnewayStreet(along: 2, against: 3)
    let run = try street.match("-o", street.folder.path("out"), "--table", "+doubts")
    #expect(run.exitCode == 0, "\(run.errors)")
    let doubts = try street.folder.text("out/doubts.csv").split(separator: "\n")
    #expect(doubts.count == 2)
    #expect(doubts[1].hasPrefix("oneway,true,11,,,Quay,47.0000000,9.0080000,2,3,0.6000,3 of 5 trips drove against"))
    let events = try street.folder.text("out/events.csv").split(separator: "\n").dropFirst()
    #expect(events.count == 3 && events.allSatisfy { $0.hasSuffix(",oneway,11,true,") })
    let manifest = try JSONSerialization.jsonObject(with: Data(street.folder.text("out/manifest.json").utf8))
    let outputs = try #require((manifest as? [String: Any])?["outputs"] as? [[String: Any]])
    let size = try street.folder.text("out/events.csv").utf8.count
    #expect(outputs.contains { $0["name"] as? String == "events.csv" && $0["bytes"] as? Int == size })
  }

  @Test func `say false of a rule that most keep, and nothing without the option`() throws {
    let street = try OnewayStreet(along: 4, against: 3)
    _ = try street.match("-o", street.folder.path("out"), "--table", "+doubts")
    let events = try street.folder.text("out/events.csv").split(separator: "\n").dropFirst()
    #expect(events.count == 3 && events.allSatisfy { $0.hasSuffix(",oneway,11,false,") })
    #expect(try street.folder.text("out/doubts.csv").contains("oneway,false,11,,,Quay,"))
    let plain = try street.match("--table", "events", "--format", "csv")
    #expect(plain.output.split(separator: "\n").dropFirst().allSatisfy { $0.hasSuffix(",oneway,11,,") })
  }

  @Test(arguments: ["csv", "json", "ndjson", "geojson"])
  func `have the same bytes with any number of workers`(format: String) throws {
    let street = try OnewayStreet(along: 30, against: 40)
    var seen: [String: Set<String>] = [:]
    for jobs in ["1", "2", "8"] {
      let run = try street.match(
        "-o", street.folder.path(jobs), "--table", "+doubts", "--format", format, "--jobs", jobs)
      #expect(run.exitCode == 0, "\(run.errors)")
      for name in try FileManager.default.contentsOfDirectory(atPath: street.folder.path(jobs))
      where name != "manifest.json" {
        seen[name, default: []].insert(try street.folder.text("\(jobs)/\(name)"))
      }
    }
    #expect(seen.values.allSatisfy { $0.count == 1 })
    #expect(seen.values.contains { $0.contains { $0.contains("40 of 70 trips drove against the oneway") } })
  }

  @Test func `mark documents as well`() throws {
    let street = try OnewayStreet(along: 0, against: 3)
    _ = try street.match("-o", street.folder.path("trips.ndjson"), "--table", "+doubts")
    let lines = try street.folder.text("trips.ndjson").split(separator: "\n")
    for line in lines {
      let document = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let event = try #require((document?["events"] as? [[String: Any]])?.first)
      #expect(event["rule_doubtful"] as? Bool == true && event["rule"] as? String == "oneway")
    }
    #expect(lines.count == 3)
  }

  @Test func `go to standard output as a table, but events cannot be marked there`() throws {
    let street = try OnewayStreet(along: 0, against: 3)
    let table = try street.match("--table", "doubts", "--format", "ndjson")
    #expect(table.output.contains("\"rule_doubtful\":true") && table.output.split(separator: "\n").count == 1)
    let marked = try street.match("--table", "+doubts")
    #expect(marked.exitCode == 2 && marked.output.isEmpty)
    #expect(marked.errors.contains("a stream cannot be marked then; choose a file or a directory with -o"))
  }
}
