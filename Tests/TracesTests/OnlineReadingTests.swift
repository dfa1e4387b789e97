import Foundation
import Geodesy
import Moments
import Records
import Testing
import Traces

@Suite struct `Reading rows as they come` {
  private func read(_ text: String, settings: TraceReadingSettings = TraceReadingSettings()) throws
    -> (rows: [StreamedRow], refusals: [Refusal])
  {
    let path = NSTemporaryDirectory() + "rows-\(UUID()).csv"
    try Data(text.utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let stream = RowStream(path: path, settings: settings)
    var rows: [StreamedRow] = []
    var refusals: [Refusal] = []
    while try stream.read({ rows.append($0) }, refuse: { refusals.append($0) }) {}
    return (rows, refusals)
  }

  @Test func `rows of several traces in turn come in the order of the file`() throws {
    let (rows, refusals) = try read("trace_id,time,lat,lon\na,1,47.1,9.5\nb,1,47.2,9.5\na,2,47.3,9.5\n")
    #expect(rows.map(\.traceID) == ["a", "b", "a"] && refusals.map(\.reason) == ["relative_times"])
    #expect(rows.map { $0.fix.place?.latitude } == [47.1, 47.2, 47.3] && rows.map(\.fix.line) == [2, 3, 4])
  }

  @Test func `a bad row has a reason and a line, and the next one is read`() throws {
    let (rows, _) = try read("trace_id,time,lat,lon\na,1,47.1,x\na,b\n,3,47.3,9.5\na,4,47.4,9.5")
    #expect(rows.map { $0.refusal?.reason } == ["bad_position", "bad_record", "bad_record", nil])
    #expect(rows.map { $0.refusal?.line } == [2, 3, 4, nil] && rows.map(\.traceID) == ["a", "a", nil, "a"])
    #expect(rows.map(\.isTraceCertain) == [true, false, true, true])
  }

  @Test func `without a header the first two rows tell the columns`() throws {
    let (rows, _) = try read("2026-01-01T00:00:00Z,47.1001,109.5001\n2026-01-01T00:00:01Z,47.1002,109.5002\n")
    #expect(rows.count == 2 && rows.allSatisfy { $0.traceID?.hasPrefix("rows-") == true && $0.fix.time != nil })
  }

  @Test(arguments: [("", "empty_file"), ("hello\nworld\n", "unknown_format"), ("a,b\n1,2\n", "columns_unknown")])
  func `what is no table of fixes is refused`(text: String, reason: String) throws {
    let (rows, refusals) = try read(text)
    #expect(rows.isEmpty && refusals.map(\.reason) == [reason])
  }

  /// Reads what comes through a pipe in pieces of some size.
  private func read(pieces text: String, of size: Int) throws -> (rows: [StreamedRow], refusals: [Refusal]) {
    let path = NSTemporaryDirectory() + "rows-\(UUID())"
    let isMade = unsafe mkfifo(path, 0o600) == 0
    try #require(isMade)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bytes = Array(text.utf8)
    let writer = Thread {
      guard let file = FileHandle(forWritingAtPath: path) else { return }
      for begin in stride(from: 0, to: bytes.count, by: size) {
        try? file.write(contentsOf: Data(bytes[begin..<min(begin + size, bytes.count)]))
        usleep(100)
      }
      try? file.close()
    }
    writer.start()
    let stream = RowStream(path: path)
    var (rows, refusals) = ([StreamedRow](), [Refusal]())
    while try stream.read({ rows.append($0) }, refuse: { refusals.append($0) }) {}
    return (rows, refusals)
  }

  @Test(arguments: [
    "time,lat,lon\n" + (1...12).map { "03/\(10 + $0)/2026 10:00,47.1234,9.5\n" }.joined(),
    "{\"lat\":47.1,\"lon\":9.5,\"time\":1790000000}\n{\"lat\":47.2,\"lon\":9.5,\"time\":1790000001,\"valid\":false}\n",
  ])
  func `objects, and dates that a first row leaves open, are the same however the bytes arrive`(text: String) throws {
    let whole = try read(pieces: text, of: 1 << 20)
    #expect(whole.rows.count >= 2)
    for size in [7, 40, 300] {
      let pieces = try read(pieces: text, of: size)
      #expect(
        pieces.rows.map { "\($0.fix)" } == whole.rows.map { "\($0.fix)" })
      #expect(pieces.refusals.map(\.reason) == whole.refusals.map(\.reason))
    }
  }

