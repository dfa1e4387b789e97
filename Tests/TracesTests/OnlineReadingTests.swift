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
    let stream = CSVRowStream(path: path, settings: settings)
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

  @Test(arguments: [("<?xml version=\"1.0\"?>\n<gpx/>\n", "XML"), ("{\"lat\":1}\n{\"lat\":2}\n", "JSON")])
  func `a stream of another format is named`(text: String, format: String) throws {
    let (_, refusals) = try read(text)
    #expect(refusals.first?.message.contains("this looks like \(format);") == true, "\(refusals)")
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
