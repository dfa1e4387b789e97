import Records
import Testing

@testable import Traces

/// What a run says of the columns of its files.
struct LayoutTallyTests {
  private func tally(_ files: [(path: String, text: String)], _ options: String = "", keep: [String] = []) throws
    -> LayoutTally
  {
    var settings = TraceReadingSettings()
    settings.tellsLayouts = true
    if !options.isEmpty { settings.columns = try #require(CSVColumnChoices(options)) }
    settings.keep = keep
    var tally = LayoutTally()
    for file in files {
      let reader = TraceReader(Array(file.text.utf8), path: file.path, settings: settings)
      while reader.next() != nil {}
      tally.add(reader.layouts)
    }
    return tally
  }

  private let rows = "47.1,9.5,1772438400,a,1\n47.2,9.5,1772438460,b,1\n47.3,9.5,1772438520,c,1\n"

  @Test func `files with the same columns are told once, with units`() throws {
    let text = "lat,lon,time,speed_kmh,remark\n47.1,9.5,1772438400,30,x\n47.11,9.5,1772438460,31,y\n"
    let all = try tally([("a.csv", text), ("b.csv", text), ("c.csv", "lat,lon\n47,9\n")])
    #expect(all.entries.map(\.files) == [2, 1] && all.entries.map(\.firstFile) == ["a.csv", "c.csv"])
    let speed = ColumnUse.Field(field: "speed", column: "speed_kmh", unit: "km/h")
    #expect(all.entries[0].use.fields.contains(speed) && all.entries[0].use.unused == ["remark"])
    #expect(!all.hasDoubts && all.complaint == nil)
    let sentence = try #require(all.sentence(besides: []))
    #expect(sentence.hasPrefix("a.csv and 1 like it: lat=lat lon=lon "), "\(sentence)")
    #expect(sentence.hasSuffix("speed=speed_kmh (km/h); not read: remark; the manifest has 1 further layout"))
  }

  @Test(arguments: [
    "status", "fix age", "tz", "zone", "GPS-Valid", "utcOffset", "deviceid", "unit", "measured_speed", "cog2 course",
    "server_time", "Ortszeit2 date", "sat",
  ])
  func `an unused column that varies and might matter is doubtful until it is ignored, kept or named`(name: String)
    throws
  {
    let text = "lat,lon,t,\(name),trip\n" + rows
    let used = try tally([("a.csv", text)], "trace=trip,time=t")
    let doubtful = used.entries.first?.doubtful ?? []
    // What is a flag or a speed by its values is used.
    guard used.entries.first?.use.unused.contains(name) == true, name != "deviceid" else { return }
    #expect(doubtful == [name])
    #expect(used.complaint?.contains("=ignore") == true)
    #expect(try tally([("a.csv", text)], "trace=trip,time=t,\(name)=ignore").entries.first?.doubtful == [])
    #expect(try tally([("a.csv", text)], "trace=trip,time=t,4=ignore").entries.first?.doubtful == [])
    #expect(try tally([("a.csv", text)], "trace=trip,time=t", keep: [name]).entries.first?.doubtful == [])
  }

  @Test(arguments: ["provider", "remark", "valley", "timely", "idle", "notes"])
  func `other names are not doubtful`(name: String) throws {
    #expect(try tally([("a.csv", "lat,lon,t,\(name),trip\n" + rows)], "trace=trip,time=t").hasDoubts == false)
  }

  @Test func `a column that does not vary is not doubtful`() throws {
    let text = "lat,lon,time,status\n47.1,9.5,1772438400,7\n47.2,9.5,1772438460,7\n"
    #expect(try tally([("a.csv", text)]).hasDoubts == false)
  }

  @Test func `an ignored column is not read at all`() throws {
    let text = "lat,lon,time,speed_kmh,valid,id\n47.1,9.5,1772438400,30,0,7\n47.2,9.5,1772438460,31,1,7\n"
    let plain = ReadFile(text)
    #expect(plain.fixes.map(\.refusal) == [.invalidFix, nil] && plain.traces.map(\.id) == ["7"])
    var settings = TraceReadingSettings()
    settings.columns = try #require(CSVColumnChoices("speed_kmh=ignore,VALID=ignore,id=ignore"))
    let file = ReadFile(text, settings)
    #expect(file.fixes.map(\.refusal) == [nil, nil] && file.fixes.allSatisfy { $0.speed == nil })
    #expect(file.traces.map(\.id) == ["van"])
    let json = ReadFile(
      "{\"lat\":47.1,\"lon\":9.5,\"valid\":false}\n{\"lat\":47.2,\"lon\":9.5,\"valid\":true}\n", settings)
    #expect(json.fixes.map(\.refusal) == [nil, nil])
  }

  @Test func `a column of zones that is ignored no longer refuses the file`() throws {
    let text = "time,utc_offset,lat,lon\n2026-07-02 10:00:00,+02:00,47.1,9.5\n"
    var settings = TraceReadingSettings()
    settings.columns = try #require(CSVColumnChoices("utc_offset=ignore"))
    #expect(ReadFile(text).fixes.isEmpty && ReadFile(text, settings).fixes.count == 1)
  }

  @Test func `what is known is not told again, and what is new of it is`() throws {
    let calm = try tally([("a.csv", "lat,lon,time,status\n47.1,9.5,1772438400,7\n")])
    let varied = try tally([("a.csv", "lat,lon,time,status\n47.1,9.5,1772438400,7\n47.1,9.6,1772438400,8\n")])
    #expect(calm.sentence(besides: calm.entries) == nil && calm.sentence(besides: varied.entries) == nil)
    #expect(varied.sentence(besides: calm.entries)?.contains("status might matter") == true)
    #expect(calm.missing(from: varied.entries) == varied.entries && varied.missing(from: calm.entries).isEmpty)
  }

  @Test func `the doubts of files with the same columns are told together`() throws {
    let header = "lat,lon,time,status,unit2 id,trace\n"
    let first = header + "47.1,9.5,1772438400,7,1,1\n47.1,9.6,1772438401,8,1,1\n"
    let second = header + "47.1,9.5,1772438400,7,1,1\n47.1,9.6,1772438401,7,2,1\n"
    let both = try tally([("a.csv", first), ("b.csv", second)])
    #expect(both.entries.map(\.doubtful) == [["status", "unit2 id"]])
    #expect(both.complaint?.contains("--columns 'status=ignore,unit2 id=ignore' says that they do not") == true)
  }

  @Test func `a name with a comma is ignored by its number`() throws {
    let text = "lat;lon;time;\"status, last\"\n47.1;9.5;1772438400;7\n47.1;9.6;1772438401;8\n"
    #expect(try tally([("a.csv", text)]).complaint?.contains("--columns 4=ignore says that it does not") == true)
    #expect(try tally([("a.csv", text)], "4=ignore").hasDoubts == false)
  }

  @Test func `layouts beyond the bound are counted`() throws {
    let files = (0..<LayoutTally.most + 5).map { (path: "\($0).csv", text: "lat,lon,c\($0)\n47,9,1\n") }
    let all = try tally(files)
    #expect(all.entries.count == LayoutTally.most && all.furtherFiles == 5)
  }
}