  @Test func `a title and dates that the first row leaves open are settled by the rows after it`() throws {
    let text =
      "Export of today\ntime,lat,lon\n03/04/2026 10:00,47.1,9.5\n03/04/2026 10:01,47.1,9.5\n03/14/2026 10:00,47.2,9.5\n"
    let (rows, refusals) = try read(text)
    #expect(rows.count == 3 && refusals.isEmpty, "\(refusals)")
    #expect(rows.last?.fix.time == Timestamp(millisecondsSince1970: 1_773_482_400_000))
  }

  @Test func `NDJSON is read as the same rows as CSV`() throws {
    let csv = try read(
      "trace_id,time,lat,lon,speed_kmh,vehicle\na,2026-05-01T10:00:00Z,47.1,9.5,36,v\nb,2026-05-01T10:00:01Z,47.2,9.5,,w\n"
    )
    let json = try read(
      """
      {"trace_id":"a","time":"2026-05-01T10:00:00Z","location":{"lat":47.1,"lon":9.5},"speed_kmh":36,"vehicle":"v"}

      {"trace_id":"b","vehicle":"w","time":"2026-05-01T10:00:01Z","location":{"lat":47.2,"lon":9.5},"speed_kmh":null}
      """)
    #expect(json.refusals.isEmpty && json.rows.map(\.traceID) == ["a", "b"] && json.rows.map(\.vehicle) == ["v", "w"])
    #expect(
      json.rows.map(\.fix.place) == csv.rows.map(\.fix.place) && json.rows.map(\.fix.time) == csv.rows.map(\.fix.time))
    #expect(json.rows.map(\.fix.speed) == csv.rows.map(\.fix.speed) && json.rows.map(\.fix.speed) == [10, nil])
    #expect(json.rows.map(\.fix.line) == [1, 3])
  }

  @Test func `objects without a place, broken lines and wrong values cost no more than their line`() throws {
    let good = "{\"trace_id\":\"a\",\"time\":1790000000,\"lat\":47.1,\"lon\":9.5}"
    let lines = [
      "{\"type\":\"login\",\"imei\":\"3\"}", good, "{\"trace_id\":\"a\",\"time\"", good, "[1,2]",
      "{\"trace_id\":\"a\",\"time\":1790000000,\"lat\":\"x\",\"lon\":9.5}",
      "{\"time\":1790000000,\"lat\":47.1,\"lon\":9.5}", "{\"trace_id\":\"" + String(repeating: "a", count: 1_400_000),
      good,
    ]
    let (rows, refusals) = try read(lines.joined(separator: "\n"))
    #expect(refusals.map(\.line) == [1, 3, 5, 8] && rows.map(\.fix.line) == [2, 4, 6, 7, 9], "\(refusals)")
    #expect(rows.map { $0.refusal?.reason } == [nil, nil, "bad_position", "bad_record", nil])
    #expect(rows.map(\.traceID) == ["a", "a", "a", nil, "a"])
  }

  @Test func `objects of which none has a place end the reading`() throws {
    let text = String(repeating: "{\"type\":\"login\",\"imei\":\"3\"}\n", count: 100)
    let (rows, refusals) = try read(text)
    #expect(rows.isEmpty && refusals.count == 40 && refusals.last?.message.hasSuffix("Nothing was read.") == true)
  }

  @Test func `columns that might matter are told once, also members that come later`() throws {
    let path = NSTemporaryDirectory() + "rows-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: path) }
    for (text, expected) in [
      ("time,lat,lon,state_id,color\n1,47.1,9.5,1,red\n", ["state_id"]),
      (
        "{\"time\":1790000000,\"lat\":47.1,\"lon\":9.5}\n{\"time\":1790000001,\"lat\":47.1,\"lon\":9.5,\"valid\":false,\"color\":1}\n",
        ["valid"]
      ),
    ] {
      try Data(text.utf8).write(to: URL(filePath: path))
      let stream = RowStream(path: path)
      while try stream.read({ _ in }, refuse: { _ in }) {}
      #expect(stream.telling == expected)
    }
  }

  @Test func `a member that the user names may be missing in the first object`() throws {
    var settings = TraceReadingSettings()
    settings.columns = try #require(CSVColumnChoices("valid=valid"))
    let (rows, _) = try read(
      "{\"time\":1790000000,\"lat\":47.1,\"lon\":9.5}\n{\"time\":1790000001,\"lat\":47.1,\"lon\":9.5,\"valid\":false}\n",
      settings: settings)
    #expect(rows.map(\.fix.refusal) == [nil, .invalidFix])
  }

  @Test(arguments: [
    (
      "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\"><trk/></gpx>\n",
      "this is GPX; CSV and NDJSON are read as they arrive"
    ),
    ("<kml", "this is XML"),
    ("[{\"lat\":1,\"lon\":2},\n", "a list of JSON; JSON is read as it arrives with an object of one fix"),
    ("{\n  \"lat\": 47.1,\n  \"lon\": 9.5\n}\n", "JSON of several lines"),
    ("{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\"}]}\n", "a document of JSON"),
    (
      "{\"type\":\"Feature\",\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[9.5,47.1],[9.6,47.1]]}}\n",
      "GeoJSON of whole lines"
    ),
    ("$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\n", "this is NMEA 0183"),
    ("id,polyline\n1,\"[[9.5,47.1],[9.6,47.1]]\"\n", "a table with a whole trace in each row"),
    ("%PDF-1.7\n%âãÏÓ\n", "this is a PDF, which is not read as traces"),
  ])
  func `a stream of another format is refused as soon as it shows, with what to do`(text: String, start: String) throws
  {
    // What follows would be a table.
    let table = String(repeating: "a,1,47.1,9.5\n", count: 100)
    for rest in ["", table] {
      let (rows, refusals) = try read(pieces: text + rest, of: 1 << 16)
      #expect(rows.isEmpty && refusals.count == 1 && refusals[0].reason == "unknown_format", "\(refusals)")
      #expect(refusals.first?.message.contains(start) == true, "\(refusals)")
    }
  }
}

