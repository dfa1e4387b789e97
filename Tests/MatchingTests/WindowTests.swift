import Matching
import RoadGraph
import TestSupport
import Testing
import Traces

@Suite struct `Long traces are decided piece by piece` {
  /// Back and forth over a town, so often that a window of a few rows closes many times.
  private func drive(_ sketch: RoadSketch, laps: Int) -> Trace {
    sketch.trace(String(repeating: "123456654321", count: laps), every: 5)
  }

  private func town() throws -> RoadSketch {
    try RoadSketch(
      """
      E--------F-5--6---G
      |        |4       |
      |        |        |
      A-1--2--3B--------C
      |        |        |
      H--------I--------J
      """, metresPerCell: 12, roads: ["A-B-C", "E-F-G", "H-I-J", "A-E", "B-F", "C-G", "A-H", "B-I", "C-J"])
  }

  @Test(arguments: [(1, 20), (7, 20), (40, 30), (100, 60)])
  func `the path is that of the trace as a whole`(windowRows: Int, unsettledRows: Int) throws {
    let sketch = try town()
    let trace = drive(sketch, laps: 60)
    let whole = match(sketch, trace) { $0.window.rows = .max }
    let pieces = match(sketch, trace) {
      $0.window.rows = windowRows
      $0.window.unsettledRows = unsettledRows
    }
    #expect(pieces.paths.map(\.steps) == whole.paths.map(\.steps))
    #expect(pieces.paths.map(\.anchors) == whole.paths.map(\.anchors))
    #expect(pieces.breaks == whole.breaks)
    for (a, b) in zip(pieces.fixes, whole.fixes) {
      #expect(a.status == b.status && a.position?.edge == b.position?.edge && a.position?.offset == b.position?.offset)
      #expect(abs(a.confidence - b.confidence) < 1e-6)
    }
  }

  @Test func `breaks, roadless stretches and outliers are the same`() throws {
    let sketch = try RoadSketch(
      """
      A-1-2-3-B        C-6-7-8-D
             \\        /
               4 5 9 0
      """, metresPerCell: 40, roads: ["A-B", "C-D"])
    let trace = sketch.trace(String(repeating: "1234590678876095432112", count: 12))
    let whole = match(sketch, trace) { $0.window.rows = .max }
    let pieces = match(sketch, trace) {
      $0.window.rows = 3
      $0.window.unsettledRows = 12
    }
    #expect(whole.paths.count > 12)
    #expect(pieces.paths.map(\.steps) == whole.paths.map(\.steps) && pieces.breaks == whole.breaks)
    #expect(pieces.fixes.map(\.status) == whole.fixes.map(\.status))
    #expect(pieces.fixes.map(\.reason) == whole.fixes.map(\.reason))
  }

  @Test func `twins that never part are decided all the same, and the path stays on one`() throws {
    let twins = try RoadSketch(
      """
      A----------------------------B
      1  2  3  4  5  6  7  8  9  0
      C----------------------------D
      """, metresPerCell: 12, roads: ["A>B", "C>D"])
    let trace = twins.trace("1234567890", every: 5)
    let matched = match(twins, trace) {
      $0.window.rows = 1
      $0.window.unsettledRows = 2
      $0.window.mostRows = 4
    }
    #expect(matched.paths.count == 1)
    #expect(matched.fixes.allSatisfy { $0.status == .matched && $0.position?.edge == matched.fixes[0].position?.edge })
  }
}
