import Foundation
import Records
import Testing

@testable import Reports

/// Trips with and without edges, in turn.
private func mixedReports(_ count: Int) throws -> [TripReport] {
  let sketch = try ReportDrawing.sketch()
  return (0..<count).map { number in
    var report =
      number % 2 == 0
      ? ReportDrawing.unreadable(on: sketch, fixes: number % 3)
      : ReportDrawing.report(on: sketch, traceID: "van-\(number)")
    report.tripID = "trip-\(number)"
    return report
  }
}

@Test(arguments: TripTable.ofTrips)
func `a trip without rows leaves no comma in a JSON array`(table: TripTable) throws {
  let reports = try mixedReports(5)
  let rows = try #require(try json(try written(reports, .json, [table])) as? [[String: Any]])
  let expected = reports.flatMap { Array(repeating: $0.tripID, count: $0.rowCount(of: table)) }
  #expect(rows.map { $0["trip_id"] as? String } == expected)
}

@Test(arguments: TripTable.ofTrips)
func `the CSV header stands once, and trips in the order given`(table: TripTable) throws {
  let reports = try mixedReports(6)
  let records = csvRecords(try written(reports, .csv, [table]))
  let expected = reports.flatMap { Array(repeating: $0.tripID, count: $0.rowCount(of: table)) }
  #expect(records.map { $0[0] } == ["trip_id"] + expected)
}

@Test func `features of several trips are one valid collection`() throws {
  let reports = try mixedReports(5)
  let collection = try jsonObject(try written(reports, .geojson, [.edges, .events]))
  let features = try #require(collection["features"] as? [[String: Any]])
  #expect(features.count == reports.map { $0.rowCount(of: .edges) + $0.rowCount(of: .events) }.reduce(0, +))
}

@Test(arguments: ReportFormat.allCases)
func `trips rendered side by side are the bytes of trips rendered in turn`(format: ReportFormat) async throws {
  let reports = try mixedReports(12)
  let renderer = ReportRenderer(try ReportLayout(TripReportSettings(format: format), for: .directory("unused")))
  let parallel = await withTaskGroup(of: (Int, [RenderedChunk]).self) { group in
    for (index, report) in reports.enumerated() { group.addTask { (index, renderer.render(report)) } }
    return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
  let serial = reports.map { renderer.render($0) }
  #expect(parallel.map { $0.map(\.bytes) } == serial.map { $0.map(\.bytes) })
  #expect(serial.allSatisfy { $0.count == renderer.layout.outputs.count })
}

@Test func `one table on its own has the bytes it has among all`() throws {
  let reports = try mixedReports(4)
  let all = ReportRenderer(try ReportLayout(TripReportSettings(), for: .directory("unused")))
  let points = ReportRenderer(try ReportLayout(TripReportSettings(tables: [.points]), for: .standardOutput))
  let place = try #require(all.layout.outputs.firstIndex { $0.name == "points.csv" })
  for report in reports {
    #expect(all.render(report)[place].bytes == points.render(report)[0].bytes)
  }
}

@Test func `tables are written in one order, however they are asked for`() throws {
  let layout = try ReportLayout(
    TripReportSettings(format: .ndjson, tables: [.events, .trips, .events]), for: .directory("unused"))
  #expect(layout.outputs.map(\.name) == ["trips.ndjson", "events.ndjson"])
}

@Test func `a manifest nests, indents and leaves empty lists on one line`() {
  let value = JSONValue.object([
    "b": .list([.integer(1), .null, .list([])]), "absent": nil, "a": .sorted(["y": .flag(true), "x": .text("\"")]),
    "none": .object([JSONValue.Field]()),
  ])
  #expect(
    String(decoding: value.rendered(), as: UTF8.self) == """
      {
        "b": [
          1,
          null,
          []
        ],
        "a": {
          "x": "\\"",
          "y": true
        },
        "none": {}
      }

      """)
}
