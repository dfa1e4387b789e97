import Geodesy
import Moments
import Records
import Testing

@testable import Traces

/// Tables that would be misread are refused, and the cure in the sentence works on the same table.
struct RefusedLayoutTests {
  private func read(_ text: String, _ change: (inout TraceReadingSettings) -> Void = { _ in }) -> ReadFile {
    var settings = TraceReadingSettings()
    change(&settings)
    return ReadFile(text, settings)
  }

  @Test func `degrees and minutes in columns of their own are refused, and read once they are joined`() {
    let file = read("lat_deg,lat_min,lat_sec,lon_deg,lon_min,lon_sec\n47,6,12.5,9,30,1\n47,6,13.5,9,30,2\n")
    #expect(file.fixes.isEmpty && file.refusals.map(\.reason) == ["columns_unknown"])
    #expect(file.refusals.first?.message.contains("47 06 12.5") == true)
    let joined = read("lat,lon\n47 06 12.5,9 30 01.0\n47 06 13.5,9 30 02.0\n")
    #expect(joined.fixes.map { $0.place?.latitudeE7 } == [471_034_722, 471_037_500])
  }

  @Test func `ids that lost digits are refused, and read where the user says so`() {
    let text = "imei,time,lat,lon\n3.56E+14,1772438400,47.1,9.5\n3.56E+14,1772438405,47.1,9.5001\n"
    #expect(read(text).refusals.map(\.reason) == ["columns_unknown"])
    #expect(read(text).refusals.first?.message.contains("--columns trace=1") == true)
    #expect(read(text) { $0.columns.byColumn[.trace] = .number(1) }.traces.map(\.id) == ["3.56E+14"])
  }

  @Test func `ids that gained decimals are ids`() {
    let text = "vehicle,time,lat,lon\n7.0,1772438400,47.1,9.5\n8.0,1772438400,48.1,9.5\n7.0,1772438405,47.1,9.5001\n"
    #expect(read(text).traces.map(\.id) == ["7.0", "8.0"])
  }

  @Test func `clocks of twelve hours without AM and PM are refused`() {
    let rows = ["11:58:00", "12:30:00", "12:59:00", "01:00:00", "02:00:00"]
    func table(_ times: [String]) -> String {
      "time,lat,lon\n" + times.enumerated().map { "2026-03-02 \($1),47.1,\(9.5 + 0.01 * Double($0))\n" }.joined()
    }
    #expect(read(table(rows)).refusals.map(\.reason) == ["times_unknown"])
    let marked = ["11:58:00 AM", "12:30:00 PM", "12:59:00 PM", "01:00:00 PM", "02:00:00 PM"]
    #expect(
      read(table(marked)).fixes.map { $0.time?.iso8601.dropFirst(11) } == [
        "11:58:00Z", "12:30:00Z", "12:59:00Z", "13:00:00Z", "14:00:00Z",
      ])
    #expect(read(table(["00:58:00", "12:59:00", "01:00:00"])).refusals.map(\.reason) != ["times_unknown"])
  }

  @Test func `times without an offset beside a column of offsets are refused, and read with a zone`() throws {
    for (name, value) in [("utc_offset", "+02:00"), ("timezone", "Europe/Zurich"), ("tz_offset_minutes", "120")] {
      let text =
        "time,\(name),lat,lon\n2026-07-02 10:00:00,\(value),47.1,9.5\n2026-07-02 10:00:05,\(value),47.1,9.5001\n"
      #expect(read(text).refusals.map(\.reason) == ["times_unknown"], "\(name)")
      let clock = try #require(LocalClock("+02:00"))
      #expect(read(text) { $0.clock = clock }.fixes.first?.time?.iso8601 == "2026-07-02T08:00:00Z")
    }
    for time in ["2026-07-02T10:00:00Z", "1772438400"] {
      #expect(read("time,utc_offset,lat,lon\n\(time),+02:00,47.1,9.5\n").refusals == [])
    }
    #expect(read("time,utc_offset,lat,lon\n2026-07-02 10:00:00,0,47.1,9.5\n").refusals == [])
  }

  @Test func `a time after midnight of the next day is no clock of twelve hours`() {
    let text =
      "time,lat,lon\n2026-03-02 12:30:00,47.1,9.5\n2026-03-03 01:10:00,47.1,9.6\n2026-03-03 02:10:00,47.1,9.7\n"
    #expect(read(text).fixes.count == 3)
  }

  @Test(arguments: ["zone", "tariff zone", "timezone"]) func `a zone that is none of a clock refuses nothing`(
    name: String
  ) {
    let text = "time,\(name),lat,lon\n2026-07-02 10:00:00,Zone 3,47.1,9.5\n2026-07-02 10:00:05,Zone 4,47.1,9.5001\n"
    #expect(read(text).fixes.count == 2)
  }

  @Test func `coordinates in radians are not taken for degrees`() {
    #expect(read("lat_rad,lon_rad,time\n0.8221,0.1658,1772438400\n0.8222,0.1659,1772438405\n").fixes.isEmpty)
  }

  @Test(arguments: ["fps", "dms", "cms", "kt"]) func `letters that may be a unit are no speed by themselves`(
    name: String
  ) {
    #expect(read("lat,lon,\(name)\n47,9,25\n47,9,26\n").format?.layout?.columns[.speed] == nil)
  }

  @Test func `milliseconds from 0 are told by their name`() {
    let file = read("Timestamp(ms),lat,lon\n0,47.1,9.5\n1000,47.1,9.5001\n3500,47.1,9.5002\n")
    #expect(file.fixes.map { $0.time?.millisecondsSince1970 } == [0, 1000, 3500])
  }

  @Test func `inspect lists unused columns that might matter`() {
    var summary = TraceSummary(file: "a.csv")
    summary.format = read("lat,lon,fix age,provider,unit\n47,9,1,a,x\n47,9,2,b,x\n").format
    #expect(summary.text.contains("not read, though they might matter: fix age\n"))
    #expect(summary.jsonLine.contains(#""doubtful_columns":["fix age"]"#))
  }
}
