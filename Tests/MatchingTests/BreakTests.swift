import Geodesy
import Matching
import Moments
import RoadGraph
import TestSupport
import Testing
import Traces

@Suite struct `A break` {
  @Test func `between roads that nothing joins has a reason`() throws {
    let sketch = try RoadSketch(
      """
      A-1-2-3-B   C-4-5-6-D
      """, metresPerCell: 60, roads: ["A-B", "C-D"])
    let matched = match(sketch, sketch.trace("123456"))
    #expect(matched.breaks == [.noPath] && matched.paths.count == 2)
    #expect(matched.fixes.allSatisfy { $0.status == .matched })
  }

  @Test(arguments: [(60.0, 1), (3000, 2)])
  func `is made by a long silence with a long way, and not by a short one`(silence: Double, paths: Int) throws {
    let sketch = try RoadSketch("A-1-2-3-----------4-5-6-B", metresPerCell: 40, roads: ["A-B"])
    var trace = sketch.trace("123456")
    for i in 3..<6 { trace.fixes[i] = trace.fixes[i].later(by: silence) }
    let matched = match(sketch, trace)
    #expect(matched.paths.count == paths)
    #expect(matched.breaks == (paths == 2 ? [.timeGap] : []))
  }

  @Test(arguments: [(1.0, "AB | DC"), (60, "AB BD DC")])
  func `is likelier than a long way in a second, and less likely than one in a minute`(silence: Double, edges: String)
    throws
  {
    let sketch = try RoadSketch(
      """
      A-------------------1-------B
                                  |
                                  |
      C-------------------2-------D
      """, metresPerCell: 32, roads: ["A-B", "C-D", "B-D"])
    var trace = sketch.ride("A1", Ride(speed: 12, noise: 2))
    let time = try #require(trace.fixes.last?.time)
    for (i, fix) in sketch.ride("2C", Ride(speed: 12, noise: 2)).fixes.enumerated() {
      trace.fixes.append(Fix(place: fix.place, time: time.adding(seconds: Double(i) + silence)))
    }
    let matched = match(sketch, trace)
    #expect(matched.spelled(on: sketch) == edges && matched.breaks.count == (silence == 1 ? 1 : 0))
    #expect(abs(matched.length - (silence == 1 ? 1280 : 1280 + 608)) < 40, "\(matched.length) m")
  }

  @Test func `is not made by standing, however long`() throws {
    let sketch = try RoadSketch("A-1-2-3-4-5-6-B", metresPerCell: 40, roads: ["A-B"])
    var trace = sketch.trace("123456")
    for i in 3..<6 { trace.fixes[i] = Fix(place: trace.fixes[2].place, time: trace.fixes[i].time).later(by: 5000) }
    let matched = match(sketch, trace)
    #expect(matched.spelled(on: sketch) == "AB" && matched.breaks.isEmpty && matched.runs == ".")
  }

  @Test func `by silence begins a new chain beside the old one`() throws {
    let sketch = try RoadSketch("A-1-2-3-B-4-5-6-C", metresPerCell: 60, roads: ["A-B-C"])
    var trace = sketch.trace("123456")
    for i in 3..<6 { trace.fixes[i] = trace.fixes[i].later(by: 4000) }
    let matched = match(sketch, trace)
    #expect(matched.spelled(on: sketch) == "AB | BC" && matched.breaks == [.timeGap])
    #expect(matched.paths.map(\.fixes) == [0...2, 3...5])
  }

  @Test func `after a silence in which the vehicle came back to the road is a silence`() throws {
    let sketch = try RoadSketch(
      """
      A-1-2-3-----6-7-8-B


              4
      """, metresPerCell: 60, roads: ["A-B"])
    var trace = sketch.trace("1234678")
    for i in 4..<7 { trace.fixes[i] = trace.fixes[i].later(by: 4000) }
    let matched = match(sketch, trace)
    #expect(matched.signs == "...f..." && matched.breaks == [.timeGap])
  }
}
