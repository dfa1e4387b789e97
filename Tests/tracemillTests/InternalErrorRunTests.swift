import Foundation
import Geodesy
import Moments
import RoadGraph
import TestSupport
import Testing
import Traces

@Suite struct `A trace that meets an internal error` {
  private let folder: TemporaryFolder
  private let map: String
  private let traces: String

  /// Two roads. The list of edges that leave B has E → C in place of B → C.
  init() throws {
    let sketch = try RoadSketch(
      """
              E
              |
      A-1-B---C-2-D

      U-3-V---W-4-X
      """, metresPerCell: 20, roads: ["A-B", "B-C", "C-D", "E-C", "U-V", "V-W", "W-X"])
    var file = GraphFile(RoadGraphWriter(sketch.network).bytes())
    file.exchange(sketch.edge("BC").rawValue, sketch.edge("EC").rawValue, in: "EOUT")
    folder = try TemporaryFolder()
    map = folder.path("damaged.tmg")
    try Data(file.bytes).write(to: URL(filePath: map))
    let rows = [("lost", "12"), ("found", "34")].flatMap { id, digits in
      sketch.trace(digits, every: 30).fixes.map { fix in
        let place = fix.place.map { "\($0.latitude),\($0.longitude)" } ?? ","
        let time = fix.time.map { String($0.millisecondsSince1970) } ?? ""
        return "\(id),\(time),\(place)"
      }
    }
    traces = try folder.write("traces.csv", "trace_id,time,lat,lon\n" + rows.joined(separator: "\n") + "\n")
  }

  private func table(_ name: String, _ options: String...) throws -> [[String]] {
    let arguments = ["match", traces, "--map", map, "--no-verify", "--format", "csv", "--table", name] + options
    let run = try ProgramRun(arguments)
    #expect(run.exitCode == 0, "\(run.errors)")
    return run.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  @Test(arguments: ["1", "2"])
  func `has the status error, and the next one is matched`(jobs: String) throws {
    let trips = try table("trips", "--jobs", jobs)
    let columns = try ["trace_id", "status", "reason"].map { try #require(trips[0].firstIndex(of: $0)) }
    #expect(
      trips.dropFirst().map { row in columns.map { row[$0] } }
        == [["lost", "error", "internal_error"], ["found", "ok", ""]])
  }

  @Test func `is among the rejects, with what happened and what to do`() throws {
    let rejects = try table("rejects")
    #expect(rejects.count == 2)
    let line = rejects[1].joined(separator: ",")
    #expect(line.contains(",lost,internal_error,"))
    #expect(
      line.contains(
        "trace lost met an internal error: edge 1 of path 0 does not begin where the edge before it ends. It was left out. "
          + "Build the map again, or report the error with the trace."))
  }

  @Test func `is counted, and --strict says so with its exit code`() throws {
    let run = try ProgramRun("match", traces, "--map", map, "--no-verify", "--strict", "-o", folder.path("out/"))
    #expect(run.exitCode == 1)
    let manifest = try folder.text("out/manifest.json")
    #expect(manifest.contains("\"internal_error\":1") || manifest.contains("\"internal_error\": 1"))
    #expect(manifest.contains("\"error\":1") || manifest.contains("\"error\": 1"))
  }

  @Test func `is not met on a map that was verified`() throws {
    let run = try ProgramRun("match", traces, "--map", map)
    #expect(run.exitCode != 0 && run.output.isEmpty && run.errors.contains("damaged"))
  }
}
