import Foundation
import TestSupport
import Testing

@Suite struct `Crossings on the command line` {
  /// A street eastward through a low-emission zone, which a camera beside the street watches eastward.
  private static let map = """
    <osm version="0.6">
    <node id="1" lat="47.0000000" lon="9.0000000"/>
    <node id="2" lat="47.0000000" lon="9.0040000"/>
    <node id="3" lat="47.0000000" lon="9.0080000"/>
    <node id="4" lat="47.0000000" lon="9.0120000"/>
    <node id="5" lat="47.0002000" lon="9.0060000"/>
    <node id="6" lat="47.0100000" lon="9.0030000"/>
    <node id="7" lat="47.0100000" lon="9.0090000"/>
    <node id="8" lat="46.9900000" lon="9.0090000"/>
    <node id="9" lat="46.9900000" lon="9.0030000"/>
    <way id="10"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="4"/><tag k="highway" v="residential"/></way>
    <way id="11"><nd ref="6"/><nd ref="7"/><nd ref="8"/></way>
    <way id="12"><nd ref="8"/><nd ref="9"/><nd ref="6"/></way>
    <relation id="50"><member type="way" ref="11" role="outer"/><member type="way" ref="12" role="outer"/>
      <tag k="type" v="boundary"/><tag k="boundary" v="low_emission_zone"/><tag k="name" v="Innenstadt"/></relation>
    <relation id="51"><member type="node" ref="5" role="device"/><member type="node" ref="2" role="from"/>
      <member type="node" ref="3" role="to"/><tag k="type" v="enforcement"/><tag k="enforcement" v="maxspeed"/></relation>
    </osm>
    """

  private func crossings(eastward: Bool, _ options: String...) throws -> [String] {
    let folder = try TemporaryFolder()
    let map = try folder.write("street.osm", Self.map)
    let built = try ProgramRun("map", "build", map, "-o", folder.path("street.tmg"))
    #expect(built.exitCode == 0, "\(built.errors)")
    let rows = (0..<30).map { fix in
      let east = 9 + Double(eastward ? fix : 29 - fix) * 0.0004
      return "drive,2026-05-05T09:0\(fix / 6):\(fix % 6)0Z,47.0000000,\(east)\n"
    }
    let drive = try folder.write("drive.csv", "trace_id,time,lat,lon\n" + rows.joined())
    let run = try ProgramRun(
      ["match", drive, "--map", folder.path("street.tmg"), "--table", "crossings", "--format", "ndjson"] + options)
    #expect(run.exitCode == 0, "\(run.errors)")
    return try run.output.split(separator: "\n").map { line in
      let row = try jsonObject(String(line))
      let words = ["type", "movement", "lon", "zone", "relation"].map { row[$0].map { "\($0)" } ?? "-" }
      return words.joined(separator: " ").replacingOccurrences(of: "<null>", with: "-")
    }
  }

  @Test func `name the zones entered and left, and the devices that watch the direction`() throws {
    let expected = [
      "low_emission_zone entered 9.003 Innenstadt 50", "speed_camera passed 9.006 - 51",
      "low_emission_zone left 9.009 Innenstadt 50",
    ]
    #expect(try crossings(eastward: true) == expected)
    #expect(try crossings(eastward: true, "--online") == expected)
    #expect(
      try crossings(eastward: false) == [
        "low_emission_zone entered 9.009 Innenstadt 50", "low_emission_zone left 9.003 Innenstadt 50",
      ])
  }
}
