import Foundation
import Records
import Testing

@testable import Traces

/// Real files: they are not part of the project; see ``dataFolder``.
@Suite(.enabled(if: dataFolder != nil, "the real data is not on this machine"))
struct RealFileTests {
  static var gpxFiles: [String] {
    (try? traceFiles(in: [(dataFolder ?? "") + "/gpx"])) ?? []
  }

  @Test(arguments: gpxFiles)
  func `every track point of a real GPX file becomes a fix`(path: String) throws {
    let file = ReadFile(TraceReader(path: path))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let points = text.components(separatedBy: "<trkpt").count - 1
    #expect(file.fixes.count == points)
    #expect(file.counts["malformed_xml"] == nil)
    if points == 0 { #expect(!file.refusals.isEmpty, "a file without points says so") }
  }

  @Test(arguments: [
    ("chicago/chicago-traces.csv", 889, 118_360), ("seattle/gps_data.csv", 1, 7531),
  ])
  func `real tables are read whole, and nothing in them is dropped`(name: String, traces: Int, fixes: Int) {
    let file = ReadFile(TraceReader(path: (dataFolder ?? "") + "/" + name))
    #expect(file.traces.count == traces)
    #expect(file.fixes.count == fixes)
    #expect(file.refusals == [])
    let dropped = file.traces.flatMap { TraceCleaner().clean($0).fixes }.filter { $0.refusal != nil }
    #expect(dropped.count == 0)
  }

  @Test func `a table that passes through a tiny buffer gives the same traces`() {
    var settings = TraceReadingSettings()
    settings.bufferSize = 1 << 16
    settings.rows = .interleaved
    let path = (dataFolder ?? "") + "/chicago/chicago-traces.csv"
    let whole = ReadFile(TraceReader(path: path))
    let bounded = ReadFile(TraceReader(path: path, settings: settings))
    #expect(bounded.traces.map(\.id) == whole.traces.map(\.id))
    #expect(bounded.rows == whole.rows)
  }
}
