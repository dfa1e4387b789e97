import Foundation
import Geodesy
import MapImport
import Matching
import Moments
import RandomNumbers
import RoadGraph
import TestSupport
import Testing
import Traces

/// How far the searches for a fix of real maps go.
@Suite(.enabled(if: isWholeRun, "\(whyNotNow)")) struct `The searches for a fix of a real town` {
  @Test func `settle no more edges than the bound at random places, and few for the drives of buses`() throws {
    guard let folder = realData("chicago") else { return }
    let graph = try RoadGraph(importOSM(path: folder.appending(path: "chicago-graph.osm.pbf").path))
    let settings = MatchingSettings(mode: .car)
    let matcher = Matcher(graph: graph, settings: settings)
    let reader = TraceReader(
      path: folder.appending(path: "chicago-traces.csv").path, settings: TraceReadingSettings())
    var drives = MatchingScratch()
    var places: [Place] = []
    var count = 0
    while let item = reader.next() {
      guard case .trace(let trace) = item else { continue }
      count += 1
      places += trace.fixes.compactMap(\.place)
      if count % 40 == 1 { _ = matcher.match(trace, using: &drives) }
    }
    #expect(count > 40 && drives.mostSettledEdges < settings.search.mostSettledEdges / 10, "\(drives.mostSettledEdges)")
    var random = SplitMix64(seed: 36)
    var scratch = MatchingScratch()
    let fixes = (0..<60).map { number in
      Fix(
        place: places.randomElement(using: &random),
        time: Timestamp(millisecondsSince1970: 1_790_000_000_000 + Int64(number) * 30_000), accuracy: 40)
    }
    _ = matcher.match(Trace(id: "r", source: TraceSource(file: "r"), fixes: fixes), using: &scratch)
    #expect(scratch.mostSettledEdges <= settings.search.mostSettledEdges)
    #expect(scratch.mostSettledEdges > drives.mostSettledEdges, "\(scratch.mostSettledEdges)")
  }
}
