import Geodesy
import RoadGraph
import TestSupport
import Testing
import Traces

@testable import Matching

@Suite struct `A result that contradicts itself` {
  private let sketch: RoadSketch
  private let right: MatchedTrace

  init() throws {
    sketch = try RoadSketch(
      """
      A-1-B-2-C-3-D
      """, metresPerCell: 20, roads: ["A-B", "B-C", "C-D"])
    right = match(sketch, sketch.trace("123"))
  }

  private func error(_ change: (inout MatchedTrace) -> Void = { _ in }) -> MatchingError? {
    var matched = right
    change(&matched)
    do throws(MatchingError) {
      try matched.check(on: sketch.graph)
      return nil
    } catch {
      return error
    }
  }

  @Test func `is none when right`() {
    #expect(right.spelled(on: sketch) == "AB BC CD" && right.failure == nil)
    #expect(error() == nil)
  }

  @Test func `has no entry for some fix`() {
    #expect(error { $0.fixes.removeLast() } == .fixCount(2, of: 3))
  }

  @Test func `has edges that do not meet`() {
    #expect(error { $0.paths[0].steps[1].edge = sketch.edge("CD") } == .parted(path: 0, step: 1))
    #expect(error { $0.paths[0].steps[1].edge = sketch.edge("CB") } == .parted(path: 0, step: 1))
  }

  @Test func `has a place beyond the ends of an edge`() {
    let (first, last) = (sketch.edge("AB"), sketch.edge("CD"))
    #expect(error { $0.paths[0].steps[2].end = 81 } == .outside(last, path: 0, step: 2))
    #expect(error { $0.paths[0].steps[0].begin = -1 } == .outside(first, path: 0, step: 0))
    #expect(error { $0.paths[0].steps[0].begin = .nan } == .outside(first, path: 0, step: 0))
  }

  @Test func `has a fix that is not on its path`() {
    #expect(error { $0.paths[0].anchors[1].step = 3 } == .misplaced(fix: 1, path: 0))
    #expect(error { $0.paths[0].anchors[1].offset = 90 } == .misplaced(fix: 1, path: 0))
    #expect(error { $0.paths[0].anchors[2].step = 0 } == .misplaced(fix: 2, path: 0))
  }
}

@Suite struct `A map whose lists of edges are wrong` {
  @Test func `is refused when it is opened, so that no path is parted`() throws {
    let sketch = try RoadSketch(
      """
              E
              |
      A-1-B---C-2-D
      """, metresPerCell: 20, roads: ["A-B", "B-C", "C-D", "E-C"])
    var file = GraphFile(RoadGraphWriter(sketch.network).bytes())
    file.exchange(sketch.edge("BC").rawValue, sketch.edge("EC").rawValue, in: "EOUT")
    #expect(throws: RoadGraphError.contradictory(path: "town.tmg", section: "EOUT")) { try file.open() }
    #expect(
      "\(MatchingError.parted(path: 0, step: 1))" == "edge 1 of path 0 does not begin where the edge before it ends")
  }
}
