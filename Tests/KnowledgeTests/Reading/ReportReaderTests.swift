import Geodesy
import Knowledge
import Records
import RoadGraph
import TestSupport
import Testing

@Suite("Drives from reports")
struct ReportReaderTests {
  private let drawing: ReadingDrawing

  init() throws { drawing = try ReadingDrawing() }

  @Test("CSV gives the drives of its trips, and counts the trip off the road")
  func csv() throws {
    try drawing.writeCSV()
    let (drives, counts, refusals) = try drawing.read("")
    #expect(drives == drawing.drives)
    #expect(refusals.isEmpty)
    #expect(counts.trips == 3 && counts.drives == 2 && counts.roadless == 1)
  }

  @Test("A file names the tables beside it, and all of them are read once")
  func files() throws {
    try drawing.writeCSV()
    #expect(try drawing.read("trips.csv", "points.csv").drives == drawing.drives)
  }

  @Test("Folders below a folder are read as well")
  func partitions() throws {
    try drawing.writeCSV("date=2026-05-04/vehicle=van/")
    try drawing.writeCSV("date=2026-05-05/vehicle=van/")
    #expect(try drawing.read("").drives == drawing.drives + drawing.drives)
  }

  @Test("Tables of NDJSON and of JSON give the same", arguments: ["ndjson", "json"])
  func jsonTables(ending: String) throws {
    for name in ReadingDrawing.names {
      let objects = drawing.objects(of: name)
      let text = ending == "json" ? "[\n" + objects.joined(separator: ",\n") + "\n]\n" : objects.joined(separator: "\n")
      try drawing.folder.write("\(name).\(ending)", text)
    }
    #expect(try drawing.read("").drives == drawing.drives)
  }

  @Test("Documents of trips give the same")
  func documents() throws {
    let documents = drawing.rows["trips", default: []].dropFirst().map { trip in
      let rows = { (table: String) in
        drawing.objects(of: table).filter { $0.contains("\"trip_id\":\"\(trip[0])\"") }.joined(separator: ",")
      }
      let head = """
        {"schema":"tracemill/trip/1","trip_id":"\(trip[0])","trace_id":"\(trip[1])","source":{"file":\
        "\(trip[2].replacing("\"", with: "\\\""))"},"map":{"version":"\(trip[3])"},"mode":"car","summary":{"fixes":\
        \(trip[5]),"begin_time":"\(trip[6])","end_time":"\(trip[7])","edges":\(trip[8]),"events":\(trip[9])},"vehicle":\
        \(trip[10].isEmpty ? "null" : "\"\(trip[10])\""),
        """
      return head + "\"points\":[\(rows("points"))],\"edges\":[\(rows("edges"))],\"events\":[\(rows("events"))]}"
    }
    try drawing.folder.write("drives.json", "[\n" + documents.joined(separator: ",\n") + "\n]\n")
    #expect(try drawing.read("drives.json").drives == drawing.drives)
  }

  @Test("Features of several tables give the same")
  func features() throws {
    var lines: [String] = []
    for trip in drawing.rows["trips", default: []].dropFirst() {
      for name in ReadingDrawing.names {
        lines += drawing.objects(of: name).filter { $0.contains("\"trip_id\":\"\(trip[0])\"") }.map {
          "{\"type\":\"Feature\",\"geometry\":null,\"properties\":{\"table\":\"\(name)\",\($0.dropFirst())}"
        }
      }
    }
    let collection = "{\"type\":\"FeatureCollection\",\"features\":[\n\(lines.joined(separator: ",\n"))\n]}\n"
    try drawing.folder.write("trips.geojson", collection)
    #expect(try drawing.read("trips.geojson").drives == drawing.drives)
  }
}

@Suite("Many reports, and hostile ones")
struct HostileReportTests {
  private let drawing: ReadingDrawing

  init() throws { drawing = try ReadingDrawing() }

  @Test("Sources that are read at the same time give all drives, and refusals in the order of the sources")
  func together() throws {
    for name in ["a/", "b/", "c/"] {
      try drawing.writeCSV(name) { $0["points"]?.append([name, "", "matched", "0", "0.00", "1"]) }
    }
    let reader = try ReportReader([drawing.folder.path("")], on: drawing.sketch.graph, mode: .car)
    let spool = try DriveSpool(for: drawing.folder.path("knowledge"), mode: .car)
    var refusals: [Refusal] = []
    let counts = try reader.read(0..<reader.sourceCount, into: spool) { refusals.append($0) }
    #expect(reader.sourceCount == 3 && counts.drives == 6 && spool.driveCount == 6)
    #expect(refusals.map { $0.file.suffix(12) } == ["a/points.csv", "b/points.csv", "c/points.csv"])
  }

