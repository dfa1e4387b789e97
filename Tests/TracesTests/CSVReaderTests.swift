import Geodesy
import Records
import Testing

@testable import Moments
@testable import Traces

struct CSVReaderTests {
  private static let expected = ["2026-01-02T03:04:05Z 47.5 -9.25", "2026-01-02T03:04:06Z 47.6 -9.26"]

  @Test(arguments: [
    "time,lat,lon\n2026-01-02T03:04:05Z,47.5,-9.25\n2026-01-02T03:04:06Z,47.6,-9.26\n",
    "time,lat,lon\r\n2026-01-02T03:04:05Z,47.5,-9.25\r\n2026-01-02T03:04:06Z,47.6,-9.26\r\n",
    "time,lat,lon\r2026-01-02T03:04:05Z,47.5,-9.25\r2026-01-02T03:04:06Z,47.6,-9.26",
    "\u{FEFF}Timestamp;Latitude;Longitude\n2026-01-02 03:04:05;47,5;-9,25\n2026-01-02 03:04:06;47,6;-9,26",
    "lon;lat;time\n-9.25;47.5;1767323045\n-9.26;47.6;1767323046\n",
    "Latitude\tLongitude\tRecorded At\n47,5\t-9,25\t1767323045000\n47,6\t-9,26\t1767323046000\n",
    "GPS_Lat|GPS_Lng|note|ts\n47.5|-9.25|a,b|1767323045\n47.6|-9.26|c,d,e|1767323046\n",
    "\"time\",\"lat\",\"lon\"\n\"2026-01-02T03:04:05Z\",\"47.5\",\"-9.25\"\n\"2026-01-02T03:04:06Z\",\"47.6\",\"-9.26\"\n",
    "note,time,lat,lon\n\"a, \"\"b\"\"\nc\",2026-01-02T03:04:05Z,47.5,-9.25\nx,2026-01-02T03:04:06Z,47.6,-9.26\n",
    "# exported\n\n# twice\ntime , lat , lon\n 2026-01-02T03:04:05Z , 47.5 , -9.25 \n\n2026-01-02T03:04:06Z,47.6,-9.26,\n\n",
    "x,y,t\n-9.25,47.5,1767323045.000\n-9.26,47.6,1767323046.000\n",
  ])
  func `dialects of the same two rows read alike`(text: String) {
    let file = ReadFile(text)
    #expect(file.rows == Self.expected)
    #expect(file.refusals == [])
    #expect(file.traces.map(\.id) == ["van"])
  }

  @Test(arguments: [
    ("speed", Double?.none), ("speed_kmh", 10), ("speed (Meters/second)", 36), ("speed [m/s]", 36),
    ("speed_cm_s", 0.36),
    ("speed_kmh_x10", 1), ("Speed (0.1 km/h)", 1), ("gps speed (miles per hour)", 36 * 0.44704), ("KMH", 10),
    ("Speed (km/h)", 10), ("speed_mps", 36),
    ("speed_ms", 36), ("velocity kph", 10),
    ("speed_mph", 36 * 0.44704), ("speed [knots]", 18.52), ("altitude", nil),
  ])
  func `a speed column's name states its unit`(name: String, expected: Double?) {
    let file = ReadFile("lat,lon,\(name)\n47.5,9.5,36\n")
    #expect(file.fixes.map { $0.speed.map { ($0 * 1000).rounded() } } == [expected.map { ($0 * 1000).rounded() }])
  }

  @Test func `heading, accuracy and dilution are taken where they are`() {
    let file = ReadFile("lat,lon,heading,accuracy,hdop\n1,2,360,4.5,2\n1,2,90,,2\n1,2,,,\n1,2,-1,-1,-1\n")
    #expect(file.fixes.map(\.bearing) == [0, 90, nil, nil])
    #expect(file.fixes.map(\.accuracy) == [4.5, 10, nil, nil])
    #expect(file.refusals == [])
  }

  @Test func `settings name columns, units and formats`() throws {
    var settings = TraceReadingSettings()
    settings.columns = try #require(CSVColumnChoices("lat=Breite,lon=3,time=when,trace=Kennzeichen,speed=v"))
    settings.speedUnit = .knots
    settings.timeFormat = .epochMilliseconds
    let file = ReadFile("Kennzeichen,breite,Laenge,when,v,lat\nAB 1,47.5,9.5,1000,10,x\n", settings)
    #expect(file.rows == ["1970-01-01T00:00:01Z 47.5 9.5"])
    #expect(file.traces.map(\.id) == ["AB 1"])
    #expect(file.fixes.map { ($0.speed ?? 0).rounded(.down) } == [5])
  }

