import Records
import Testing

@testable import Traces

/// Columns that say of a record whether its position is good.
struct FixFlagTests {
  /// Four records, of which the second has a bad position; `good` and `bad` stand in the column.
  private func drive(_ name: String, _ good: String, _ bad: String) -> ReadFile {
    let cells = [good, bad, good, good, good]
    let rows = cells.enumerated().map {
      "\(1_772_438_400 + 5 * $0.offset),47.1,\(9.5 + 0.0004 * Double($0.offset)),\($0.element)"
    }
    return ReadFile("time,lat,lon,\(name)\n" + rows.joined(separator: "\n") + "\n")
  }

  @Test(arguments: [
    ("valid", "true", "false"), ("Valid", "1", "0"), ("gps_ok", "Y", "N"), ("fix_type", "3D fix", "no fix"),
    ("status", "A", "V"), ("gpsStatus", "ok", "lost"), ("fix", "3", "0"), ("fixType", "3", "1"),
    ("fix_quality", "1", "0"),
    ("satellites", "9", "0"), ("numSats", "12", "0"), ("mocked", "false", "true"), ("is_mock_location", "0", "1"),
    ("algorithm-marked-outlier", "false", "true"), ("manually_marked_outlier", "FALSE", "TRUE"),
    ("visible", "true", "false"),
    ("gnss.position.valid", "true", "false"), ("nmea mode", "D", "N"), ("Position valid", "ja", "nein"),
    ("gps fix", "yes", "no"), ("hasFix", "true", "false"), ("GPS_LOCK", "1", "0"), ("outlier", "no", "yes"),
  ])
  func `a record whose flag calls the position bad is refused with its line`(name: String, good: String, bad: String) {
    let file = drive(name, good, bad)
    #expect(file.fixes.map { $0.refusal?.rawValue } == [nil, "invalid_fix", nil, nil, nil], "\(name)")
    #expect(file.refusals.map(\.line) == [3] && file.refusals.first?.message.contains("'\(bad)'") == true)
  }

  @Test(arguments: [
    ("speed_valid", "true", "false"), ("ignition", "1", "0"), ("status", "1", "0"), ("status", "driving", "parked"),
    ("time_valid", "1", "0"), ("type", "A", "B"), ("mode", "walk", "drive"), ("provider", "gps", "network"),
    ("engine_ok", "1", "0"), ("quality", "0.8", "0.2"), ("satellites", "0", "0"), ("validity_period", "5", "0"),
    ("fix", "A7", "B9"), ("door status", "ok", "lost"), ("status", "ok", "error"), ("locked", "0", "1"),
    ("locked", "1", "0"), ("ok", "true", "false"), ("signal_quality", "4", "0"), ("data quality", "3", "0"),
    ("type", "D", "N"), ("status", "A", "N"), ("mode", "A", "N"), ("lock", "yes", "no"),
  ])
  func `a column about something else refuses nothing`(name: String, good: String, bad: String) {
    #expect(drive(name, good, bad).fixes.allSatisfy { $0.refusal == nil }, "\(name)")
  }

  @Test func `the user names the column or says that there is none`() throws {
    var settings = TraceReadingSettings()
    let text =
      "time,lat,lon,valid,q\n1772438400,47.1,9.5,true,ok\n1772438405,47.1,9.51,false,ok\n1772438410,47.1,9.52,true,bad\n"
    settings.columns = try #require(CSVColumnChoices("valid=none"))
    #expect(ReadFile(text, settings).fixes.map(\.refusal) == [nil, nil, nil])
    settings.columns = try #require(CSVColumnChoices("valid=q"))
    #expect(ReadFile(text, settings).fixes.map(\.refusal) == [nil, nil, .invalidFix])
    #expect(ReadFile(text).fixes.map(\.refusal) == [nil, .invalidFix, nil])
    settings.columns = try #require(CSVColumnChoices("valid=mocked"))
    #expect(
      ReadFile(
        text.replacing(",q", with: ",mocked").replacing(",ok", with: ",0").replacing(",bad", with: ",1"), settings
      )
      .fixes.map(\.refusal) == [nil, nil, .invalidFix])
  }

  @Test func `inspect names the columns that decide`() {
    var summary = TraceSummary(file: "a.csv")
    summary.format = drive("valid", "true", "false").format
    #expect(summary.text.contains("validity by: valid") && summary.jsonLine.contains(#""validity_columns":["valid"]"#))
  }

  @Test func `members of objects are flags as well`() {
    let file = ReadFile(
      """
      {"deviceId":7,"fixTime":"2026-03-02T08:00:00Z","latitude":47.1,"longitude":9.5,"valid":true}
      {"deviceId":7,"fixTime":"2026-03-02T08:00:05Z","latitude":47.1,"longitude":9.501,"valid":false}
      """, as: "traccar.json")
    #expect(file.fixes.map(\.refusal) == [nil, .invalidFix])
  }

  @Test func `the last part of a dotted name is known, and the trip`() {
    let file = ReadFile(
      """
      vehicle.trip.trip_id,vehicle.vehicle.id,vehicle.position.latitude,vehicle.position.longitude,vehicle.timestamp
      t1,b1,47.1,9.5,1772438400
      t2,b2,48.1,9.5,1772438400
      t1,b1,47.1,9.501,1772438410
      """)
    #expect(file.traces.map(\.id) == ["t1", "t2"] && file.traces.map(\.vehicle) == ["b1", "b2"])
    #expect(file.fixes.allSatisfy { $0.time != nil })
  }
}
