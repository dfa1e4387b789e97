import Foundation
import Moments
import Records
import Storage
import TestSupport
import Testing
import Traces

@testable import Reports

@Suite struct ReportWriterTests {
  let directory: TemporaryDirectory
  let reports: [TripReport]
  let refusals = [
    Refusal(file: "a.csv", line: 7, traceID: "van-1", reason: "bad_position", message: "latitude 481.2, not −90…90"),
    Refusal(file: "b.gpx", line: nil, traceID: nil, reason: "not_gpx", message: "the first element is \"html\""),
  ]

  init() throws {
    directory = try TemporaryDirectory()
    let sketch = try ReportDrawing.sketch()
    reports = [ReportDrawing.report(on: sketch), ReportDrawing.unreadable(on: sketch, fixes: 2)]
  }

  private func write(_ settings: TripReportSettings, finishing manifest: Manifest? = nil) throws {
    let destination = ReportDestination.directory(directory.path + "/deep/report")
    let layout = try ReportLayout(settings, for: destination)
    let writer = try ReportWriter(layout.frames, to: destination)
    let renderer = ReportRenderer(layout)
    for report in reports { try writer.append(renderer.render(report)) }
    try writer.append(renderer.render(refusals))
    try writer.finish(manifest)
  }

  private func text(_ name: String) throws -> String { try directory.text("deep/report/" + name) }

