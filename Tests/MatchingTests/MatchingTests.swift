import Matching
import RoadGraph
import TestSupport
import Testing
import Traces

/// The edges driven, path by path: `"AB BC | DE"`.
func driven(_ sketch: RoadSketch, _ trace: Trace, _ adjust: (inout MatchingSettings) -> Void = { _ in }) -> String {
  var settings = MatchingSettings(mode: .car)
  adjust(&settings)
  var scratch = MatchingScratch()
  let matched = Matcher(graph: sketch.graph, settings: settings).match(trace, using: &scratch)
  return matched.paths.map { sketch.spelled($0.steps.map(\.edge)) }.joined(separator: " | ")
}

@Suite struct `Matching on drawn roads` {
  @Test func `a turn at a crossing`() throws {
    let sketch = try RoadSketch(
      """
           E
           |
      A-1-2B-3--C
           |4
           |5
           D
      """, metresPerCell: 15, roads: ["A-B-C", "E-B-D"])
    #expect(driven(sketch, sketch.trace("1245")) == "AB BD")
    #expect(driven(sketch, sketch.trace("123")) == "AB BC")
    #expect(driven(sketch, sketch.trace("5421")) == "DB BA")
  }

  @Test func `a oneway street driven against its direction is matched and marked`() throws {
    let sketch = try RoadSketch(
      """
      A---------B-1--2--3--4--5-C---------D
      """, metresPerCell: 10, roads: ["A-B", "C>B", "C-D"])
    #expect(driven(sketch, sketch.trace("12345")) == "BC")
    #expect(driven(sketch, sketch.trace("54321")) == "CB")
  }

  @Test func `a wobble to the other carriageway is no wrong-way drive`() throws {
    let sketch = try RoadSketch(
      """
      D-------------------------C
            3 4
      A-1-2-----5--6--7--8------B
      """, metresPerCell: 10, roads: ["A>B", "C>D", "B>C", "D>A"])
    #expect(driven(sketch, sketch.trace("12345678")) == "AB")
  }

  @Test func `a forest without roads breaks the trip and it goes on`() throws {
    let sketch = try RoadSketch(
      """
      A-1-2-3-B        C-6-7-8-D
             \\        /
               4 5 9 0
      """, metresPerCell: 40, roads: ["A-B", "C-D"])
    #expect(driven(sketch, sketch.trace("1234590678")) == "AB | CD")
  }

  @Test func `turning round on the road`() throws {
    let sketch = try RoadSketch(
      """
      A---1---2---3---4---B
      """, metresPerCell: 10, roads: ["A-B"])
    #expect(driven(sketch, sketch.trace("1234321")) == "AB BA")
  }
}
