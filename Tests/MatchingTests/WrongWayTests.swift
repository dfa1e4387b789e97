import Geodesy
import Matching
import RoadGraph
import TestSupport
import Testing
import Traces

@Suite struct `Against a oneway` {
  @Test(arguments: [("12345", "BC"), ("54321", "CB")])
  func `a drive is matched and marked`(fixes: String, edges: String) throws {
    let sketch = try RoadSketch(
      """
      A---------B-1--2--3--4--5-C---------D
      """, metresPerCell: 10, roads: ["A-B", "C>B", "C-D"])
    #expect(driven(sketch, sketch.trace(fixes)) == edges)
    #expect(match(sketch, sketch.trace(fixes)).fixes.allSatisfy { $0.isWrongWay == (edges == "BC") })
    #expect(match(sketch, sketch.trace(fixes), mode: .pedestrian).fixes.allSatisfy { !$0.isWrongWay })
  }

  /// A oneway street from C to B, and a lawful way round of 190 m more.
  private func block() throws -> RoadSketch {
    try RoadSketch(
      """
      A---------B---------C---------D
                |         |
                |         |
                E---------F
      """, metresPerCell: 10, roads: ["A-B", "C>B", "C-D", "B-E-F-C"])
  }

  @Test(arguments: [1.0, 2, 5], 1...4)
  func `a hundred metres are found, though a lawful way leads round`(period: Seconds, seed: UInt64) throws {
    let sketch = try block()
    let ride = Ride(speed: 6, period: period, noise: 3, seed: seed)
    let matched = match(sketch, sketch.ride("ABCD", ride))
    #expect(matched.spelled(on: sketch) == "AB BC CD")
    #expect(matched.fixes.count { $0.isWrongWay } > Int(70 / (6 * period)))
    #expect(driven(sketch, sketch.ride("DCBA", ride)) == "DC CB BA")
    #expect(driven(sketch, sketch.ride("ABEFCD", ride)) == "AB BE EF FC CD", "the way round when it was driven")
  }

  @Test func `a wobble of two fixes to the other carriageway is no drive`() throws {
    let sketch = try RoadSketch(
      """
      D-------------------------C
            3 4
      A-1-2-----5--6--7--8------B
      """, metresPerCell: 10, roads: ["A>B", "C>D", "B>C", "D>A"])
    #expect(driven(sketch, sketch.trace("12345678")) == "AB")
  }

  @Test(arguments: [1.0, 2, 5])
  func `a wobble of three fixes to the other carriageway is no drive`(period: Seconds) throws {
    let sketch = try RoadSketch(
      """
      D--------------------------------------------------------C

      A--------------------------------------------------------B
      """, metresPerCell: 10, roads: ["A>B", "C>D", "B>C", "D>A"])
    for first in [3, 12, 25] {
      var trace = sketch.ride("AB", Ride(speed: 15 / period, period: period, noise: 1))
      for i in first..<first + 3 { trace.fixes[i] = trace.fixes[i].moved(northward: 20) }
      let matched = match(sketch, trace)
      #expect(matched.spelled(on: sketch) == "AB" && matched.fixes.allSatisfy { !$0.isWrongWay })
    }
  }

  @Test(arguments: [1.0, 5])
  func `on the wrong carriageway is found`(period: Seconds) throws {
    let sketch = try RoadSketch(
      """
      D---------------------------------------------C

      A---------------------------------------------B
      """, metresPerCell: 12, roads: ["A>B", "C>D", "B-C", "D-A"])
    let matched = match(sketch, sketch.ride("DC", Ride(speed: 14, period: period, noise: 3)))
    #expect(matched.spelled(on: sketch) == "DC" && matched.fixes.allSatisfy { $0.isWrongWay })
  }

  @Test func `a mode that may go both ways does not err`() throws {
    let sketch = try block()
    let matched = match(sketch, sketch.ride("ABCD", Ride(speed: 1.5, period: 5, noise: 3)), mode: .pedestrian)
    #expect(matched.spelled(on: sketch) == "AB BC CD" && matched.fixes.allSatisfy { !$0.isWrongWay })
  }

  @Test(arguments: [1.0, 2], [-1.0, 1])
  func `the wrong carriageway begins and ends where it was entered and left`(period: Seconds, side: Double) throws {
    let sketch = try RoadSketch(
      """
                    D----------------------------------------C
      S-----------A                                            B-----------T
                    E----------------------------------------F
      """, metresPerCell: 9, roads: ["S-A", "A>E>F>B", "B>C>D>A", "B-T"])
    let way = side > 0 ? "SADCBT" : "SAEFBT"
    for seed in UInt64(1)...4 {
      let matched = match(sketch, sketch.ride(way, Ride(speed: 12, period: period, noise: 4, seed: seed)))
      #expect(matched.spelled(on: sketch) == (side > 0 ? "SA AD DC CB BT" : "SA AE EF FB BT"))
    }
  }
}
