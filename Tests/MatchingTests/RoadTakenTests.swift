import Geodesy
import Matching
import Moments
import RandomNumbers
import RoadGraph
import TestSupport
import Testing
import Traces

@Suite struct `The road taken` {
  @Test(arguments: [
    ("1245", "AB BD"), ("123", "AB BC"), ("5421", "DB BA"), ("126", "AB BE"), ("345", "CB BD"), ("12", "AB"),
  ])
  func `at a crossing is the one the fixes lie on`(fixes: String, edges: String) throws {
    let sketch = try RoadSketch(
      """
           E
           6
           |
      A-1-2B-3--C
           |4
           |5
           D
      """, metresPerCell: 15, roads: ["A-B-C", "E-B-D"])
    #expect(driven(sketch, sketch.trace(fixes)) == edges)
  }

  @Test func `is not a side street for one fix that leans to it`() throws {
    let sketch = try RoadSketch(
      """
             D
             |
             |3
      A-1--2-B--4--5--C
      """, metresPerCell: 8, roads: ["A-B-C", "B-D"])
    #expect(driven(sketch, sketch.trace("12345")) == "AB BC")
  }

  /// A street with a side street in its middle, 1 and 2 before and after it.
  private func sideStreet() throws -> RoadSketch {
    try RoadSketch(
      """
                          D
                          |
                          4
                          3
      A------------------1B2------------------C
      """, metresPerCell: 15, roads: ["A-B-C", "B-D"])
  }

  @Test(arguments: [1.0, 5], 1...6)
  func `is not a side street that the noise points to`(period: Seconds, seed: UInt64) throws {
    let sketch = try sideStreet()
    var trace = sketch.ride("ABC", Ride(speed: 10, period: period, noise: 3, seed: seed))
    let crossing = Int(285 / (10 * period))
    for i in crossing - 1...crossing + 1 { trace.fixes[i] = trace.fixes[i].moved(northward: 9) }
    #expect(driven(sketch, trace) == "AB BC")
  }

  @Test(arguments: [1.0, 5], 1...6)
  func `is not a side street beside which a vehicle stands`(period: Seconds, seed: UInt64) throws {
    let sketch = try sideStreet()
    let crawl = Ride(speed: 10, period: period, noise: 4, seed: seed)
    var trace = sketch.ride("AB", crawl)
    var random = SplitMix64(seed: seed)
    let last = try #require(trace.fixes.last)
    for i in 1...Int(60 / period) {
      let still = last.moved(eastward: 3 * random.normal(), northward: 4 + 3 * random.normal())
      trace.fixes.append(still.later(by: Double(i) * period))
    }
    let halt = try #require(trace.fixes.last)
    for fix in sketch.ride("2C", crawl).fixes {
      trace.fixes.append(Fix(place: fix.place, time: halt.time?.adding(seconds: period)).later(by: fix.seconds))
    }
    #expect(driven(sketch, trace) == "AB BC", "\(trace.fixes.count) fixes")
  }

  @Test(arguments: [1.0, 5])
  func `is the side street when it was driven into and left again`(period: Seconds) throws {
    let sketch = try sideStreet()
    let trace = sketch.ride("ABDBC", Ride(speed: 4, period: period, noise: 2))
    #expect(driven(sketch, trace) == "AB BD DB BC")
  }

  @Test(arguments: [
    ("12", "AB BC CF FI"), ("13", "AB BE EH HI"), ("42", "AD DE EF FI"), ("43", "AD DG GH HI"),
  ])
  func `is the straighter one of two as long`(fixes: String, edges: String) throws {
    let sketch = try RoadSketch(
      """
      A1---B----C
      4    |    |
      |    |    |
      D----E----F
      |    |    |
      |    |    2
      G----H---3I
      """, metresPerCell: 30, roads: ["A-B-C", "D-E-F", "G-H-I", "A-D-G", "B-E-H", "C-F-I"])
    #expect(driven(sketch, sketch.trace(fixes, every: 30)) == edges)
  }

