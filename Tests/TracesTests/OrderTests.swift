import Moments
import Records
import Testing

@testable import Traces

/// The order of the fixes of a trace.
struct OrderTests {
  /// A table of fixes at some seconds; `-` has no time.
  private func table(_ seconds: [Int?]) -> String {
    let rows = seconds.map { "a,\($0.map { String(1_772_438_400 + $0) } ?? ""),47.1,9.5" }
    return "trip,time,lat,lon\n" + rows.joined(separator: "\n") + "\n"
  }

  private func seconds(_ file: ReadFile) -> [Int?] {
    file.fixes.map { fix in fix.time.map { Int($0.millisecondsSince1970 / 1000) - 1_772_438_400 } }
  }

  @Test(arguments: [
    ("newest first", Array((0..<30).reversed())), ("shuffled", (0..<30).map { $0 * 7 % 30 }),
    ("in blocks", Array(15..<30) + Array(0..<15)),
  ])
  func `fixes out of order are sorted, and it is said`(order: String, times: [Int]) {
    let file = ReadFile(table(times))
    #expect(seconds(file) == Array(0..<30), "\(order)")
    #expect(file.refusals.map(\.reason) == ["sorted_by_time"] && file.refusals.first?.traceID == "a")
    #expect(Set(file.fixes.map(\.line)) == Set(2...31))
  }

  @Test func `a single late record stays where it is, for cleaning to drop`() {
    let times = Array(0..<20) + [3] + Array(20..<40)
    #expect(seconds(ReadFile(table(times))) == times)
    #expect(ReadFile(table(times)).refusals.isEmpty)
  }

  @Test func `records of the same time keep their order, and those without stay behind the one before`() {
    let file = ReadFile(table([9, nil, 8, 8, 7, 6, 5, nil, 4]))
    #expect(seconds(file) == [4, 5, nil, 6, 7, 8, 8, 9, nil])
    #expect(file.fixes.map(\.line) == [10, 8, 9, 7, 6, 4, 5, 2, 3])
  }

  @Test func `tracks of GPX are sorted as well`() {
    let points = (0..<10).reversed().map {
      "<trkpt lat=\"47.1\" lon=\"9.5\"><time>2026-03-02T08:00:0\($0)Z</time></trkpt>"
    }
    let file = ReadFile("<gpx version=\"1.1\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>", as: "a.gpx")
    let times = file.fixes.compactMap { $0.time?.millisecondsSince1970 }
    #expect(times.count == 10 && times == times.sorted())
  }
}
