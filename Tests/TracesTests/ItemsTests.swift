import Foundation
import Moments
import Testing

@testable import Traces

/// Fixes within documents of JSON, and tables after lines of other text.
struct ItemsTests {
  private func settings(items: String = "", skip: Int? = nil) -> TraceReadingSettings {
    var settings = TraceReadingSettings()
    settings.items = JSONPath.names(items)
    settings.skip = skip
    return settings
  }

  private static let fixes =
    "[{\"lat\":47.5,\"lon\":9.5,\"time\":\"2026-01-02T03:04:05Z\"},"
    + "{\"lat\":47.6,\"lon\":9.6,\"time\":\"2026-01-02T03:04:06Z\"}]"

  @Test(arguments: [
    ("{\"a\": {\"b\": FIXES}}", "a.b"), ("{\"a\": {\"b\": FIXES}, \"tail\": [1, {\"b\": 2}]}", "a.b"),
    ("{\"x\": \"} ] \\\" {\", \"y\": [[{}]], \"a\": {\"z\": null, \"b\": FIXES}}", "a[].b[]"),
    ("{\"a\": [{\"c\": 1}, {\"b\": FIXES}]}", "a.b"), ("[{\"b\": FIXES}]", "b"),
    ("{\"kind\": \"other\"}\n{\"a\": {\"b\": FIXES}}\n", "a.b"),
    ("\u{FEFF}{\n \"kind\": 7,\n \"a\": {\n \"b\": FIXES\n}\n}\n", "a.b"),
  ])
  func `a path leads to the fixes of a document`(text: String, path: String) {
    let file = ReadFile(text.replacingOccurrences(of: "FIXES", with: Self.fixes), as: "a.json", settings(items: path))
    #expect(file.rows == JSONTraceTests.two, "\(file.complaints)")
    #expect(file.refusals.isEmpty, "\(file.complaints)")
  }

  @Test func `documents one behind the other each have their list`() {
    let one = "{\n\"a\": {\"b\": \(Self.fixes)}, \"rest\": {\"lat\": 1}\n}\n"
    let file = ReadFile(one + one, as: "a.json", settings(items: "a.b"))
    #expect(file.fixes.count == 4 && file.counts["bad_record"] == nil, "\(file.complaints)")
  }

  @Test func `what stands far before the list costs no memory and hides it not`() {
    let filler = (0..<20_000).map { "{\"n\": \($0), \"t\": \"]}\"}" }.joined(separator: ",")
    let text = "{\"log\": [\(filler)], \"a\": {\"b\": \(Self.fixes)}}"
    let file = ReadFile(text, as: "a.json", settings(items: "a.b"))
    #expect(text.utf8.count > 4 * FileBeginning.mostBytes && file.rows == JSONTraceTests.two)
  }

  @Test func `objects around a fix lend it their members`() {
    let text = "{\"cars\": [{\"vehicle\": \"v1\", \"p\": \(Self.fixes)}, {\"vehicle\": \"v2\", \"p\": \(Self.fixes)}]}"
    let file = ReadFile(text, as: "a.json", settings(items: "cars.p"))
    #expect(file.traces.map(\.id) == ["v1", "v2"], "\(file.complaints)")
  }

  @Test(arguments: [
    ("{\"data\": {\"points\": [], \"n\": 1}}", "data.fixes", "no 'fixes': 'data' has 'points', 'n'"),
    ("{\"data\": {\"points\": []}}", "dat", "no 'dat': the document has 'data'"),
    ("{\"data\": 7}", "data.points", "no 'points': 'data' is no object"),
    ("{\"data\": [{\"x\": 1}]}", "data.points", "no 'points': 'data' has 'x'"),
  ])
  func `a path that leads nowhere is refused with the names that are there`(text: String, path: String, said: String) {
    let file = ReadFile(text, as: "a.json", settings(items: path))
    #expect(file.traces.isEmpty && file.counts == ["items_unknown": 1], "\(file.complaints)")
    #expect(file.complaints.first?.contains(said) == true, "\(file.complaints)")
  }

  @Test func `a stated number of lines before a table is passed over`() {
    let table = "lat,lon,time\n47.5,9.5,2026-01-02T03:04:05Z\n47.6,9.6,2026-01-02T03:04:06Z\n"
    let above = "lat,lon,time\n1.0,2.0,2020-01-02T03:04:05Z\n"
    let file = ReadFile(above + table, as: "a.csv", settings(skip: 2))
    #expect(file.rows == JSONTraceTests.two && file.refusals.isEmpty, "\(file.complaints)")
    #expect(file.fixes.map(\.line) == [4, 5])
    #expect(ReadFile(table, as: "a.csv", settings(skip: 9)).counts == ["no_rows": 1])
  }