@Suite struct `Cleaning fixes as they come` {
  private func fix(_ second: Int64?, north metres: Double = 0, at place: Place? = nil) -> Fix {
    Fix(
      place: place ?? Place(latitude: 47 + metres / 111_200, longitude: 9),
      time: second.map { Timestamp(millisecondsSince1970: $0 * 1000) })
  }

  private func reasons(_ fixes: [Fix]) -> [FixReason?] {
    var cleaner = OnlineCleaner()
    return fixes.map { cleaner.clean($0).refusal }
  }

  @Test func `a repeated, an older and a missing time are left out`() {
    #expect(
      reasons([fix(10), fix(10), fix(9), fix(nil), fix(11)]) == [nil, .duplicate, .outOfOrder, .missingTime, nil])
  }

  @Test func `a leap that no vehicle makes is left out`() {
    #expect(reasons([fix(1), fix(2, north: 5000), fix(3, north: 20), fix(4, north: 40)]) == [nil, .jump, nil, nil])
  }

  @Test func `a wild first fix does not cost the trace`() {
    let fixes = [fix(1, north: 90_000)] + (2...8).map { fix($0, north: Double($0) * 10) }
    #expect(reasons(fixes) == [nil, .jump, .jump, nil, nil, nil, nil, nil])
  }

  @Test func `a clock set back is believed when it goes on`() {
    #expect(reasons([fix(5000), fix(1), fix(2), fix(3), fix(4)]) == [nil, .outOfOrder, .outOfOrder, nil, nil])
  }

  @Test func `null island is left out`() {
    #expect(reasons([fix(1, at: Place(latitude: 0, longitude: 0)), fix(2)]) == [.nullIsland, nil])
  }

  @Test func `what the reader refused stays refused`() {
    #expect(reasons([Fix(place: nil, time: nil, refusal: .badRecord)]) == [.badRecord])
  }
}
