import Moments
import Records
import Testing

@testable import Traces

@Suite struct `Times of a CSV file` {
  /// A file of one column of times, and what came out of it.
  private func read(
    _ times: [String], header: String = "time", _ settings: TraceReadingSettings = TraceReadingSettings()
  ) -> ReadFile {
    let rows = times.map { "\($0);47,1;9,5\n" }
    return ReadFile("\(header);lat;lon\n" + rows.joined(), as: "van.csv", settings)
  }

  private func times(_ file: ReadFile) -> [String] {
    file.fixes.map { $0.refusal?.rawValue ?? $0.time?.iso8601 ?? "none" }
  }

  private func settings(_ format: String? = nil, _ clock: String? = nil) throws -> TraceReadingSettings {
    var settings = TraceReadingSettings()
    if let format { settings.timeFormat = try TimeFormat(format) }
    settings.clock = clock.flatMap { LocalClock($0) }
    return settings
  }

  private static let vaduz = "CET-1CEST,M3.5.0,M10.5.0/3"

  // MARK: Day and month

  @Test(arguments: [
    (["04/05/2026 07:05:09", "13/05/2026 07:05:09"], ["2026-05-04T07:05:09Z", "2026-05-13T07:05:09Z"]),
    (["05/04/2026 7:05 PM", "05/13/2026 7:05 AM"], ["2026-05-04T19:05:00Z", "2026-05-13T07:05:00Z"]),
    (["03/05/2026 23:59", "04/05/2026 00:01"], ["2026-05-03T23:59:00Z", "2026-05-04T00:01:00Z"]),
    (["05/05/2026 07:05", "05/05/2026 07:06"], ["2026-05-05T07:05:00Z", "2026-05-05T07:06:00Z"]),
    // A record that contradicts is refused.
    (Array(repeating: "13/05/2026 07:05", count: 900) + ["05/13/2026 07:05"], ["2026-05-13T07:05:00Z", "bad_time"]),
  ])
  func `have one order of day and month, which some of them show`(texts: [String], expected: [String]) {
    let file = read(texts)
    #expect([times(file).first, times(file).last] == expected && file.traces.count == 1)
  }

  @Test func `decide by a record far down in the sample`() {
    let file = read(Array(repeating: "04/05/2026 07:05", count: 500) + ["14/05/2026 07:05"])
    #expect(times(file).first == "2026-05-04T07:05:00Z" && file.refusals.isEmpty)
  }

