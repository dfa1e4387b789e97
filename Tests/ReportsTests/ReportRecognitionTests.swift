import Foundation
import Testing

@testable import Reports

@Suite struct `Reports are known again` {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func isKnown(_ text: String) throws -> Bool {
    let path = directory.path + "/file"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return isReport(at: path)
  }

  private func report() throws -> TripReport { ReportDrawing.report(on: try ReportDrawing.sketch()) }

  @Test(arguments: [ReportFormat.csv, .json, .ndjson, .geojson], TripTable.allCases)
  func `each table in each format`(format: ReportFormat, table: TripTable) throws {
    guard format != .geojson || ![.segments, .rejects, .alternatives, .tours].contains(table) else { return }
    let text = try written([try report()], format, [table])
    #expect(try isKnown(text) == !text.isEmpty)  // NDJSON without rows
  }

  @Test(arguments: ReportFormat.ofText)
  func `what a format writes where no table is named, also without trips`(format: ReportFormat) throws {
    let tables: [TripTable] = format == .csv ? [.trips] : []
    #expect(try isKnown(written([try report()], format, tables)))
    let empty = try written([], format, tables)
    #expect(try isKnown(empty) == !empty.isEmpty)
  }

  @Test(arguments: RouteTable.allCases)
  func `the tables of routes`(table: RouteTable) throws {
    #expect(try isKnown(table.schema.csvHeader()))
    let row = table.schema.columns.map { "\"\($0.name)\":null" }.joined(separator: ",")
    #expect(try isKnown("{\(row)}\n") && isKnown("[\n{\(row)},\n{\(row)}\n]\n"))
  }

  @Test func `tables of other versions, with fewer columns or more`() throws {
    let names = TripTable.points.schema.columns.map(\.name)
    #expect(try isKnown(names.dropLast(2).joined(separator: ",") + "\n"))
    #expect(try isKnown((names + ["colour"]).joined(separator: ",") + "\n"))
    #expect(try !isKnown((names.dropLast() + ["colour"]).joined(separator: ",") + "\n"))
  }

  @Test func `values that look like names do not mislead`() throws {
    #expect(try isKnown(#"{"trip_id":"a\",\"x\":1","trace_id":"}],[{","vehicle":null,"index":3}"# + "\n"))
    #expect(try !isKnown(#"{"id":{"trip_id":1,"trace_id":2,"index":3}}"# + "\n"))
  }

  @Test(arguments: [
    "trace_id,time,lat,lon\na,2026-01-02T03:04:05Z,54.7,2.84\n", "id,lat,lon\n", "trip_id,trace_id\n",
    "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\" creator=\"other\"></gpx>", "{\"type\":\"FeatureCollection\"}", "[]",
    "{\"type\":\"FeatureCollection\",\"features\":[\n{\"type\":\"Feature\",\"properties\":{\"table\":\"cities\"}}\n]}\n",
    "[\n{\"id\":1}\n]\n", "{\"schema\":\"other/1\"}", "notes", "", "{", "[\n{", "{\"trip_id", "\u{0}\u{0}",
  ])
  func `other files are not`(text: String) throws {
    #expect(try !isKnown(text))
  }

  @Test func `what is no file is not`() {
    #expect(!isReport(at: "/no/such") && !isReport(at: "/dev/null") && !isReport(at: "/"))
  }
}