  @Test(arguments: ["lat", "lat=", "=x", "latitude=x", "lat=a,,lon=b", ""])
  func `column choices that cannot be read are refused`(text: String) {
    #expect(CSVColumnChoices(text) == nil)
  }

  @Test(arguments: [
    ("41.8791,-187.6496\n", "columns_unknown"),
    ("2011-04-03T04:50:55Z,41.8791,7.6496\n2011-04-03T04:50:56Z,41.8792,7.6497\n", "columns_unknown"),
    ("seq,way_id\n1,2\n", "columns_unknown"), ("lat,when\n1,2\n", "columns_unknown"),
    ("just a text\nof two lines\n", "unknown_format"), ("\u{0}\u{1}\u{2}", "unknown_format"), ("", "empty_file"),
    ("1,2,3\n4,5,6\n", "unknown_format"), ("lat,lon\n", "no_rows"),
    ("{\"type\":\"FeatureCollection\"}", "columns_unknown"),
  ])
  func `files without recognisable fixes say why`(text: String, reason: String) {
    let file = ReadFile(text)
    #expect(file.refusals.map(\.reason) == [reason])
    #expect(file.traces.isEmpty)
  }

  @Test func `a header that names no position lists its names`() {
    let file = ReadFile("when,north,east\n1,2,3\n")
    #expect(file.refusals.first?.message.contains("among 'when', 'north', 'east'") == true)
    #expect(file.refusals.first?.message.contains("--columns lat=NAME,lon=NAME") == true)
  }

  @Test func `columns without a header are told by their values where that is clear`() {
    let file = ReadFile("bus 7,2011-04-03T04:50:55Z,41.879176,-97.649627\n")
    #expect(file.rows == ["2011-04-03T04:50:55Z 41.879176 -97.649627"])
    #expect(file.traces.map(\.id) == ["bus 7"])
  }

  @Test func `columns without a header can be numbered`() throws {
    var settings = TraceReadingSettings()
    settings.columns = try #require(CSVColumnChoices("lat=2,lon=1"))
    #expect(ReadFile("9,47\n8,46\n", settings).rows == ["47.0 9.0", "46.0 8.0"])
    settings.columns = try #require(CSVColumnChoices("lat=2,lon=5"))
    #expect(ReadFile("9,47\n8,46\n", settings).refusals.map(\.reason) == ["columns_unknown"])
    settings.columns = try #require(CSVColumnChoices("lat=breite"))
    #expect(ReadFile("9,47\n8,46\n", settings).refusals.map(\.reason) == ["columns_unknown"])
  }

  @Test func `an id that differs in every row numbers rows, not traces`() {
    let file = ReadFile("id,lat,lon\n1,47,9\n2,47,9\n3,47,9\n")
    #expect(file.traces.map(\.id) == ["van"])
    #expect(file.refusals.map(\.reason) == ["id_numbers_rows"])
    #expect(ReadFile("id,lat,lon\n1,47,9\n1,47,9\n3,47,9\n").traces.map(\.id) == ["1", "3"])
    #expect(ReadFile("trip_id,lat,lon\n1,47,9\n2,47,9\n3,47,9\n").traces.count == 3)
  }

  @Test(arguments: [
    // Two vehicles have no trip together, but one trip may have two drivers: its first row names it.
    ("trip_id,vehicle_id,time,lat,lon", "t1,van,08:00,t1,bus,08:01,t2,bus,08:02", "t1 van, bus/t1 bus, t2 bus"),
    ("trip_id,driver,time,lat,lon", "t1,ann,08:00,t1,bob,08:01,t2,bob,08:02", "t1 ann, t2 bob"),
    // Without another column the trace names it.
    ("vehicle_id,device_id,time,lat,lon", "van,7,08:00,van,7,08:01,bus,8,08:02", "van van, bus bus"),
    ("trip,remark,time,lat,lon", "t1,,08:00,t1,,08:01,t2,,08:02", "t1 t1, t2 t2"),
    ("trip,vehicle,time,lat,lon", "t1,,08:00,t1,,08:01,t2,bus,08:02", "t1 t1, t2 bus"),
  ])
  func `a column of vehicles beside that of traces names them`(header: String, cells: String, expected: String) {
    let fields = cells.split(separator: ",", omittingEmptySubsequences: false)
    let rows = stride(from: 0, to: fields.count, by: 3).map {
      "\(fields[$0]),\(fields[$0 + 1]),2026-03-02T\(fields[$0 + 2]):00Z,47.1,9.5"
    }
    let read = ReadFile(([header] + rows).joined(separator: "\n") + "\n")
    #expect(read.traces.map { "\($0.id) \($0.vehicle)" }.joined(separator: ", ") == expected, "\(read.complaints)")
  }