  @Test(arguments: [1.0, 5, 10], [-6.0, 0, 6])
  func `round a hairpin is followed arm by arm`(period: Seconds, lean: Metres) throws {
    let sketch = try RoadSketch(
      """
      A----------------------------b
                                   |
                                   |
      D----------------------------c
      """, metresPerCell: 10, roads: ["A-b-c-D"])
    let trace = sketch.ride("AbcD", Ride(speed: 8, period: period, lean: LocalPoint(x: 0, y: lean)))
    let matched = match(sketch, trace)
    #expect(matched.spelled(on: sketch) == "AD" && matched.runs == ".")
    for (i, fix) in matched.fixes.enumerated() {
      let offset = try #require(fix.position).offset
      #expect(abs(offset - 8 * period * Double(i)) < 15, "fix \(i) of \(matched.fixes.count)")
    }
    #expect(abs(matched.length - 8 * period * Double(matched.fixes.count - 1)) < 15)
  }

  /// Fix 2 lies as near to one leg as to the other. A wait is likelier than a way round for which only the time speaks: its
  /// price is bounded, and the way round is 230 m longer.
  @Test(arguments: [7.0, 45]) func `round a hairpin is not told by time alone`(period: Seconds) throws {
    let sketch = try RoadSketch(
      """
      C-1---------------D
           2            |
      F-----------------E
      """, metresPerCell: 10, roads: ["C-D-E-F"])
    #expect(driven(sketch, sketch.trace("12", every: period)) == "CD")
  }

  @Test(arguments: [10.0, 20, 30], 1...8)
  func `round a hairpin is followed where few fixes lie on it`(period: Seconds, seed: UInt64) throws {
    let sketch = try RoadSketch(
      """
      A---------------C-------------------D
                                          |
      G---------------F-------------------E
      """, metresPerCell: 20, roads: ["A-C-D-E-F-G"])
    let trace = sketch.ride("ACDEFG", Ride(speed: 8, period: period, noise: 5, seed: seed))
    #expect(driven(sketch, trace) == "AC CD DE EF FG")
  }

  @Test(arguments: [["A>B", "D>C"], ["A>B", "C>D"], ["A-B", "C-D"]], [1.0, 5])
  func `is not the one beside it for a lean of one sigma`(roads: [String], period: Seconds) throws {
    let sketch = try RoadSketch(
      """
      A-----------------------------------------------B

      C-----------------------------------------------D
      """, metresPerCell: 8, roads: roads.map { SketchRoad($0) } + ["A-C", "B-D"])
    for seed in 1...5 as ClosedRange<UInt64> {
      let ride = Ride(speed: 10, period: period, noise: 1.5, lean: LocalPoint(x: 0, y: -5), seed: seed)
      #expect(driven(sketch, sketch.ride("AB", ride)) == "AB")
    }
  }

  @Test(arguments: [1.0, 5])
  func `is not changed for the one beside it while the fixes stray to it`(period: Seconds) throws {
    let sketch = try RoadSketch(
      """
      A-----------------------------------------------B

      C-----------------------------------------------D
      """, metresPerCell: 10, roads: ["A-B", "C-D", "A-C", "B-D"])
    var trace = sketch.ride("AB", Ride(speed: 10, period: period, noise: 1))
    for i in Int(20 / period)...Int(30 / period) { trace.fixes[i] = trace.fixes[i].moved(northward: -14) }
    #expect(driven(sketch, trace) == "AB")
  }

  @Test(arguments: [1.0, 5, 15], 1...4)
  func `round a block is followed however the noise shortens it`(period: Seconds, seed: UInt64) throws {
    let sketch = try RoadSketch(
      """
      A---------B---------C
      |         |         |
      |         |         |
      |         |         |
      |         |         |
      D---------E---------F
      """, metresPerCell: 20, roads: ["A-B-C-F-E-D-A", "B-E"])
    let ride = Ride(speed: 8, period: period, noise: 5, seed: seed)
    #expect(driven(sketch, sketch.ride("ABEFCBA", ride)) == "AB BE EF FC CB BA")
  }
}

extension Fix {
  /// Since the start of sketched traces.
  fileprivate var seconds: Seconds { time?.seconds(since: RoadSketch.begin) ?? 0 }
}