  @Test("JSON that is cut or altered anywhere is read or refused", arguments: ["edges", "trips"])
  func damagedJSON(table: String) throws {
    for name in ReadingDrawing.names {
      try drawing.folder.write("\(name).ndjson", drawing.objects(of: name).joined(separator: "\n"))
    }
    let whole = Array(drawing.objects(of: table).joined(separator: "\n").utf8)
    for place in whole.indices {
      try drawing.folder.write("\(table).ndjson", Array(whole[..<place]))
      #expect(((try? drawing.read("").drives) ?? []).count <= 2)
      var altered = whole
      altered[place] = Array("{}[]\",:\\n0 ".utf8)[place % 11]
      try drawing.folder.write("\(table).ndjson", altered)
      #expect(((try? drawing.read("").drives) ?? []).count <= 2)
    }
  }
}

@Suite("Reports that cannot be learned from")
struct RefusedReportTests {
  private let drawing: ReadingDrawing

  init() throws { drawing = try ReadingDrawing() }

  @Test("A row that cannot be used is refused with its line, and the others are read")
  func badRows() throws {
    try drawing.writeCSV { rows in
      rows["edges"]?[2][4] = "guessed"
      rows["points"]?[6][3] = "999"
      rows["points"]?.append(["three", "", "matched", "0", "0.00", "1"])
      rows["events"]?[1][4] = "north"
    }
    let (drives, counts, refusals) = try drawing.read("")
    #expect(refusals.map(\.reason) == ["bad_evidence", "bad_place", "off_path", "bad_edge", "unknown_trip"])
    #expect(refusals.map(\.line) == [3, 2, 2, 7, 8])
    #expect(counts.refused["bad_edge"] == 1)
    #expect(drives.map(\.tripID) == ["one", "two"])
    #expect(drives[0].paths[0].steps.count == 1)
  }

  @Test("A damaged row of trips costs its trip")
  func damagedTrip() throws {
    try drawing.writeCSV { $0["trips"]?[1] = ["one", "one"] }
    let (drives, _, refusals) = try drawing.read("")
    #expect(drives == Array(drawing.drives.dropFirst()))
    #expect(refusals.first?.reason == "bad_record")
    #expect(refusals.dropFirst().allSatisfy { $0.reason == "unknown_trip" })
  }

  @Test("Steps that do not follow each other begin a new path")
  func cutPath() throws {
    try drawing.writeCSV { $0["edges"]?[2][7] = "1" }
    #expect(try drawing.read("").drives[0].paths.map(\.steps.count) == [1, 1])
  }

  @Test("Trips of another mode and trips without times are counted")
  func leftOut() throws {
    try drawing.writeCSV { rows in
      rows["trips"]?[1][4] = "bicycle"
      rows["trips"]?[3][6] = ""
    }
    let (drives, counts, _) = try drawing.read("")
    #expect(drives.isEmpty)
    #expect(counts.otherMode == 1 && counts.timeless == 1)
  }

  @Test("Another map, a missing table and a missing column are errors that name the cure")
  func errors() throws {
    try drawing.writeCSV { $0["trips"]?[1][3] = "0123456789abcdef" }
    let path = drawing.folder.path("trips.csv")
    #expect(
      throws: ReportReadingError.otherMap(
        path: path, line: 2, version: "0123456789abcdef", wanted: drawing.version)
    ) { try drawing.read("") }
    try drawing.writeCSV { $0["points"] = nil }
    #expect(throws: ReportReadingError.self) { try drawing.read("nothing") }
    try drawing.writeCSV("b/") { $0["points"] = nil }
    #expect(throws: ReportReadingError.missingTable(name: "points", beside: drawing.folder.path("b/trips.csv"))) {
      try drawing.read("b")
    }
    try drawing.writeCSV("c/") { $0["points"]?[0][4] = "way" }
    #expect(
      throws: ReportReadingError.missingColumns(
        ["offset_m"], path: drawing.folder.path("c/points.csv"), table: "points")
    ) { try drawing.read("c") }
  }

  @Test("A file that is not as its manifest says is an error")
  func changedFile() throws {
    try drawing.writeCSV()
    try drawing.folder.write(
      "manifest.json",
      """
      {"schema":"tracemill/manifest/1","trips":{},"outputs":[{"name":"trips.csv","bytes":12}]}
      """)
    #expect(throws: ReportReadingError.changed(path: drawing.folder.path("trips.csv"))) { try drawing.read("") }
  }
}