  @Test(arguments: [
    "0101000020E610000000000000000023400000000000C04740",
    "010100000000000000000023400000000000C04740",
    "000000000140230000000000004047c00000000000",
    "01E903000000000000000023400000000000C047400000000000000840",
    "01010000A0E610000000000000000023400000000000C047400000000000000840",
    "geo:47.5,9.5", "47.5°, 9.5°", "SRID=4326;POINT(9.5 47.5)", "POINT Z (9.5 47.5 3)",
  ])
  func `a point of a database or of a phone is a position`(text: String) {
    let position = PositionText(text)
    #expect(position?.latitude == 47.5 && position?.longitude == 9.5)
  }

  @Test(arguments: [
    "0101000020110F000000000000000023400000000000C04740", "SRID=3857;POINT(9.5 47.5)", "0103000020E6100000",
    "0102030405060708090A0B0C0D0E0F101112131415",
  ])
  func `a point of another system and what is no point are no position`(text: String) {
    #expect(PositionText(text) == nil)
  }
}

/// Dates of two digits and counts from a stated day, as tables have them.
struct PointedDateTests {
  private func times(
    _ rows: [String], _ settings: TraceReadingSettings = TraceReadingSettings(), header: String = "time"
  )
    -> [String]
  {
    let table = rows.enumerated().map { "47.1\($0)3456;9.5;\($1)" }.joined(separator: "\n")
    let file = ReadFile("lat;lon;\(header)\n\(table)\n", as: "a.csv", settings)
    return file.fixes.map { $0.refusal?.rawValue ?? $0.time?.iso8601 ?? "-" } + file.complaints
  }

  @Test func `the day comes before points, in one cell or two`() {
    #expect(times(["24.11.26 08:15:00", "24.11.26 08:15:05"]) == ["2026-11-24T08:15:00Z", "2026-11-24T08:15:05Z"])
    #expect(
      times(["24.11.26;08:15:00", "24.11.26;08:15:05"], header: "Datum;Uhrzeit")
        == ["2026-11-24T08:15:00Z", "2026-11-24T08:15:05Z"])
  }

  @Test func `the year comes first where only it can, or where neighbours show it`() {
    #expect(times(["26.11.30 23:59:59", "26.12.01 00:00:04"]) == ["2026-11-30T23:59:59Z", "2026-12-01T00:00:04Z"])
    #expect(times(["98.11.24 08:15:00", "98.11.24 08:15:05"]) == ["1998-11-24T08:15:00Z", "1998-11-24T08:15:05Z"])
  }

  @Test func `numbers count from the moment that is stated`() throws {
    var settings = TraceReadingSettings()
    settings.timeFormat = try TimeFormat("s since 1989-12-31")
    #expect(times(["1147158321", "1147158322.5"], settings) == ["2026-05-08T07:05:21Z", "2026-05-08T07:05:22.500Z"])
    settings.timeFormat = try TimeFormat("days since 2017-10-31 + ms")
    settings.columns.byColumn = [.date: .name("day"), .time: .name("clock")]
    #expect(
      times(["1.5;1500", "1.5;x"], settings, header: "day;clock").prefix(2) == ["2017-11-01T12:00:01.500Z", "bad_time"])
    #expect(throws: (any Error).self) { try TimeFormat("weeks since 1980-01-06") }
  }

  @Test func `numbers count from the time that is written beside them`() throws {
    var settings = TraceReadingSettings()
    settings.timeFormat = try TimeFormat("iso + min")
    settings.columns.byColumn = [.date: .name("begin"), .time: .name("passed")]
    let cells = [
      "2026-05-08T09:05:00.000+02:00;5", "2026-05-08 09:05:00;1.5", "2026-05-08T09:05:00Z;-5", "2026-05-08T09:05:00Z;x",
      "x;5",
    ]
    let universal = ["2026-05-08T07:10:00Z", "2026-05-08T09:06:30Z", "2026-05-08T09:00:00Z", "bad_time", "bad_time"]
    #expect(times(cells, settings, header: "begin;passed").prefix(5) == universal[...])
    settings.clock = LocalClock("+02:00")
    let local = ["2026-05-08T07:10:00Z", "2026-05-08T07:06:30Z"]
    #expect(times(cells, settings, header: "begin;passed").prefix(2) == local[...])
    #expect(throws: (any Error).self) { try TimeFormat("iso + weeks") }
  }
}
