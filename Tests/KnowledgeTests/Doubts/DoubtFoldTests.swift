import Detection
import Moments
import RoadGraph
import TestSupport
import Testing

@testable import Knowledge

@Suite("Doubts of all nights")
struct DoubtFoldTests {
  private let sketch: RoadSketch

  init() throws { sketch = try RoadSketch("A---B---C---D", metresPerCell: 50, roads: ["A-B", "B>C", "C-D"]) }

  /// A drive through all edges of a path, with a fix each ten metres and second.
  private func drive(_ edges: String, _ vehicle: String, on day: String) throws -> DriveRecord {
    let begin = try #require(CivilDate(iso8601: day)).daysSince1970
    var time = Int64(begin) * 86_400_000 + 36_000_000
    let first = time
    var path = DrivenPath(steps: [], fixes: [])
    for (number, name) in edges.split(separator: " ").enumerated() {
      let edge = sketch.edge(String(name))
      let length = Int32(sketch.graph.length(of: edge) * 100)
      let isAgainst = sketch.graph.isAgainstOneway(edge, for: .car)
      path.steps.append(DrivenStep(edge: edge, begin: 0, end: length, doubts: isAgainst ? .wrongWay : []))
      for offset in stride(from: Int32(0), to: length, by: 1000) {
        path.fixes.append(PathFix(step: Int32(number), offset: offset, time: time))
        time += 1000
      }
    }
    return DriveRecord(
      vehicle: vehicle, tripID: "\(vehicle)/\(day)", source: "a.csv", begin: first, end: time, paths: [path])
  }

  private func fold(_ drives: [DriveRecord]) throws -> DoubtFold {
    try DoubtFold(of: DriveList(drives), on: sketch.graph, for: .car, clock: nil)
  }

  @Test("A oneway that most drive against, by vehicles and months")
  func oneway() throws {
    let against = try [("v1", "2026-04-30"), ("v1", "2026-05-01"), ("v2", "2026-05-02"), ("v3", "2026-05-03")].map {
      try drive("DC CB BA", $0, on: $1)
    }
    let found = try fold(against + [try drive("AB BC CD", "v4", on: "2026-05-04")])
    #expect(found.tripCount == 5 && found.doubts.count == 1)
    let learned = try #require(found.doubts.first)
    #expect(learned.doubt.kind == .rule(.oneway) && learned.doubt.isDoubtful == true)
    #expect(learned.doubt.broken == 4 && learned.doubt.kept == 1)
    #expect(learned.months.map { $0.month.iso8601 } == ["2026-04", "2026-05"])
    #expect(learned.months.map(\.trips) == [1, 3])
  }

  @Test("Drives that keep the rules are no doubt")
  func none() throws {
    let drives = try (1...9).map { try drive("AB BC CD", "v\($0)", on: "2026-05-04") }
    #expect(try fold(drives).doubts.isEmpty)
  }
}