  private var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: directory.path + "/deep/report").sorted()
    }
  }

  private var manifest: Manifest {
    var manifest = Manifest(
      program: .init(version: "0.1.0", build: "00ff"), map: .init(id: "city.osm.pbf", version: "00ff", dataTime: ""),
      startedAt: Timestamp(millisecondsSince1970: 1_767_225_600_000),
      finishedAt: Timestamp(millisecondsSince1970: 1_767_225_661_500))
    manifest.options = ["mode": "car", "format": "csv"]
    manifest.tripsByStatus = ["rejected": 1, "partial": 1]
    manifest.inputs = [.init(path: "-", byteCount: nil), .init(path: "a.csv", byteCount: 12)]
    return manifest
  }

  @Test(
    arguments: [
      (ReportFormat.csv, [], ["edges.csv", "events.csv", "maneuvers.csv", "points.csv", "rejects.csv", "trips.csv"]),
      (.csv, [.points, .trips], ["points.csv", "trips.csv"]), (.json, [], ["rejects.json", "trips.json"]),
      (.ndjson, [], ["rejects.ndjson", "trips.ndjson"]), (.ndjson, [.events], ["events.ndjson"]),
      (.geojson, [], ["rejects.csv", "trips.geojson"]), (.gpx, [], ["rejects.csv", "trips.gpx"]),
    ] as [(ReportFormat, [TripTable], [String])])
  func `a directory gets the files of its format`(format: ReportFormat, tables: [TripTable], files: [String]) throws {
    try write(TripReportSettings(format: format, tables: tables))
    #expect(try names == files)
  }

  @Test func `refusals have their table`() throws {
    try write(TripReportSettings())
    #expect(
      try text("rejects.csv") == """
        file,line,trace_id,reason,message
        a.csv,7,van-1,bad_position,"latitude 481.2, not −90…90"
        b.gpx,,,not_gpx,"the first element is ""html\"""

        """)
    try write(TripReportSettings(format: .json))
    let rows = try #require(try json(try text("rejects.json")) as? [[String: Any]])
    #expect(rows.map { $0["reason"] as? String } == ["bad_position", "not_gpx"])
    #expect(rows[1]["line"] is NSNull)
  }

  @Test func `the manifest tells the run, its keys sorted`() throws {
    try write(TripReportSettings(), finishing: manifest)
    let text = try text("manifest.json")
    #expect(
      text.hasPrefix(
        """
        {
          "finished_at": "2026-01-01T00:01:01.500Z",
          "fixes": {
            "by_reason": {},
            "by_status": {},
            "count": 0
          },
          "host": null,
          "inputs": [
            {
              "bytes": null,
              "path": "-"
            },
        """))
    let read = try jsonObject(text)
    let outputs = try #require(read["outputs"] as? [[String: Any]])
    #expect(outputs.map { $0["name"] as? String } == TripTable.standard.map { $0.rawValue + ".csv" })
    #expect(outputs.map { $0["rows"] as? Int } == [2, 7, 3, 1, 2, 2])
    for output in outputs {
      let name = try #require(output["name"] as? String)
      #expect(try self.text(name).utf8.count == output["bytes"] as? Int)
    }
    #expect((read["trips"] as? [String: Any])?["count"] as? Int == 2)
  }

  @Test func `the same trips give the same bytes`() throws {
    try write(TripReportSettings())
    let first = try names.map(text)
    try write(TripReportSettings())
    #expect(try names.map(text) == first)
  }

  @Test func `files appear when the report is complete, and older ones stay until then`() throws {
    let destination = ReportDestination.directory(directory.path)
    try Data("old".utf8).write(to: URL(fileURLWithPath: directory.path + "/trips.csv"))
    let layout = try ReportLayout(TripReportSettings(tables: [.trips]), for: destination)
    let writer = try ReportWriter(layout.frames, to: destination)
    try writer.append(ReportRenderer(layout).render(reports[0]))
    try writer.flush()
    #expect(try directory.text("trips.csv") == "old")
    let partial = try #require(try directory.names.first { $0.hasPrefix("trips.csv.") && $0.hasSuffix(".partial") })
    #expect(csvRecords(try directory.text(partial)).count == 2)
    try writer.finish(nil)
    #expect(try directory.names == ["trips.csv"])
    #expect(csvRecords(try directory.text("trips.csv")).count == 2)
  }

  @Test func `what an earlier run left goes when the new report is complete, and not before`() throws {
    let destination = ReportDestination.directory(directory.path)
    for name in ["points.json", "manifest.json"] {
      try Data("old".utf8).write(to: URL(fileURLWithPath: directory.path + "/" + name))
    }
    let layout = try ReportLayout(TripReportSettings(tables: [.trips]), for: destination)
    let writer = try ReportWriter(layout.frames, to: destination)
    #expect(try directory.text("points.json") == "old" && directory.text("manifest.json") == "old")
    try writer.finish(manifest, removing: [directory.path + "/points.json", directory.path + "/gone.json"])
    #expect(try directory.names == ["manifest.json", "trips.csv"])
    #expect(try directory.text("manifest.json").contains("tracemill/manifest/1"))
  }

  @Test(arguments: [(0, false), (2, true)])
  func `a manifest names fixes whose search met its bound only where there are some`(count: Int, isNamed: Bool) throws {
    var manifest = manifest
    manifest.searchBoundFixes = count
    let read = try jsonObject(String(decoding: manifest.rendered(), as: UTF8.self))
    #expect(read["search_limit"] as? [String: Int] == (isNamed ? ["fixes": count] : nil))
  }

  @Test func `an abandoned report leaves nothing`() throws {
    let destination = ReportDestination.directory(directory.path)
    let writer = try ReportWriter(try ReportLayout(TripReportSettings(), for: destination).frames, to: destination)
    writer.abandon()
    #expect(try directory.names.isEmpty)
  }

  @Test(arguments: ReportFormat.ofText)
  func `a report of no trips is a valid file`(format: ReportFormat) throws {
    let text = try written([], format, format == .csv ? [.trips] : [])
    switch format {
    case .json: #expect((try json(text) as? [Any])?.isEmpty == true)
    case .geojson: #expect((try jsonObject(text)["features"] as? [Any])?.isEmpty == true)
    case .ndjson: #expect(text.isEmpty)
    case .csv: #expect(text == TripTable.trips.schema.csvHeader())
    case .gpkg, .html, .arrow: Issue.record("no text of rows")
    case .gpx: #expect(text.hasSuffix("</gpx>\n"))
    }
  }

  @Test(
    arguments: [
      (.csv, [], .oneTableOnly(.csv, tables: 6)),
      (.ndjson, [.points, .edges], .oneTableOnly(.ndjson, tables: 2)),
      (.gpx, [.points], .notATableOf(.gpx, table: "points")),
      (.geojson, [.events, .rejects], .notATableOf(.geojson, table: "rejects")),
    ] as [(ReportFormat, [TripTable], ReportError)])
  func `what a stream cannot hold is refused with the cure`(
    format: ReportFormat, tables: [TripTable], error: ReportError
  ) {
    #expect(throws: error) {
      try ReportLayout(TripReportSettings(format: format, tables: tables), for: .standardOutput)
    }
    #expect(error.description.contains("choose"))
  }

  @Test func `a directory that cannot be made is an error that names it`() throws {
    let path = directory.path + "/file"
    try Data().write(to: URL(fileURLWithPath: path))
    let destination = ReportDestination.directory(path + "/report")
    let layout = try ReportLayout(TripReportSettings(), for: destination)
    let error = try #require(throws: ReportError.self) { try ReportWriter(layout.frames, to: destination) }
    #expect(error.description.contains(path + "/report"))
  }

  @Test func `a file that cannot be made is an error that names it`() throws {
    let destination = ReportDestination.file(directory.path + "/missing/points.csv")
    let layout = try ReportLayout(TripReportSettings(tables: [.points]), for: destination)
    let error = try #require(throws: ReportError.self) { try ReportWriter(layout.frames, to: destination) }
    #expect(error.description.contains("missing/points.csv"))
  }

  @Test func `a full disk is an error`() throws {
    let stream = DirectOutput(try OpenDescriptor(writingTo: "/dev/full"))
    try stream.write(Array("text".utf8))
    let error = try #require(throws: ReportError.self) { try stream.flush() }
    #expect(error.description.contains("/dev/full: cannot write"))
  }

  @Test func `large bytes keep their place among small ones`() throws {
    let path = directory.path + "/stream"
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let stream = DirectOutput(try OpenDescriptor(writingTo: path))
    var expected: [UInt8] = []
    for (number, count) in [3, 100_000, 5, 16_384, 16_383, 300_000, 1].enumerated() {
      let bytes = Array(repeating: UInt8(number), count: count)
      var buffer = ByteBuffer()
      buffer.append(bytes)
      try stream.write(buffer)
      expected += bytes
    }
    try stream.flush()
    #expect(FileManager.default.contents(atPath: path).map(Array.init) == expected)
  }

  @Test func `devices are written directly`() throws {
    let destination = ReportDestination.file("/dev/null")
    let layout = try ReportLayout(TripReportSettings(tables: [.points]), for: destination)
    let writer = try ReportWriter(layout.frames, to: destination)
    try writer.append(ReportRenderer(layout).render(reports[0]))
    try writer.finish(nil)
    #expect(!FileManager.default.fileExists(atPath: "/dev/null.partial"))
    #expect(writer.written.map(\.rows) == [5])
  }

  @Test func `a link to a device is written through and stays`() throws {
    let link = directory.path + "/screen"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/null")
    let layout = try ReportLayout(TripReportSettings(tables: [.points]), for: .file(link))
    let writer = try ReportWriter(layout.frames, to: .file(link))
    try writer.append(ReportRenderer(layout).render(reports[0]))
    try writer.finish(nil)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/dev/null")
  }

  @Test func `a reader that goes away is no failure but an end`() throws {
    let pipe = Pipe()
    let stream = DirectOutput(
      try OpenDescriptor(writingTo: "/proc/self/fd/\(pipe.fileHandleForWriting.fileDescriptor)"))
    try pipe.fileHandleForWriting.close()
    try pipe.fileHandleForReading.close()
    try stream.write(Array("text".utf8))
    #expect(throws: ReportError.brokenPipe) { try stream.flush() }
  }
}
