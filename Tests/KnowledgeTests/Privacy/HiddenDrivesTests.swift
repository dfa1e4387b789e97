import Geodesy
import RoadGraph
import TestSupport
import Testing

@testable import Knowledge

@Suite("Drives without their hidden parts")
struct HiddenDrivesTests {
  @Test("A drive keeps what lies between two fixes on visible roads")
  func cut() throws {
    let sketch = try RoadSketch("A-----B-----C-----D-----E", metresPerCell: 20, roads: ["A-B-C-D-E"])
    let names = ["AB", "BC", "CD", "DE"]
    let steps = names.map { DrivenStep(edge: sketch.edge($0), begin: 0, end: 12_000) }
    let fixes = (0..<4).flatMap { step in
      [2_000, 10_000].enumerated().map { number, offset in
        PathFix(step: Int32(step), offset: Int32(offset), time: Int64(10_000 * step + 5_000 * number))
      }
    }
    let drive = DriveRecord(
      vehicle: "van", tripID: "1", source: "a.csv", begin: 0, end: 35_000,
      paths: [DrivenPath(steps: steps, fixes: fixes)],
      stands: [Stand(begin: 0, end: 500_000, place: sketch.place("A"))])
    let ends = HiddenGround(discs: ["A", "E"].map { EndDisc(middle: sketch.place($0), radius: 100) })
    let visible = try #require(drive.visible(outside: ends, on: sketch.graph))
    #expect(sketch.spelled(visible.paths[0].steps.map(\.edge)) == "BC CD")
    #expect(
      visible.paths[0].steps.map(\.begin) == [2_000, 0] && visible.paths[0].steps.map(\.end) == [12_000, 10_000])
    #expect(visible.begin == 10_000 && visible.end == 25_000 && visible.stands.isEmpty)
    let middle = HiddenGround(discs: [EndDisc(middle: sketch.place("C"), radius: 10)])
    let parts = try #require(drive.visible(outside: middle, on: sketch.graph)).paths
    #expect(parts.map { sketch.spelled($0.steps.map(\.edge)) } == ["AB", "DE"])
    #expect(
      drive.visible(outside: HiddenGround(discs: [EndDisc(middle: sketch.place("C"), radius: 900)]), on: sketch.graph)
        == nil)
  }
}
