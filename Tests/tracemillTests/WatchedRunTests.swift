import Foundation
import TestSupport
import Testing

@Suite struct `What watches a run` {
  private let folder: TemporaryFolder
  private let map: String

  init() throws {
    folder = try TemporaryFolder()
    map = try SampleTown.map.get()
  }

  private func match(_ arguments: String...) throws -> ProgramRun {
    try ProgramRun(["match", "--map", map, "-o", folder.path("out/")] + arguments)
  }

  /// The samples of a file of metrics.
  private func metrics() throws -> [String: Double] {
    let lines = try folder.text("x.prom").split(separator: "\n").filter { !$0.hasPrefix("#") }
    return Dictionary(
      uniqueKeysWithValues: try lines.map { line in
        let parts = line.split(separator: " ")
        return (String(parts[0]), try #require(Double(parts[1])))
      })
  }

  @Test func `finds its metrics, and the time of the last success after a failure`() throws {
    let path = folder.path("x.prom")
    #expect(try match("Traces/courier.gpx", "--metrics-file", path).exitCode == 0)
    let first = try metrics()
    #expect(first["tracemill_last_run_trips{status=\"ok\"}"] == 1)
    #expect(first["tracemill_last_run_fixes{status=\"matched\"}"] == 537)
    #expect(first["tracemill_last_run_exit_code"] == 0 && (first["tracemill_map_age_seconds"] ?? 0) > 0)
    let success = try #require(first["tracemill_last_success_timestamp_seconds"])
    let empty = try folder.write("empty.csv", "")
    #expect(try match(empty, "--metrics-file", path, "--overwrite").exitCode == 1)
    let second = try metrics()
    #expect(second["tracemill_last_run_exit_code"] == 1)
    #expect(second["tracemill_last_success_timestamp_seconds"] == success)
    #expect(second["tracemill_last_run_rejects{reason=\"empty_file\"}"] == 1)
    #expect(try ProgramRun("match", "x.gpx", "--map", "nowhere.tmg", "--metrics-file", path).exitCode == 3)
    #expect(try metrics()["tracemill_last_run_exit_code"] == 3)
    #expect(folder.names.filter { $0.contains("partial") } == [])
  }

  @Test func `never replaces a file that is no metrics`() throws {
    let notes = try folder.write("notes.prom", "mine\n")
    let run = try match("Traces/courier.gpx", "--metrics-file", notes)
    #expect(run.exitCode == 4 && run.errors.contains("no metrics of tracemill"))
    #expect(try folder.text("notes.prom") == "mine\n" && !folder.exists("out"))
  }

  @Test func `reads progress as lines, and messages as JSON`() throws {
    let plain = try match("Traces/courier.gpx", "--log", "progress=plain", "--quiet")
    #expect(plain.errors.hasPrefix("tracemill: 1 trips, 537 fixes, ") && plain.errors.contains(", 100 %"))
    #expect(try match("Traces/courier.gpx", "--quiet").errors.isEmpty)
    let bad = try ProgramRun(
      "match", "Traces/bad-records.csv", "--map", map, "--table", "trips", "--log", "format=json,progress=json")
    let lines = try bad.errors.split(separator: "\n").map { try jsonObject(String($0)) }
    #expect(lines.count > 5 && Set(lines.map { $0["run_id"] as? String }).count == 1)
    let refusal = try #require(lines.first { $0["reason"] as? String == "null_island" })
    #expect(refusal["trace_id"] as? String == "van-9" && refusal["line"] as? Int != nil)
    #expect(refusal["level"] as? String == "warning")
    let end = try #require(lines.first { $0["progress"] as? String == "end" })
    #expect(
      end["trips"] as? Int == 1 && end["share"] as? Double == 1 && end["bytes"] as? Int == end["total_bytes"] as? Int)
    let failed = try ProgramRun("match", "x.gpx", "--map", "nowhere.tmg", "--log", "format=json")
    #expect(try jsonObject(failed.errors)["level"] as? String == "error")
  }

  @Test func `may end it after a time, with what was begun`() throws {
    let run = try match("Traces/courier.gpx", "Traces/ferry.gpx", "--max-duration", "0s")
    #expect(run.exitCode == 7 && run.errors.contains("2 files were not read, the first is Traces/courier.gpx"))
    #expect(folder.exists("out/manifest.json"))
    #expect(try match("Traces/courier.gpx", "--max-duration", "1h30min").exitCode == 0)
    #expect(try match("Traces/courier.gpx", "--max-duration", "soon").exitCode == 2)
    let bare = try match("Traces/courier.gpx", "--max-duration", "6")
    #expect(bare.exitCode == 2 && bare.errors.contains("not '6'; a number needs its unit: s, min, h, d or w"))
  }
}