  @Test func `settings name the column of vehicles`() throws {
    var settings = TraceReadingSettings()
    settings.columns = try #require(CSVColumnChoices("trace=tour,vehicle=car"))
    let read = ReadFile("tour,car,time,lat,lon\nt1,van,2026-03-02T08:00:00Z,47.1,9.5\n", as: "a.csv", settings)
    #expect(read.traces.map(\.id) == ["t1"] && read.traces.map(\.vehicle) == ["van"])
  }

  @Test func `every bad row keeps its place in its trace and is told with its line`() {
    let marked = MarkedText(
      """
      trip,time,lat,lon
      a,2026-01-02T03:04:05Z,47.5,9.5
      a,2026-01-02T03:04:06Z,481.2,9.51️⃣
      a,2026-01-02T03:04:07Z,,9.52️⃣
      a,2026-01-02T03:04:08Z,47.5,east3️⃣
      b,noon,47.5,9.54️⃣
      b,2026-01-02T03:04:09Z,47.55️⃣
      b,,47.5,9.5
      """)
    let file = ReadFile(marked.text, as: "van-12.csv")
    #expect(
      file.rows == [
        "2026-01-02T03:04:05Z 47.5 9.5", "bad_position", "missing_position", "bad_position", "bad_time", "bad_record",
        "47.5 9.5",
      ])
    #expect(file.refusals.map(\.line) == ["1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣"].map { marked.lines[$0] })
    #expect(file.refusals.map(\.traceID) == ["a", "a", "a", "b", "b"])
    #expect(file.refusals.first?.description == "van-12.csv:3: latitude 481.2 is outside -90…90. The row was skipped.")
    #expect(file.refusals.last?.message == "the row has 3 fields, expected 4. The row was skipped.")
    #expect(file.fixes.map(\.line) == [2, 3, 4, 5, 6, 7, 8])
  }

  @Test func `rows whose trace cannot be told are refusals only`() {
    let file = ReadFile("trip,lat,lon\na,47,9\nhello\n,48,9\na,49,9\n")
    #expect(file.rows == ["47.0 9.0", "49.0 9.0"])
    #expect(
      file.complaints == [
        "3 bad_record: the row has 1 field, expected 3. The row was skipped.",
        "4 bad_record: the trace id is empty. The row was skipped.",
      ])
  }

  @Test func `a quote that is never closed costs one line`() {
    let file = ReadFile("lat,lon,note\n47,9,a\n48,9,\"b\n49,9,c\n50,9,d\n")
    #expect(file.rows == ["47.0 9.0", "bad_record", "49.0 9.0", "50.0 9.0"])
    #expect(file.fixes.map(\.line) == [2, 3, 4, 5])
  }

  @Test func `lines are counted through quoted line breaks and chunk borders`() {
    let row = "\"two\nlines\",47.5,9.5\n"
    let text = "note,lat,lon\n" + String(repeating: row, count: 40_000) + "x,y,z\n"
    let file = ReadFile(text)
    #expect(file.fixes.count == 40_001)
    #expect(file.refusals.map(\.line) == [80_002])
  }

  @Test func `a line longer than memory should hold is one bad row`() {
    let text = "lat,lon\n47,9\n" + String(repeating: "7", count: 3 << 20) + "\n48,9\n"
    let file = ReadFile(text)
    #expect(file.rows.first == "47.0 9.0")
    #expect(file.rows.last == "48.0 9.0")
    #expect(file.refusals.allSatisfy { $0.reason == "bad_record" && $0.message.utf8.count < 200 })
  }

  @Test func `refusals told are limited per trace, counted are all`() {
    let file = ReadFile("trip,lat,lon\n" + String(repeating: "a,x,9\nb,47,\n", count: 500))
    #expect(file.refusals.count == 40)
    #expect(file.counts == ["bad_position": 500, "missing_position": 500])
    #expect(file.traces.map(\.fixes.count) == [500, 500])
  }

  @Test func `gzip by its magic bytes, and what stands before the damage is kept`() {
    var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    let text = Array("lat,lon\n47,9\n48,9\n".utf8)
    bytes += [0, UInt8(text.count), 0, ~UInt8(text.count), 0xFF] + text  // a stored block, and then nothing
    let file = ReadFile(bytes, as: "van.csv.gz")
    #expect(file.rows == ["47.0 9.0", "48.0 9.0"])
    #expect(file.refusals.map(\.reason) == ["damaged_compression"])
  }

  @Test func `a file that is not there is a refusal`() {
    let file = ReadFile(TraceReader(path: "/no/such.csv"))
    #expect(
      file.refusals.map(\.description) == [
        "/no/such.csv: cannot open: No such file or directory. The file was skipped."
      ])
  }
}
