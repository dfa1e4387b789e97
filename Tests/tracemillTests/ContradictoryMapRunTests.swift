import Foundation
import Geodesy
import Moments
import RoadGraph
import TestSupport
import Testing
import Traces

@Suite struct `A map that contradicts itself` {
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

  @Test(arguments: ["true", "false"])
  func `is refused with a sentence, and nothing is written`(verify: String) throws {
    let run = try ProgramRun(
      ["match", traces, "--map", map, "-o", folder.path("out/")],
      variables: ["TRACEMILL_CONFIG": "", "TRACEMILL_VERIFY": verify])
    #expect(run.exitCode == 3)
    #expect(
      run.errors.contains(
        "damaged.tmg: the EOUT section contradicts the rest of the map: it is damaged or was written wrongly. "))
    #expect(!FileManager.default.fileExists(atPath: folder.path("out/trips.csv")))
  }
}
