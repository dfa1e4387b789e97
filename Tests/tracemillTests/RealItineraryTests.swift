import Foundation
import TestSupport
import Testing

/// A map of the real data, and what is driven on it.
private struct Driven: Sendable {
  var name: String
  var map: String
  var arguments: [String]
  /// Requests, one line each, for routes.
  var requests = ""
  /// The traces to keep; all of the file if there is none.
  var traces: Set<String> = []
}

/// Places from which, and to which, routes lead: `id: latitude longitude latitude longitude`.
private func routes(_ map: String, _ places: [(id: String, ends: [Double])]) -> Driven {
  let rows = places.map { id, ends in "\(id)," + ends.map { "\($0)" }.joined(separator: ",") }
  return Driven(
    name: URL(filePath: map).lastPathComponent.components(separatedBy: ".")[0], map: map,
    arguments: ["route", "--requests", "-"],
    requests: (["id,from_lat,from_lon,to_lat,to_lon"] + rows).joined(separator: "\n") + "\n")
}

private let routed = [
  routes(
    "osm/frankfurter-kreuz.osm.pbf",
    [
      ("within the junction", [50.0570734, 8.6080635, 50.0580048, 8.6095726]),
      ("past the junction", [50.0556076, 8.5819685, 50.031316, 8.6189978]),
      ("to the motorway", [50.0352078, 8.6088001, 50.0548312, 8.6052198]),
      ("round the terminals", [50.0234294, 8.5927098, 50.0529832, 8.5812075]),
      ("to the cargo city", [50.0572985, 8.6064408, 50.0302364, 8.5915555]),
    ]),
  routes(
    "osm/milton-keynes-roundabouts.osm.pbf",
    [
      ("four in a row", [52.0433231, -0.7503519, 52.0427668, -0.775961]),
      ("across the town", [52.049815, -0.7972679, 52.0366935, -0.7679536]),
      ("along the dual carriageway", [52.0454772, -0.7933651, 52.0430547, -0.7531521]),
      ("onto the trunk road", [52.0317254, -0.7677091, 52.03143, -0.7721433]),
    ]),
  routes(
    "scale/rhine-neckar.osm.pbf",
    [
      ("over the motorway", [49.5246328, 8.3872666, 49.5534171, 8.4476727]),
      ("through the vineyards", [49.5428462, 8.3651741, 49.479535, 8.2903899]),
      ("into Ludwigshafen", [49.4246947, 8.3876604, 49.4815328, 8.4277288]),
    ]),
  routes(
    "osm/liechtenstein-2021-10-28.osm.pbf",
    [
      ("down the Unterland", [47.2193516, 9.5398042, 47.1654492, 9.5026397]),
      ("to Vaduz", [47.2230977, 9.5071541, 47.1351559, 9.5187192]),
      ("in Mauren", [47.2090269, 9.5273299, 47.2264882, 9.516314]),
      ("to Balzers", [47.1340653, 9.5211419, 47.0688233, 9.5061651]),
    ]),
  routes(
    "osm/monaco-2021-04-21.osm.pbf",
    [
      ("up the rock", [43.7266504, 7.4149411, 43.7394884, 7.4271462]),
      ("across the port", [43.7380787, 7.4190113, 43.7371945, 7.4262049]),
      ("through the tunnels", [43.74679, 7.4324553, 43.7289275, 7.4127536]),
      ("round the station", [43.7374188, 7.4232091, 43.7345012, 7.414611]),
    ]),
]

private let matched =
  [
    Driven(
      name: "Chicago", map: "chicago/chicago-graph.osm.pbf", arguments: ["match", "chicago/chicago-traces.csv"],
      traces: Set(stride(from: 5, to: 885, by: 55).map { "\($0)" })),
    Driven(
      name: "Seattle", map: "seattle/seattle-nk-snapped.osm.pbf", arguments: ["match", "seattle/gps_data.csv"]),
  ]
  + ["13", "70", "147"].map { number in
    let path = "cases/gh-mm-issues/issue-\(number)"
    return Driven(name: "issue \(number)", map: path + ".osm.gz", arguments: ["match", path + ".gpx"])
  }

/// One line per maneuver, as one reads them aloud.
private func line(_ row: [String: Any]) -> String {
  let words = ["type", "modifier", "exit"].compactMap { row[$0] as? String }.joined(separator: " ")
  let kilometres = String(format: "%7.2f ", (row["distance_m"] as? Double ?? 0) / 1000)
  let lanes = (row["lanes"] as? String).map { "  [\($0)]" } ?? ""
  return kilometres + words.padding(toLength: 26, withPad: " ", startingAt: 0)
    + (row["instruction"] as? String ?? "") + lanes
}

/// Routes and real drives, read critically, as golden files: 20 each.
///
/// `ITINERARIES=write swift test --filter 'Real itineraries'` writes them anew.
@Suite struct `Real itineraries` {
  private let folder = projectRoot.appending(path: "Tests/tracemillTests/Itineraries")

  private func rows(_ driven: Driven, on map: URL) throws -> [[String: Any]] {
    let folder = try TemporaryFolder()
    let built = try ProgramRun("map", "build", map.path, "-o", folder.path("map.tmg"), "--quiet")
    #expect(built.exitCode == 0, "\(built.errors)")
    let arguments = try driven.arguments.map { try $0.contains("/") ? traces($0, of: driven, in: folder) : $0 }
    let run = try ProgramRun(
      arguments + ["--map", folder.path("map.tmg"), "--table", "maneuvers", "--format", "ndjson", "--quiet"],
      input: Data(driven.requests.utf8))
    #expect(run.exitCode == 0, "\(run.errors)")
    return try run.output.split(separator: "\n").map { try jsonObject($0) }
  }

  /// The path of a file of real traces, or of a copy with those that are wanted.
  private func traces(_ path: String, of driven: Driven, in folder: TemporaryFolder) throws -> String {
    let file = try #require(realData(path))
    if driven.traces.isEmpty { return file.path }
    let rows = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"))
    let wanted = rows.enumerated().filter { number, row in
      number == 0 || driven.traces.contains(String(decoding: row.prefix { $0 != UInt8(ascii: ",") }, as: UTF8.self))
    }
    try Data(wanted.map(\.element).joined(separator: [UInt8(ascii: "\n")]))
      .write(to: folder.url.appending(path: "traces.csv"))
    return folder.path("traces.csv")
  }

  /// `nil` without the real data.
  private func itineraries(_ driven: Driven) throws -> String? {
    guard let map = realData(driven.map) else { return nil }
    var text = ""
    for row in try rows(driven, on: map) {
      let name = (row["id"] ?? row["trace_id"]) as? String ?? ""
      if row["type"] as? String == "depart" { text += "\n\(driven.name), \(name)\n" }
      text += line(row) + "\n"
    }
    return text
  }

  private func expect(_ all: [Driven], toBe name: String) throws {
    let texts = try all.map(itineraries)
    guard !texts.contains(nil) else { return }
    let text = texts.compactMap { $0 }.joined()
    let golden = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["ITINERARIES"] == "write" {
      try text.write(to: golden, atomically: true, encoding: .utf8)
    }
    let lines = text.split(separator: "\n")
    let expected = try String(contentsOf: golden, encoding: .utf8).split(separator: "\n")
    let changes = lines.difference(from: expected)
    #expect(changes.isEmpty, "\(name): \(changes.map { "\($0)" }.joined(separator: "\n"))")
  }

  @Test func `of twenty routes are as they were read`() throws { try expect(routed, toBe: "routes.txt") }
  @Test func `of twenty drives are as they were read`() throws { try expect(matched, toBe: "drives.txt") }
}
