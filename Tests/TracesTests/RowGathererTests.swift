import Geodesy
import RandomNumbers
import Records
import TestSupport
import Testing

@testable import Traces

struct RowGathererTests {
  private func settings(_ rows: RowArrangement, bufferedRows: Int = 1_000_000) -> TraceReadingSettings {
    var settings = TraceReadingSettings()
    settings.rows = rows
    settings.bufferSize = bufferedRows * MemoryLayout<Fix>.stride
    return settings
  }

  /// One letter per row names its trace; latitudes count rows.
  private func text(_ letters: String) -> String {
    "trip,lat,lon\n" + letters.enumerated().map { "\($1),\(Double($0) / 1000),9\n" }.joined()
  }

  /// Traces as `a012`: their id and the rows they have.
  private func spelled(_ file: ReadFile) -> String {
    file.traces.map { trace in
      trace.id + trace.fixes.map { String(($0.place?.latitudeE7 ?? 0) / 10_000) }.joined()
    }.joined(separator: " ")
  }

  @Test(arguments: [
    ("aabb", RowArrangement.automatic, 100, "a01 b23"),
    ("abab", .automatic, 100, "a02 b13"),
    ("abab", .interleaved, 1, "a02 b13"),
    ("abab", .interleaved, 100, "a02 b13"),
    ("aabb", .grouped, 100, "a01 b23"),
    ("abab", .grouped, 100, "a0 b1 a2 b3"),
    ("aabbcc", .automatic, 1, "a01 b23 c45"),
    ("abaabbb", .automatic, 2, "a023 b1456"),
    ("abcabcabc", .automatic, 3, "a036 b147 c258"),
    ("aabbccaa", .automatic, 2, "a01 b23 c45 a67"),
  ])
  func `rows gather by trace in order of first appearance`(
    letters: String, rows: RowArrangement, bufferedRows: Int, expected: String
  ) {
    #expect(spelled(ReadFile(text(letters), settings(rows, bufferedRows: bufferedRows))) == expected)
  }

  @Test func `a trace that comes back too late is told with the cure`() {
    let file = ReadFile(text("aba"), settings(.grouped))
    #expect(file.refusals.map(\.reason) == ["rows_not_contiguous"])
    #expect(file.refusals.map(\.line) == [4])
    #expect(file.refusals.first?.message.contains("--csv rows=interleaved") == true)
  }

  @Test func `complete traces are handed out before the file ends`() {
    let reader = TraceReader(
      Array((text("a") + String(repeating: "b,1,2\n", count: 100_000)).utf8), path: "x.csv",
      settings: settings(.grouped))
    guard case .trace(let trace) = reader.next() else {
      Issue.record("no trace")
      return
    }
    #expect(trace.id == "a")
  }

  @Test(arguments: [1, 10, 100, 5000])
  func `interleaved rows give the same traces whatever fits in memory`(bufferedRows: Int) {
    var random = SplitMix64(seed: 11)
    var letters = ""
    for _ in 0..<3000 { letters.unicodeScalars.append(UnicodeScalar(UInt8.random(in: 97...122, using: &random))) }
    let whole = ReadFile(text(letters), settings(.interleaved))
    let bounded = ReadFile(text(letters), settings(.interleaved, bufferedRows: bufferedRows))
    #expect(spelled(bounded) == spelled(whole))
    #expect(bounded.traces.map(\.fixes.count).reduce(0, +) == 3000)
  }

  @Test func `refused rows go through the scratch file too`() {
    let file = ReadFile("trip,lat,lon\na,1,2\nb,1,2\na,x,2\nb,,2\na,1,2\n", settings(.interleaved, bufferedRows: 1))
    #expect(file.rows == ["1.0 2.0", "bad_position", "1.0 2.0", "1.0 2.0", "missing_position"])
    #expect(file.fixes.map(\.line) == [2, 4, 6, 3, 5])
  }

  @Test func `a temporary folder that is not there is told, and the rows before are kept`() {
    var settings = settings(.interleaved, bufferedRows: 4)
    settings.temporaryDirectory = "/no/such/folder"
    let file = ReadFile(text("ababab"), settings)
    #expect(file.refusals.map(\.reason) == ["unreadable"])
    #expect(file.traces.map(\.id) == ["a", "b"] && file.fixes.count == 4)
  }
}
