import Geodesy
import Matching
import RoadGraph
import TestSupport
import Testing
import Traces

@Suite struct `Matching on drawn roads` {
  @Test(arguments: [
    ("1245", "AB BD"), ("123", "AB BC"), ("5421", "DB BA"), ("126", "AB BE"), ("345", "CB BD"), ("12", "AB"),
  ])
  func `a crossing is left by the road that was taken`(fixes: String, edges: String) throws {
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

  @Test(arguments: [("12345", "BC"), ("54321", "CB")])
  func `a oneway street driven against its direction is matched and marked`(fixes: String, edges: String) throws {
    let sketch = try RoadSketch(
      """
      A---------B-1--2--3--4--5-C---------D
      """, metresPerCell: 10, roads: ["A-B", "C>B", "C-D"])
    #expect(driven(sketch, sketch.trace(fixes)) == edges)
    #expect(match(sketch, sketch.trace(fixes)).fixes.allSatisfy { $0.isWrongWay == (edges == "BC") })
    #expect(match(sketch, sketch.trace(fixes), mode: .pedestrian).fixes.allSatisfy { !$0.isWrongWay })
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

  @Test func `a side street is not entered for one fix that leans to it`() throws {
    let sketch = try RoadSketch(
      """
             D
             |
             |3
      A-1--2-B--4--5--C
      """, metresPerCell: 8, roads: ["A-B-C", "B-D"])
    #expect(driven(sketch, sketch.trace("12345")) == "AB BC")
  }

  @Test func `a forest without roads breaks the trip and it goes on`() throws {
    let sketch = try RoadSketch(
      """
      A-1-2-3-B        C-6-7-8-D
             \\        /
               4 5 9 0
      """, metresPerCell: 40, roads: ["A-B", "C-D"])
    let trace = sketch.trace("1234590678")
    let matched = match(sketch, trace)
    #expect(driven(sketch, trace) == "AB | CD")
    #expect(matched.breaks == [.offRoad])
    #expect(matched.fixes[3...6].allSatisfy { $0.status == .offRoad && $0.reason == .noRoadNear })
  }

  @Test func `far from every road is outside the map`() throws {
    let sketch = try RoadSketch("A-1-2-B         3         4", metresPerCell: 100, roads: ["A-B"])
    #expect(match(sketch, sketch.trace("1234")).fixes.map(\.reason) == [nil, nil, .noRoadNear, .outsideMap])
  }

  @Test func `turning round on the road and coming back`() throws {
    let sketch = try RoadSketch("A---1---2---3---4---B", metresPerCell: 10, roads: ["A-B"])
    let path = match(sketch, sketch.trace("1234321")).paths[0]
    #expect(sketch.spelled(path.steps.map(\.edge)) == "AB BA")
    #expect(abs(path.steps[0].end - 160) < 1 && abs(path.steps[1].begin - 40) < 1, "turned at fix 4")
    #expect(path.anchors.map(\.step) == [0, 0, 0, 0, 1, 1, 1])
  }

  @Test func `a second lap is a lap`() throws {
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

  @Test func `standing still in a cloud is standing still`() throws {
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

  @Test func `one wild fix costs itself and nothing else`() throws {
    let sketch = try RoadSketch(
      """
      E----------9----------F


      A--1--2--3--4--5--6---B
      """, metresPerCell: 60, roads: ["A-B", "E-F"])
    let matched = match(sketch, sketch.trace("1239456"))
    #expect(matched.paths.count == 1)
    #expect(matched.fixes.map(\.status) == [.matched, .matched, .matched, .unmatched, .matched, .matched, .matched])
    #expect(matched.fixes[3].reason == .noPath)
  }

  @Test func `roads that nothing joins break with a reason`() throws {
    let sketch = try RoadSketch(
      """
      A-1-2-3-B   C-4-5-6-D
      """, metresPerCell: 60, roads: ["A-B", "C-D"])
    let matched = match(sketch, sketch.trace("123456"))
    #expect(matched.breaks == [.noPath] && matched.paths.count == 2)
    #expect(matched.fixes.allSatisfy { $0.status == .matched })
  }

  @Test(arguments: [(60.0, 1), (3000, 2)])
  func `a long silence with a long way breaks, a short one is bridged`(silence: Double, paths: Int) throws {
    let sketch = try RoadSketch("A-1-2-3-----------4-5-6-B", metresPerCell: 40, roads: ["A-B"])
    var trace = sketch.trace("123456")
    for i in 3..<6 { trace.fixes[i] = trace.fixes[i].later(by: silence) }
    let matched = match(sketch, trace)
    #expect(matched.paths.count == paths)
    #expect(matched.breaks == (paths == 2 ? [.timeGap] : []))
  }

  @Test func `a trace without times is matched`() throws {
    let sketch = try RoadSketch("A-1-2-3-B-4-5-C", metresPerCell: 30, roads: ["A-B-C"])
    #expect(driven(sketch, sketch.trace("12345", every: nil)) == "AB BC")
  }

  @Test func `the course of the device tells two directions apart where there is one fix`() throws {
    let sketch = try RoadSketch("A-----1-----B", metresPerCell: 30, roads: ["A-B"])
    for (bearing, edge) in [(90.0, "AB"), (270, "BA")] {
      var trace = sketch.trace("1")
      trace.fixes[0] = Fix(place: sketch.place("1"), time: nil, speed: 10, bearing: bearing)
      #expect(driven(sketch, trace) == edge)
    }
  }

  @Test func `refused and dropped fixes keep their reason and are passed over`() throws {
    let sketch = try RoadSketch("A-1-2-3-4-B", metresPerCell: 30, roads: ["A-B"])
    var trace = sketch.trace("1234")
    trace.fixes[1].refusal = .badTime
    trace.fixes[2].refusal = .jump
    let matched = match(sketch, trace)
    #expect(matched.fixes.map(\.status) == [.matched, .rejected, .dropped, .matched])
    #expect(matched.fixes.map(\.reason) == [nil, .badTime, .jump, nil])
  }

  @Test func `confidence is a probability, high on a lonely road and even between twins`() throws {
    let lonely = try RoadSketch("A-1--2--3-B", metresPerCell: 30, roads: ["A>B"])
    #expect(match(lonely, lonely.trace("123")).fixes.allSatisfy { $0.confidence > 0.99 && $0.confidence <= 1 })
    let twins = try RoadSketch(
      """
      A--------B
      1  2  3  4
      C--------D
      """, metresPerCell: 12, roads: ["A>B", "C>D"])
    #expect(match(twins, twins.trace("1234")).fixes.allSatisfy { abs($0.confidence - 0.5) < 0.05 })
  }

  @Test func `a time limit gives what was reached and says so`() throws {
    let sketch = try RoadSketch("A-1-2-3-B", metresPerCell: 30, roads: ["A-B"])
    let matched = match(sketch, sketch.trace("123")) { $0.timeLimit = .zero }
    #expect(matched.timedOut && matched.fixes.count == 3)
  }

  @Test(arguments: 1...12)
  func `on random towns every path is joined head to tail and every anchor lies in order`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let graph = try RoadGraph(RoadNetwork.random(nodes: 40, roads: 90, forbiddenTurns: 20, using: &random))
    let fixes = (0..<60).map { number in
      Fix(
        place: Place(
          latitudeE7: 475_000_000 + Int32.random(in: 0...300_000, using: &random),
          longitudeE7: 95_000_000 + Int32.random(in: 0...400_000, using: &random)),
        time: Timestamp(millisecondsSince1970: Int64(number) * 20_000))
    }
    var scratch = MatchingScratch()
    let matched = Matcher(graph: graph, settings: MatchingSettings(mode: .car))
      .match(Trace(id: "wild", source: TraceSource(file: "wild"), fixes: fixes), using: &scratch)
    #expect(matched.fixes.count == fixes.count && matched.breaks.count == max(0, matched.paths.count - 1))
    for path in matched.paths { expectSound(path, on: graph) }
  }

  private func expectSound(_ path: MatchedPath, on graph: RoadGraph) {
    for step in path.steps {
      #expect(step.begin >= -0.001 && step.begin <= step.end && step.end <= graph.length(of: step.edge) + 0.001)
    }
    for (a, b) in zip(path.steps, path.steps.dropFirst()) {
      let isJoined = graph.head(of: a.edge) == graph.tail(of: b.edge)
      let isTurnedRound = a.edge == b.edge.reversed && abs(a.end - (graph.length(of: b.edge) - b.begin)) < 0.01
      #expect(isJoined || isTurnedRound)
    }
    for (a, b) in zip(path.anchors, path.anchors.dropFirst()) {
      #expect(a.fix < b.fix && (a.step, a.offset) <= (b.step, b.offset))
    }
  }
}
