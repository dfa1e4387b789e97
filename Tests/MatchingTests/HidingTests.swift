import Geodesy
import Matching
import RoadGraph
import TestSupport
import Testing
import Traces

@Suite("A matched trace of which parts are hidden")
struct HidingTests {
  private let sketch: RoadSketch
  private let matched: MatchedTrace

  init() throws {
    sketch = try RoadSketch("A-1-2-B-3-4-C-5-6-D-7-8-E", metresPerCell: 40, roads: ["A-B-C-D-E"])
    matched = match(sketch, sketch.trace("12345678"))
  }

  private func visible(_ hidden: String, fixes: [Bool]? = nil) -> MatchedTrace? {
    let edges = Set(hidden.split(separator: " ").map { sketch.edge(String($0)).segment })
    return matched.visible(fixes ?? [Bool](repeating: true, count: 8)) { edges.contains($0.segment) }
  }

  @Test(
    "becomes the parts before and after hidden roads",
    arguments: [("AB", "BC CD DE"), ("DE", "AB BC CD"), ("AB DE", "BC CD"), ("BC", "AB | CD DE"), ("AB CD", "BC | DE")])
  func parts(hidden: String, left: String) throws {
    let visible = try #require(self.visible(hidden))
    #expect(visible.spelled(on: sketch) == left)
    #expect(visible.breaks == [BreakReason](repeating: .hidden, count: visible.paths.count - 1))
    #expect(visible.fixes.count == visible.trace.fixes.count)
    for path in visible.paths {
      for anchor in path.anchors { #expect(visible.fixes[anchor.fix].position?.edge == path.steps[anchor.step].edge) }
      #expect(path.steps[0].begin == path.anchors[0].offset)
      #expect(path.steps.last?.end == path.anchors.last?.offset)
    }
  }

  @Test("is as it was if nothing is hidden")
  func nothing() throws {
    let visible = try #require(self.visible(""))
    #expect(visible.spelled(on: sketch) == matched.spelled(on: sketch) && visible.breaks == matched.breaks)
  }

  @Test("is nothing if less than two fixes are left")
  func all() {
    #expect(visible("AB BC CD DE") == nil)
    #expect(visible("", fixes: [true] + [Bool](repeating: false, count: 7)) == nil)
  }

  @Test("hides a dropped fix beside a hidden one")
  func dropped() throws {
    var trace = matched
    trace.fixes[2] = MatchedFix(status: .dropped, reason: .jump, position: nil, confidence: 0, isWrongWay: false)
    trace.paths[0].anchors.removeAll { $0.fix == 2 }
    let edge = sketch.edge("AB").segment
    let visible = try #require(trace.visible([Bool](repeating: true, count: 8)) { $0.segment == edge })
    #expect(visible.fixes.allSatisfy { $0.status == .matched } && visible.fixes.count == 5)
  }
}
