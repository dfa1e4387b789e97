import Foundation
import TestSupport
import Testing

private let places = """
  id,lat,lon
  station,54.6959126,2.8368978
  depot,54.6983381,2.8458941
  orchard,54.7010421,2.8335630
  sea,54.70,3.2

  """

@Suite struct `A matrix of the sample town` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("places.csv", places)
  }

  private func matrix(_ options: String..., to targets: String? = nil) throws -> ProgramRun {
    let rows = ["--matrix", folder.path("places.csv")] + (targets.map { ["--matrix-to", folder.path($0)] } ?? [])
    return try ProgramRun(["route", "--map", try SampleTown.map.get()] + rows + options)
  }

  @Test(arguments: [[], ["--mode", "truck"], ["--avoid", "tunnels"], ["--departure", "2026-05-04T07:30:00Z"]])
  func `holds the time and the length of each route`(options: [String]) throws {
    let run = try ProgramRun(
      ["route", "--map", try SampleTown.map.get(), "--matrix", folder.path("places.csv")] + options)
    #expect(run.exitCode == 0, "\(run.errors)")
    let document = try jsonObject(run.output)
    #expect(document["schema"] as? String == "tracemill/matrix/1")
    #expect(document["ids"] as? [String] == ["station", "depot", "orchard", "sea"])
    let durations = try #require(document["durations"] as? [[Any]])
    let distances = try #require(document["distances"] as? [[Any]])
    let rows = places.split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
    for (i, from) in rows.enumerated() {
      for (j, to) in rows.enumerated() {
        let ends = [from, to].flatMap { ["--waypoint", "\($0[1]),\($0[2])"] }
        let route = try jsonObject(
          try ProgramRun(["route", "--map", try SampleTown.map.get()] + ends + options).output)
        let summary = route["summary"] as? [String: Any]
        let duration = (summary?["duration_in_traffic_s"] as? Double) ?? (summary?["duration_s"] as? Double)
        #expect(durations[i][j] as? Double == duration?.rounded(), "\(from) \(to)")
        #expect(distances[i][j] as? Double == (summary?["length_m"] as? Double)?.rounded())
      }
    }
    #expect(distances[0][0] as? Int == 0 && (distances[0][1] as? Int ?? 0) > 500 && distances[3][0] is NSNull)
  }

  @Test func `tells of places without a road, and counts their pairs`() throws {
    let run = try matrix("-o", folder.path("out.json"))
    #expect(run.exitCode == 0 && run.output.isEmpty)
    #expect(
      run.errors.contains("places.csv: no road of this mode is near the place sea, at 54.7,3.2;"), "\(run.errors)")
    #expect(run.errors.contains("could_not_match_destination 3, could_not_match_origin 4"), "\(run.errors)")
    #expect(try matrix("--quiet", "--fail-if", "any").exitCode == 1)
    #expect(try matrix("--quiet", "--fail-if", "failed_percent > 50").exitCode == 0)
    try folder.write("places.csv", "id,lat,lon\nsea,54.70,3.2\nfar,54.70,3.3\n")
    #expect(try matrix("--quiet").exitCode == 1)
  }

  @Test func `is a table with a row for each pair`() throws {
    try folder.write("targets.csv", "id,lat,lon\n=depot,54.6983381,2.8458941\n")
    let run = try matrix("--format", "csv", "--csv-safe", to: "targets.csv")
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "from,to,duration_s,distance_m" && lines.count == 6)
    #expect(lines[2] == "depot,'=depot,0,0" && lines[4] == "sea,'=depot,,")
    #expect(run.errors.contains("no route begins there"), "\(run.errors)")
  }

  @Test func `leads from the places of one file to those of another, of GeoJSON`() throws {
    try folder.write(
      "targets.geojson",
      """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","properties":{"id":"depot"},"geometry":{"type":"Point","coordinates":[2.8458941,54.6983381]}},
      {"type":"Feature","properties":{"id":"yard"},"geometry":{"type":"Polygon","coordinates":[[[2.8,54.6],[2.9,54.6],[2.9,54.7],[2.8,54.6]]]}}
      ]}
      """)
    let run = try matrix(to: "targets.geojson")
    let document = try jsonObject(run.output)
    #expect(document["to_ids"] as? [String] == ["depot"] && (document["from_ids"] as? [String])?.count == 4)
    #expect((document["durations"] as? [[Any]])?.map(\.count) == [1, 1, 1, 1])
    #expect(run.errors.contains("the place yard is an area; a matrix takes points."), "\(run.errors)")
  }

  @Test func `leaves out places that cannot be read, by line`() throws {
    try folder.write("places.csv", "id,lat,lon\na,54.6959126,2.8368978\nb,154,2.8\na,54.7,2.83\n")
    let run = try matrix()
    #expect(try jsonObject(run.output)["ids"] as? [String] == ["a"])
    #expect(run.errors.contains("places.csv:3: lat '154'") && run.errors.contains("places.csv:4: "), "\(run.errors)")
    try folder.write("places.csv", "id,lat,lon\n")
    #expect(try matrix().exitCode == 3)
  }

  @Test func `is the same bytes with any number of workers, and with a hierarchy in the map`() async throws {
    let map = folder.path("grown.tmg")
    #expect(try ProgramRun("map", "build", "Traces/town.osm", "-o", map, "--hierarchy").exitCode == 0)
    var rows = "id,lat,lon\n"
    for i in 0..<300 { rows += "p\(i),\(54.694 + Double(i % 20) * 0.0008),\(2.828 + Double(i / 20) * 0.0015)\n" }
    try folder.write("places.csv", rows)
    for format in ["json", "csv"] {
      let one = try matrix("--jobs", "1", "--quiet", "--format", format)
      let eight = try matrix("--jobs", "8", "--quiet", "--format", format)
      let stored = try ProgramRun(
        "route", "--map", map, "--matrix", folder.path("places.csv"), "--quiet", "--format", format)
      #expect(one.output.utf8.count > 400_000 && one.output == eight.output && one.output == stored.output)
    }
  }

  @Test func `replaces an earlier matrix, and goes into folders and compressed files`() throws {
    for name in ["m.json", "m.csv", "m.csv.gz", "m.json.zst", "folder/"] {
      for _ in 0..<2 {
        let run = try matrix("--quiet", "-o", folder.path(name))
        #expect(run.exitCode == 0 && run.errors.isEmpty, "\(name): \(run.errors)")
      }
    }
    #expect(try folder.text("folder/matrix.csv").hasPrefix("from,to,duration_s,distance_m\n"))
    #expect(try folder.text("folder/manifest.json").contains("\"requests\""))
  }

  @Test(
    arguments: [
      (["--table", "routes"], "--table is for routes"), (["--alternatives", "2"], "--alternatives is for routes"),
      (["--plot", "a.svg"], "--plot is for routes"), (["--guidance", "language=de"], "--guidance is for routes"),
      (["--format", "gpx"], "A matrix is json or csv, not gpx"), (["-o", "m.ndjson"], "json or csv, not ndjson"),
      (["--waypoint", "54.7,2.8"], "or places with --matrix"), (["--csv-safe"], "--csv-safe is about CSV"),
    ])
  func `refuses what it would have to leave out`(options: [String], sentence: String) throws {
    let run = try ProgramRun(
      ["route", "--map", try SampleTown.map.get(), "--matrix", folder.path("places.csv")] + options)
    #expect(run.exitCode == 2 && run.errors.contains(sentence), "\(run.errors)")
    #expect(try ProgramRun("route", "--map", "x.tmg", "--matrix-to", "a.csv", "--waypoint", "1,2").exitCode == 2)
  }

  @Test func `has a schema, which names its fields`() throws {
    let schema = try jsonObject(try ProgramRun("schema", "matrix").output)
    let fields = try #require(schema["properties"] as? [String: Any])
    let document = try jsonObject(try matrix("--quiet").output)
    #expect(Set(document.keys).isSubset(of: fields.keys))
    #expect(schema["required"] as? [String] == ["schema", "durations", "distances"])
  }
}
