import Moments
import Records
import Testing

@testable import Traces

/// What is the id of a trace, and what is not.
struct IDTests {
  @Test(arguments: ["id", "OBJECTID", "event-id", "row_id", "record id", "messageId"])
  func `a number that grows with every row is no trace`(name: String) {
    let rows = (0..<40).map { "\(100 + 2 * $0),\(1_772_438_400 + $0),47.1,\(9.5 + 0.0001 * Double($0))\n" }
    let file = ReadFile("\(name),time,lat,lon\n" + rows.joined())
    #expect(file.traces.map(\.id) == ["van"] && file.fixes.count == 40, "\(file.complaints)")
  }

  @Test func `the notice names the column that numbers rows`() {
    let rows = (0..<9).map { "\($0),\(1_772_438_400 + $0),47.1,9.5\n" }
    let file = ReadFile("OBJECTID,time,lat,lon\n" + rows.joined())
    #expect(file.refusals.first?.message.hasPrefix("column 1, 'OBJECTID', differs in every row") == true)
  }

  @Test func `ids that differ only in the first rows are those of vehicles that report in turn`() {
    let rows = (0..<100).map { "\($0 % 25),\(1_772_438_400 + $0),\(47 + 0.1 * Double($0 % 25)),9.5\n" }
    #expect(ReadFile("id,time,lat,lon\n" + rows.joined()).traces.count == 25)
  }

  @Test(arguments: ["\t", " ", "\u{A0}", "\u{2007}", "\u{FEFF}"])
  func `white space around an id is no part of it`(blank: String) {
    let rows = ["7", "7\(blank)", "\(blank)7", "\"7\(blank)\""].enumerated()
    let csv = rows.map { "\(1_772_438_400 + $0),47.1,9.5,\($1)\n" }.joined()
    #expect(ReadFile("time,lat,lon,vehicle\n" + csv).traces.map(\.id) == ["7"])
    let json = ["7", "7\(blank)", "\(blank)7"].map { "{\"vehicle\":\"\($0)\",\"lat\":47.1,\"lon\":9.5}\n" }
    #expect(ReadFile(json.joined(), as: "x.ndjson").traces.map(\.id) == ["7"])
    #expect(trimmedID("\(blank)a\(blank)b\(blank)") == "a\(blank)b")
  }

  @Test func `an id of white space alone is none`() {
    let file = ReadFile("vehicle,lat,lon\n\u{A0},47.1,9.5\nà,47.1,9.5\n")
    #expect(file.traces.map(\.id) == ["à"] && file.counts == ["bad_record": 1], "\(file.complaints)")
  }

  // MARK: The hour that clocks show twice

  private func drive(_ minutes: [Int], day: String) -> String {
    "time,lat,lon\n"
      + minutes.enumerated().map { index, minute in
        let clock = "\(minute / 60 < 10 ? "0" : "")\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
        return "\(day) \(clock):00,47.1,\(9.5 + 0.001 * Double(index))\n"
      }.joined()
  }

  @Test func `the hour shown twice is refused where no zone is stated, and read where one is`() throws {
    // From 01:30 to 03:30 with the hour from 02:00 twice, a fix each five minutes; also newest first.
    let minutes = Array(stride(from: 90, to: 180, by: 5)) + Array(stride(from: 120, to: 210, by: 5))
    for order in [minutes, minutes.reversed()] {
      let text = drive(order, day: "2026-10-25")
      let file = ReadFile(text)
      #expect(file.fixes.count { $0.refusal == .repeatedHour } == 24 && file.fixes.count { $0.refusal == nil } == 12)
      #expect(file.refusals.contains { $0.message.contains("--time-zone says where the clock was") })
      var settings = TraceReadingSettings()
      settings.clock = LocalClock("CET-1CEST,M3.5.0,M10.5.0/3")
      let cured = ReadFile(text, settings).traces.first
      let times = (cured?.fixes ?? []).compactMap(\.time).map(\.millisecondsSince1970).sorted()
      #expect(times.count == 36 && zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 300_000 })
    }
  }

  @Test func `no other step back of an hour is a change of clocks`() {
    let minutes = Array(stride(from: 90, to: 180, by: 5)) + Array(stride(from: 120, to: 210, by: 5))
    for day in ["2026-10-26", "2026-07-05", "2026-10-24"] {
      #expect(!ReadFile(drive(minutes, day: day)).fixes.contains { $0.refusal == .repeatedHour })
    }
    #expect(
      !ReadFile(drive(minutes, day: "2026-10-25").replacing("time,", with: "utc_time,")).fixes
        .contains { $0.refusal == .repeatedHour })
  }
}
