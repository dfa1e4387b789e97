import Geodesy
import Matching
import RoadGraph
import TestSupport
import Testing
import Traces

@Suite struct `Turning round` {
  @Test func `on the road and coming back is found`() throws {
    let sketch = try RoadSketch("A---1---2---3---4---B", metresPerCell: 10, roads: ["A-B"])
    let path = match(sketch, sketch.trace("1234321")).paths[0]
    #expect(sketch.spelled(path.steps.map(\.edge)) == "AB BA")
    #expect(abs(path.steps[0].end - 160) < 1 && abs(path.steps[1].begin - 40) < 1, "turned at fix 4")
    #expect(path.anchors.map(\.step) == [0, 0, 0, 0, 1, 1, 1])
  }

  @Test(arguments: [1.0, 2, 5])
  func `is found where it was done, on a road and at its end`(period: Seconds) throws {
    let sketch = try RoadSketch("A--------------1-----------B", metresPerCell: 20, roads: ["A-B"])
    for (signs, place) in [("A1A", 300.0), ("ABA", 540)] {
      let path = try #require(match(sketch, sketch.ride(signs, Ride(speed: 8, period: period, noise: 2))).paths.first)
      #expect(sketch.spelled(path.steps.map(\.edge)) == "AB BA")
      #expect(abs(path.steps[0].end - place) < 4 * period + 10)
    }
  }

  @Test(arguments: [1.0, 5])
  func `at a junction is found`(period: Seconds) throws {
    let sketch = try RoadSketch(
      """
                     C
                     |
                     |
      A--------------B-----------D
      """, metresPerCell: 15, roads: ["A-B-D", "B-C"])
    #expect(driven(sketch, sketch.ride("ABA", Ride(speed: 8, period: period, noise: 2))) == "AB BA")
    #expect(driven(sketch, sketch.ride("ABCBD", Ride(speed: 5, period: period, noise: 2))) == "AB BC CB BD")
  }

  @Test(arguments: [1.0, 5, 10], 1...6)
  func `is not what noise does to somebody walking`(period: Seconds, seed: UInt64) throws {
    let sketch = try RoadSketch(
      """
      A-----------B--------------------C
                  |
                  D
      """, metresPerCell: 10, roads: ["A-B-C", "B-D"])
    let matched = match(
      sketch, sketch.ride("ABC", Ride(speed: 1.2, period: period, noise: 8, seed: seed)), mode: .pedestrian)
    #expect(matched.spelled(on: sketch) == "AB BC", "\(matched.length) m of 320 m")
    #expect(abs(matched.length - 320) < 30)
  }

  /// It turns 300 m behind B, 1200 m before the road ends.
  @Test(arguments: [5.0, 15, 30, 60])
  func `on a long road is found where it came from another one and goes back there`(period: Seconds) throws {
    let sketch = try RoadSketch(
      "A------------B-------1-----------------------------C", metresPerCell: 40, roads: ["A-B-C"])
    for (lean, noise) in [(0.0, 0.0), (70, 0), (140, 3), (210, 3)] {
      var trace = sketch.ride("A1A", Ride(speed: 12, period: period, noise: noise))
      trace.fixes.removeFirst(Int(lean / 12 / period))
      let matched = match(sketch, trace)
      #expect(matched.spelled(on: sketch) == "AB BC CB BA", "\(matched.signs)")
      #expect(matched.runs == ".")
    }
  }

  @Test func `on a long oneway is no path`() throws {
    let sketch = try RoadSketch(
      "A------------B-------1-----------------------------C", metresPerCell: 40, roads: ["A-B", "B>C"])
    let matched = match(sketch, sketch.ride("A1A", Ride(speed: 12, period: 60)))
    #expect(!matched.spelled(on: sketch).contains("CB"))
  }

  @Test func `is not what a cloud of fixes does around one that stands`() throws {
    let sketch = try RoadSketch(
      """
                 4
      A--1--2--3 5--7--8--B
                6
      """, metresPerCell: 6, roads: ["A-B"])
    let path = match(sketch, sketch.trace("1234565463456578", every: 1)).paths[0]
    #expect(sketch.spelled(path.steps.map(\.edge)) == "AB")
    #expect(path.anchors.count == 16)
    #expect(zip(path.anchors, path.anchors.dropFirst()).allSatisfy { $0.offset <= $1.offset })
  }

  @Test(arguments: 1...6)
  func `is not what noise does in a jam`(seed: UInt64) throws {
    let sketch = try RoadSketch("A-----------------------------B", metresPerCell: 10, roads: ["A>B"])
    let matched = match(sketch, sketch.ride("AB", Ride(speed: 0.4, period: 4, noise: 10, seed: seed)))
    #expect(matched.spelled(on: sketch) == "AB" && matched.fixes.allSatisfy { !$0.isWrongWay })
    #expect(abs(matched.length - 300) < 40)
  }

  @Test func `the block twice is two laps`() throws {
    let sketch = try RoadSketch(
      """
      A--1--2--B
      |        3
      8        |
      |        4
      7        |
      D--6--5--C
      """, metresPerCell: 15, roads: ["A-B-C-D-A"])
    #expect(driven(sketch, sketch.trace("1234567812345678")) == "AB BC CD DA AB BC CD DA")
  }

  @Test(arguments: [1.0, 3, 10])
  func `the block three times is three laps, at any rate`(period: Seconds) throws {
    let sketch = try RoadSketch(
      """
      A-------------B
      |             |
      |             |
      |             |
      D-------------C
      """, metresPerCell: 15, roads: ["A-B-C-D-A"])
    let lap = " AB BC CD DA"
    let trace = sketch.ride("ABCDABCDABCDA", Ride(speed: 7, period: period, noise: 2))
    #expect(" " + driven(sketch, trace) == lap + lap + lap)
  }
}