  @Test func `are refused where nothing shows the order`() throws {
    let file = read(["04/05/2026 07:05", "04/05/2026 07:06"])
    #expect(file.traces.isEmpty)
    #expect(
      file.complaints == [
        "- times_unknown: times such as '04/05/2026 07:05' may have the day or the month first, and no record decides: "
          + "--csv time-format=dmy or mdy. The file was skipped."
      ])
    #expect(try times(read(["04/05/2026 07:05"], settings("dmy"))) == ["2026-05-04T07:05:00Z"])
    #expect(try times(read(["04/05/2026 07:05"], settings("mdy"))) == ["2026-04-05T07:05:00Z"])
    #expect(try times(read(["04/05/2026 07:05"], settings("%m/%d/%Y %H:%M"))) == ["2026-04-05T07:05:00Z"])
  }

  @Test func `are refused where both orders occur`() {
    let file = read(["13/05/2026 07:05", "05/13/2026 07:06"])
    #expect(file.traces.isEmpty && file.refusals.map(\.reason) == ["times_unknown"])
  }

  @Test func `decide with the day in a column of its own`() throws {
    func read(_ rows: [String], _ format: String? = nil, columns: String? = nil) throws -> ReadFile {
      var settings = try settings(format)
      if let columns { settings.columns = try #require(CSVColumnChoices(columns)) }
      let lines = rows.map { "\($0),47.1,9.5\n" }
      return ReadFile("date,time,lat,lon\n" + lines.joined(), as: "van.csv", settings)
    }
    #expect(
      try times(read(["04/05/2026,7:05:09 PM", "14/05/2026,070509"])) == [
        "2026-05-04T19:05:09Z", "2026-05-14T07:05:09Z",
      ])
    #expect(try read(["04/05/2026,07:05", "04/05/2026,07:06"]).refusals.map(\.reason) == ["times_unknown"])
    #expect(try times(read(["04/05/2026,07:05"], "mdy")) == ["2026-04-05T07:05:00Z"])
    #expect(try times(read(["2026-05-04,070509", "2026-05-04,070510"])).last == "2026-05-04T07:05:10Z")
    #expect(try times(read(["20260504,07:05", ",07:06"])) == ["2026-05-04T07:05:00Z", "bad_time"])
    #expect(
      try times(read(["040526,070509"], "%d%m%y %H%M%S", columns: "date=date,time=time")) == ["2026-05-04T07:05:09Z"])
  }

  @Test(arguments: [
    // A midnight, a weekend, and numbers that are no days show which is the year.
    (["231122,235959", "241122,000001"], nil, ["2022-11-23T23:59:59Z", "2022-11-24T00:00:01Z"]),
    (["221123,235959", "221124,000001"], nil, ["2022-11-23T23:59:59Z", "2022-11-24T00:00:01Z"]),
    (["231122,170000", "261122,8:05"], nil, ["2022-11-23T17:00:00Z", "2022-11-26T08:05:00Z"]),
    (["311299,170000"], nil, ["1999-12-31T17:00:00Z"]), (["991231,170000"], nil, ["1999-12-31T17:00:00Z"]),
    (["040526,070509"], "dmy", ["2026-05-04T07:05:09Z"]), (["040526,070509"], "mdy", ["2026-04-05T07:05:09Z"]),
    (["260504,070509"], "ymd", ["2026-05-04T07:05:09Z"]), (["260504,70509"], "ymd", ["2026-05-04T07:05:09Z"]),
    (["260504,070509", "261304,070510"], "ymd", ["2026-05-04T07:05:09Z", "bad_time"]),
    // An order of day and month does not make a clock a time of 1970.
    (["04/05/2026,070509"], "dmy", ["2026-05-04T07:05:09Z"]), (["never,070509"], "dmy", ["implausible_time"]),
  ])
  func `have dates of six digits`(rows: [String], format: String?, expected: [String]) throws {
    let lines = rows.map { "\($0),47.1,9.5\n" }
    let file = ReadFile("date,time,lat,lon\n" + lines.joined(), as: "van.csv", try settings(format))
    #expect(times(file) == expected, "\(file.complaints)")
  }

  // One day, and clocks in the place of dates.
  @Test(arguments: [
    ["231122,101500", "231122,101501"], ["101158,231122", "101159,231122", "101200,231122"], ["101500,231122"],
  ])
  func `in six digits are refused where nothing shows the order`(rows: [String]) {
    let file = ReadFile("date,time,lat,lon\n" + rows.map { "\($0),47.1,9.5\n" }.joined(), as: "van.csv")
    #expect(file.fixes.allSatisfy { $0.refusal != nil } && !file.refusals.isEmpty, "\(file.rows)")
    #expect(file.traces.isEmpty == file.complaints.contains { $0.contains("--csv time-format=dmy, ymd or mdy") })
  }

  // MARK: Columns that are not known

  @Test(arguments: ["stamp_of_it", "when_it_was", "seen"])
  func `that stand in a column of another name are not lost in silence`(name: String) {
    let file = ReadFile("\(name),lat,lon\n1777878309,47.1,9.5\n1777878310,47.1,9.5\n", as: "van.csv")
    #expect(file.refusals.map(\.reason) == ["times_not_read"] && file.fixes.allSatisfy { $0.time == nil })
    #expect(file.complaints.contains { $0.contains("though '\(name)' may be one") }, "\(file.complaints)")
  }

  @Test func `of a week of GPS are not lost in silence`() {
    let file = ReadFile("gps_week,tow,lat,lon\n2400,372003.0,47.1,9.5\n2400,372004.0,47.1,9.5\n", as: "van.csv")
    #expect(file.complaints.contains { $0.contains("though 'gps_week', 'tow' may be one") }, "\(file.complaints)")
  }

  @Test(arguments: ["48,17", "17,17", "1777878309,1777878309", "1777878309,north", "4812345678,1012345678"])
  func `are not seen in other numbers`(values: String) {
    let values = values.split(separator: ",")
    let file = ReadFile("kind,lat,lon\n\(values[0]),47.1,9.5\n\(values[1]),47.1,9.5\n", as: "van.csv")
    #expect(file.refusals.isEmpty, "\(file.complaints)")
  }

  @Test func `of OwnTracks are known`() {
    let file = ReadFile(#"{"_type":"location","tst":1777878309,"lat":47.1,"lon":9.5}"#, as: "van.json")
    #expect(times(file) == ["2026-05-04T07:05:09Z"])
  }

  // MARK: Numbers

  @Test func `may be days of a spreadsheet, which is said`() {
    let file = read(["46146,295243055556", "46146,5"])
    #expect(times(file) == ["2026-05-04T07:05:09Z", "2026-05-04T12:00:00Z"])
    #expect(file.refusals.map(\.reason) == ["spreadsheet_days"])
    #expect(file.refusals[0].message.hasPrefix("times such as '46146,295243055556' were read as days of a spreadsheet"))
  }

  @Test func `are not taken for days of a spreadsheet without decimals or among others`() {
    #expect(times(read(["46146", "46147"])) == ["implausible_time", "implausible_time"])
    #expect(times(read(["46146.5", "1777878309"])) == ["implausible_time", "2026-05-04T07:05:09Z"])
  }

  @Test func `may count from their beginning, which is said`() {
    let file = read(["1.000000", "2.000000", "1777878309"])
    #expect(times(file) == ["implausible_time", "implausible_time", "2026-05-04T07:05:09Z"])
    let relative = read(["1.000000", "2.000000"])
    #expect(times(relative) == ["1970-01-01T00:00:01Z", "1970-01-01T00:00:02Z"])
    #expect(relative.refusals.map(\.reason) == ["relative_times"])
  }

  @Test(arguments: [
    ("1970-01-01T00:00:05Z", "1970-01-01T00:00:05Z"), ("99999999999999", "5138-11-16T09:46:39.999Z"),
    ("70509", "1970-01-01T19:35:09Z"), ("2105-05-04 07:05", "2105-05-04T07:05:00Z"),
  ])
  func `of no drive are refused and say which moment they would be`(text: String, moment: String) {
    let file = read([text, "2026-05-04T07:05:09Z"])
    #expect(times(file) == ["implausible_time", "2026-05-04T07:05:09Z"])
    #expect(
      file.complaints == [
        "2 implausible_time: time '\(text)' would be \(moment), which is not within 1980…2100; --csv time-format states how "
          + "times are written. The row was skipped."
      ])
  }

  @Test func `before 1980 are read in a stated format`() throws {
    #expect(try times(read(["70509"], settings("s"))) == ["1970-01-01T19:35:09Z"])
    #expect(try times(read(["1970-01-01T00:00:05Z"], settings("iso"))) == ["1970-01-01T00:00:05Z"])
    #expect(try times(read(["20260504070509"], settings("ms"))) == ["implausible_time"])
  }

  // MARK: Local times

  @Test func `without an offset are local times of the stated zone`() throws {
    let file = try read(["2026-05-04 07:05", "04.01.2026 07:05", "2026-05-04T07:05Z"], settings(nil, Self.vaduz))
    #expect(times(file) == ["2026-05-04T05:05:00Z", "2026-01-04T06:05:00Z", "2026-05-04T07:05:00Z"])
    #expect(try times(read(["46146,5", "46146,25"], settings(nil, Self.vaduz))).last == "2026-05-04T10:00:00Z")
  }

  @Test(arguments: ["utc_time", "time (UTC)", "GMT time", "timeUTC"])
  func `are UTC in a column that says so`(header: String) throws {
    var settings = try settings(nil, Self.vaduz)
    settings.columns.byColumn[.time] = .number(1)
    #expect(times(read(["2026-05-04 07:05"], header: header, settings)) == ["2026-05-04T07:05:00Z"])
  }

  @Test(arguments: [("local_time", true), ("Ortszeit", true), ("localTime", true), ("time", false)])
  func `are read as UTC with a notice if their column says local`(header: String, isNoted: Bool) throws {
    var settings = try settings()
    settings.columns.byColumn[.time] = .number(1)
    let file = read(["2026-05-04 07:05"], header: header, settings)
    #expect(times(file) == ["2026-05-04T07:05:00Z"])
    #expect(file.refusals.map(\.reason) == (isNoted ? ["local_times_as_utc"] : []))
    #expect(read(["2026-05-04 07:05Z"], header: header, settings).refusals.isEmpty)
    settings.clock = LocalClock(Self.vaduz)
    #expect(read(["2026-05-04 07:05"], header: header, settings).refusals.isEmpty)
  }

  @Test func `that no clock showed are refused`() throws {
    let file = try read(["2026-03-29 01:59", "2026-03-29 02:30", "2026-03-29 03:00"], settings(nil, Self.vaduz))
    #expect(times(file) == ["2026-03-29T00:59:00Z", "bad_time", "2026-03-29T01:00:00Z"])
    #expect(file.refusals.first?.message.contains("was never shown by the clocks of --time-zone") == true)
  }

  @Test(arguments: [
    // Clocks go back at 03:00 to 02:00 on 25 October 2026. Local times of day, and what they are in UTC.
    ("01:50 02:00 02:59 02:00 02:59 03:00", "23:50 00:00 00:59 01:00 01:59 02:00"),
    ("01:50 02:05 02:30", "23:50 00:05 00:30"), ("02:30 02:59 03:05", "01:30 01:59 02:05"),
    ("02:40 02:50 02:10", "00:40 00:50 01:10"), ("01:55 02:10 02:50 02:10 02:50 02:10", "23:55 ? ? ? ? ?"),
    // Newest first; then they are sorted.
    ("03:05 02:59 02:30 02:40 02:10 01:55", "23:55 00:10 00:40 01:30 01:59 02:05"),
    // Nothing decides: alone, between long gaps, or near to both sides.
    ("02:10 02:20", "? ?"), ("01:20 02:10 03:50", "23:20 ? 02:50"), ("01:59 02:05 02:55 03:00", "23:59 ? ? 02:00"),
  ])
  func `shown twice are told apart by the order of the trace`(shown: String, expected: String) throws {
    let texts = shown.split(separator: " ").map { "2026-10-25 \($0)" }
    let file = try read(texts, settings(nil, Self.vaduz))
    let read = file.fixes.map { $0.refusal == nil ? String(($0.time?.iso8601 ?? "").dropFirst(11).prefix(5)) : "?" }
    #expect(read.joined(separator: " ") == expected)
    let refused = file.fixes.count { $0.refusal == .repeatedHour }
    #expect(file.counts["repeated_hour", default: 0] == refused)
    let repeated = file.refusals.filter { $0.reason != "sorted_by_time" }
    #expect(repeated.allSatisfy { $0.message.contains("was shown twice by the clocks of --time-zone") })
  }

  @Test func `shown twice are told apart in each of several traces`() throws {
    let rows = ["a;01:55", "b;02:10", "a;02:05", "b;02:50", "a;02:50", "b;03:00"]
      .map { $0.replacing(";", with: ";2026-10-25 ") + ";47,1;9,5\n" }
    let file = ReadFile("trip;time;lat;lon\n" + rows.joined(), as: "van.csv", try settings(nil, Self.vaduz))
    let read = file.traces.map { $0.fixes.map { String(($0.time?.iso8601 ?? "").dropFirst(11).prefix(5)) } }
    #expect(read == [["23:55", "00:05", "00:50"], ["01:10", "01:50", "02:00"]] && file.refusals.isEmpty)
  }

  @Test func `of GPX are local times where they have no offset`() throws {
    func points(_ times: [String]) -> String {
      let points = times.map { "<trkpt lat='47.1' lon='9.5'><time>\($0)</time></trkpt>" }
      return "<gpx version='1.1'><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
    }
    let texts = [
      "2026-10-25T01:55:00", "2026-10-25T02:05:00", "2026-10-25T00:10:00Z", "04/05/2026 07:05", "1777878309",
      "1970-01-01T00:00:05Z", "2026-03-29T02:30:00", "2026-5-4 7:05:09",
    ]
    let file = ReadFile(points(texts), as: "van.gpx", try settings(nil, Self.vaduz))
    #expect(
      times(file) == [
        "2026-10-24T23:55:00Z", "2026-10-25T00:05:00Z", "2026-10-25T00:10:00Z", "bad_time", "bad_time",
        "implausible_time", "bad_time", "2026-05-04T05:05:09Z",
      ])
    #expect(file.refusals.map(\.reason) == ["bad_time", "bad_time", "implausible_time", "bad_time"])
    let alone = ReadFile(points(["2026-10-25T02:05:00"]), as: "van.gpx", try settings(nil, Self.vaduz))
    #expect(
      alone.complaints == [
        "1 repeated_hour: time '2026-10-25T02:05:00' was shown twice by the clocks of --time-zone, and the order of the "
          + "trace does not say which it is; write it with its offset, as in +02:00. The point was skipped."
      ])
  }

  // MARK: What inspect says

  @Test(arguments: [
    (["2026-05-04T07:05:09Z"], "", "times: dates with a time of day", "iso"),
    (["2026-05-04 07:05"], "zone", "times: dates with a time of day, in local time", "iso"),
    (["13/05/2026 07:05"], "", "times: dates, the day before the month", "dmy"),
    (["5/13/2026 7:05 AM"], "", "times: dates, the month before the day", "mdy"),
    (["1777878309"], "", "times: seconds since 1970", "s"),
    (["1777878309123"], "", "times: milliseconds since 1970", "ms"),
    (["20260504070509"], "", "times: dates with a time of day", "iso"),
    (["46146.5", "46147"], "", "times: days of a spreadsheet", "excel"),
    (["0", "1"], "", "times: seconds from an unknown beginning", "relative"),
    (["04.05.26 07:05"], "%d.%m.%y %H:%M", "times: %d.%m.%y %H:%M", "%d.%m.%y %H:%M"),
  ])
  func `are described by inspect`(texts: [String], option: String, line: String, format: String) throws {
    let settings = try settings(option.contains("%") ? option : nil, option == "zone" ? Self.vaduz : nil)
    let text = "time;lat;lon\n" + texts.map { "\($0);47.1;9.5\n" }.joined()
    let reader = TraceReader(Array(text.utf8), path: "van.csv", settings: settings)
    var summary = TraceSummary(file: "van.csv")
    while let item = reader.next() { summary.add(item) }
    summary.format = reader.format
    #expect(summary.text.contains("\n  \(line)\n"))
    #expect(summary.jsonLine.contains("\"time_format\":\"\(format)\",\"local_times\":\(option == "zone")"))
  }

  // MARK: Weeks of GPS

  private func table(_ rows: [(String, String)]) -> ReadFile {
    ReadFile("gps_time,created_at,lat,lon\n" + rows.map { "\($0),\($1),47.1,9.5\n" }.joined())
  }

  @Test func `1024 weeks late are mended if another column proves it`() {
    let file = table([
      ("2006-09-18T07:05:09Z", "2026-05-04T07:05:12Z"), ("2006-09-18T07:05:19Z", "2026-05-04T07:05:22Z"),
    ])
    #expect(times(file) == ["2026-05-04T07:05:09Z", "2026-05-04T07:05:19Z"])
    #expect(file.refusals.map(\.reason) == ["week_rollover"])
  }

  @Test func `1024 weeks late are mended if other records prove it`() {
    let file = read(["2006-09-18T07:05:09Z", "2006-09-18T07:05:19Z", "2026-05-04T07:05:29Z"])
    #expect(times(file) == ["2026-05-04T07:05:09Z", "2026-05-04T07:05:19Z", "2026-05-04T07:05:29Z"])
    #expect(file.refusals.map(\.reason) == ["week_rollover"])
  }

  @Test func `that differ otherwise from another column are read as they are, with a notice`() {
    let file = table([
      ("2006-09-18T07:05:09Z", "2024-05-04T07:05:12Z"), ("2006-09-18T07:05:19Z", "2024-05-04T07:05:22Z"),
    ])
    #expect(times(file) == ["2006-09-18T07:05:09Z", "2006-09-18T07:05:19Z"])
    #expect(file.refusals.map(\.reason) == ["clocks_disagree"])
  }

  @Test func `of 2006 without other evidence stay in 2006`() {
    let file = read(["2006-09-18T07:05:09Z", "2006-09-18T07:05:19Z"])
    #expect(times(file) == ["2006-09-18T07:05:09Z", "2006-09-18T07:05:19Z"] && file.refusals.isEmpty)
  }
}
