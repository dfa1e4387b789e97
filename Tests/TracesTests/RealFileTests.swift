import Foundation
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
    if ProcessInfo.processInfo.environment["SHOW"] != nil { show(path, file) }
  }

  private func show(_ path: String, _ file: ReadFile) {
    var summary = TraceSummary(file: path.components(separatedBy: "/gpx/").last ?? path)
    file.refusals.forEach { summary.add(.refusal($0)) }
    file.traces.forEach { summary.add(.trace($0)) }
    summary.format = file.format
    summary.complete(with: file.counts)
    print(summary.text, terminator: "")
    for trace in file.traces { print("   ", trace.id, trace.source.track ?? 0, trace.source.segment ?? 0, trace.fixes.count, trace.fixes.first.map { "\($0)" } ?? "") }
    for refusal in file.refusals { print("   ", refusal.reason, refusal.line ?? 0, refusal.message) }
  }
}
