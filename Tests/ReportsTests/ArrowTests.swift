import Foundation
import Geodesy
import Moments
import Records
import TestSupport
import Testing
import Traces

@testable import Reports

@Suite struct `Tables of Arrow` {
  let sketch: RoadSketch
  let reports: [TripReport]

  init() throws {
    sketch = try ReportDrawing.sketch()
    reports = [ReportDrawing.report(on: sketch), ReportDrawing.unreadable(on: sketch, fixes: 2)]
  }

  private func bytes(_ settings: TripReportSettings, times: Int = 1) throws -> [UInt8] {
    let directory = try TemporaryDirectory()
    let destination = ReportDestination.file(directory.path + "/out")
    let layout = try ReportLayout(settings, for: destination)
    let writer = try ReportWriter(layout.frames, to: destination)
    for _ in 0..<times { for report in reports { try writer.append(ReportRenderer(layout).render(report)) } }
    try writer.finish(nil)
    return Array(try Data(contentsOf: URL(fileURLWithPath: directory.path + "/out")))
  }

  private func settings(
    _ format: ReportFormat, _ table: TripTable, select names: [String] = []
  ) -> TripReportSettings {
    var settings = TripReportSettings(format: format, tables: [table])
    if !names.isEmpty { settings.columns = [ColumnChoice(of: nil, names)] }
    return settings
  }

  /// What CSV has for a value of Arrow.
  private func isEqual(_ value: ArrowReading.Value, _ field: String?, of column: ColumnSchema) -> Bool {
    switch value {
    case .null: field == nil
    case .integer(let number) where column.type == .time:
      field == iso8601(Timestamp(millisecondsSince1970: number))
    case .integer(let number): field == String(number)
    case .double(let number): field.flatMap(Double.init) == number
    case .text(let text): field == text || field == nil && text.isEmpty  // no words
    case .flag(let flag): field == String(flag)
    }
  }

  private func iso8601(_ time: Timestamp) -> String {
    var bytes = ByteWriter()
    bytes.time(time)
    return String(decoding: bytes.array, as: UTF8.self)
  }

  @Test(arguments: TripTable.allCases)
  func `have the columns and values of CSV`(table: TripTable) throws {
    let arrow = ArrowReading(try bytes(settings(.arrow, table)))
    let records = csvRecords(String(decoding: try bytes(settings(.csv, table)), as: UTF8.self))
    let columns = table.schema.columns
    #expect(arrow.isComplete)
    #expect(arrow.names == columns.map(\.name))
    #expect(arrow.notes.map { $0["meaning"] } == columns.map(\.meaning))
    #expect(arrow.notes.map { $0["unit"] } == columns.map(\.unit))
    #expect(arrow.rows.count == records.count - 1)
    for (row, record) in zip(arrow.rows, records.dropFirst()) {
      for (index, column) in columns.enumerated() {
        #expect(isEqual(row[index], record[index], of: column), "\(column.name)")
        #expect(row[index] != .null || arrow.isNullable[index], "\(column.name)")
      }
    }
  }

  @Test func `have the chosen columns, in their order`() throws {
    let arrow = ArrowReading(try bytes(settings(.arrow, .points, select: ["status", "trip_id", "lat"])))
    #expect(arrow.names == ["status", "trip_id", "lat"])
    let place = try #require(reports[0].trace.fixes[0].place)
    #expect(arrow.rows.first == [.text("matched"), .text("van-1"), .double(place.latitude)])
  }

  @Test func `are cut into batches of 16,384 rows, wherever a trip ends`() throws {
    let fixes = reports.reduce(0) { $0 + $1.trace.fixes.count }
    let times = 40_000 / fixes
    let arrow = ArrowReading(try bytes(settings(.arrow, .points), times: times))
    #expect(arrow.batches == [16_384, 16_384, times * fixes - 32_768])
    #expect(arrow.isComplete)
  }

  @Test func `are known as reports`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/points.arrow"
    let own = try bytes(settings(.arrow, .points))
    try Data(own).write(to: URL(fileURLWithPath: path))
    #expect(isReport(at: path))
    try Data(own.prefix(8) + [0, 0, 0]).write(to: URL(fileURLWithPath: path))
    #expect(!isReport(at: path))
  }
}
