import Geodesy
import Matching
import RoadGraph
import TestSupport
import Testing
import Traces

@Suite struct `Off the road` {
  /// A lane of 1,890 m with a field to its south; 2 and 3 lie 45 m from it, within the search radius.
  private func lane() throws -> RoadSketch {
    try RoadSketch(
      """
      A---------------------------1---------------------------4---------------------------B

                                  2                           3
      """, metresPerCell: 22.5, roads: ["A-B"])
  }

  @Test(arguments: [
    (TravelMode.pedestrian, Ride(speed: 1.5, period: 5)), (.pedestrian, Ride(speed: 1.5, period: 1)),
    (.car, Ride(speed: 5, period: 1)), (.car, Ride(speed: 4, period: 5, noise: 3)),
  ])
  func `beside a road for a while, a road is not credited for what was not driven on it`(mode: TravelMode, ride: Ride)
    throws
  {
    let sketch = try lane()
    let matched = match(sketch, sketch.ride("A1234B", ride), mode: mode)
    #expect(matched.signs.replacing("f", with: "n").runs == ".n.", "\(matched.signs)")
    #expect(matched.spelled(on: sketch) == "AB | AB" && matched.breaks == [.offRoad])
    #expect(abs(try #require(matched.paths.first).steps[0].end - 630) < 35, "left it at 1")
    #expect(abs(try #require(matched.paths.last).steps[0].begin - 1260) < 35, "came back at 4")
    for fix in matched.fixes where fix.status == .offRoad {
      #expect((fix.reason == .notOnRoad || ride.noise > 0) && fix.position == nil && !fix.isWrongWay)
    }
  }

  @Test func `a short way off the road is noise`() throws {
    let sketch = try RoadSketch(
      """
      A-----------1-3-----------B
                   2
      """, metresPerCell: 15, roads: ["A-B"])
    let matched = match(sketch, sketch.ride("A123B", Ride(speed: 8)))
    #expect(matched.runs == "." && matched.spelled(on: sketch) == "AB" && abs(matched.length - 390) < 10)
  }

  @Test func `a yard beside a street is a stop off the road, and no drive up and down the street`() throws {
    let sketch = try RoadSketch(
      """
               4---3
               |   |
               5---2
               6 1
      A--------7-0-----------B
      """, metresPerCell: 16, roads: ["A-B"])
    let matched = match(sketch, sketch.ride("A0123452345234567B", Ride(speed: 4, period: 2, noise: 3)))
    #expect(matched.runs.allSatisfy { $0 != "u" } && matched.runs.first == "." && matched.runs.last == ".")
    #expect(matched.signs.contains("nnnnnnnnnn"))
    #expect(matched.spelled(on: sketch) == "AB | AB" && matched.breaks == [.offRoad])
    #expect(matched.length < 470, "\(matched.length) m; the street is 368 m long")
  }

  @Test func `a forest without roads breaks the trip and it goes on`() throws {
    let sketch = try RoadSketch(
      """
      A-1-2-3-B        C-6-7-8-D
             \\        /
               4 5 9 0
      """, metresPerCell: 40, roads: ["A-B", "C-D"])
    let matched = match(sketch, sketch.trace("1234590678"))
    #expect(matched.spelled(on: sketch) == "AB | CD" && matched.breaks == [.offRoad])
    #expect(matched.signs == "...ffff...")
  }

  @Test func `however long it lasts, it is no silence`() throws {
    let sketch = try RoadSketch(
      """
      A-----1-B     C-4-----D


            2         3
      """, metresPerCell: 60, roads: ["A-B", "C-D"])
    let matched = match(sketch, sketch.ride("A1234D", Ride(speed: 1, period: 5)), mode: .pedestrian)
    #expect(matched.spelled(on: sketch) == "AB | CD" && matched.breaks == [.offRoad])
  }

  @Test func `far from every road is outside the map`() throws {
    let sketch = try RoadSketch("A-1-2-B         3         4", metresPerCell: 100, roads: ["A-B"])
    #expect(match(sketch, sketch.trace("1234")).signs == "..fx")
  }

  @Test func `a trace that never comes onto a road has no path`() throws {
    let sketch = try RoadSketch(
      """
      A---------------------B



       1                   2
      """, metresPerCell: 12, roads: ["A-B"])
    let matched = match(sketch, sketch.ride("12", Ride(speed: 2, period: 2, noise: 1)))
    #expect(matched.runs == "n" && matched.paths.isEmpty && matched.breaks.isEmpty)
  }

  @Test func `a road is crossed without being taken`() throws {
    let sketch = try RoadSketch(
      """
            1


      A-----------B


            2
      """, metresPerCell: 40, roads: ["A-B"])
    let matched = match(sketch, sketch.ride("12", Ride(speed: 1.4, period: 5)), mode: .pedestrian)
    #expect(matched.length < 15 && matched.paths.count <= 1)
    #expect(matched.signs.hasPrefix("ffff") && matched.signs.hasSuffix("ffff"))
  }

  @Test func `the way between the ends of two roads is no road of the map`() throws {
    let sketch = try RoadSketch("A---------B     C---------D", metresPerCell: 12, roads: ["A-B", "C-D"])
    let matched = match(sketch, sketch.ride("ABCD", Ride(speed: 10, noise: 2)))
    #expect(matched.spelled(on: sketch) == "AB | CD")
    #expect(abs(try #require(matched.paths.first).steps[0].end - 120) < 2, "driven to its end")
    #expect(try #require(matched.paths.last).steps[0].begin < 10, "and from its begin")
    #expect(!matched.fixes[15...16].contains { $0.status == .matched }, "30 m from both ends: \(matched.signs)")
  }
}
