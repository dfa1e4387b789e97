import Matching
import RoadGraph
import TestSupport
import Testing
import Traces

/// What is decided of each trace, fix by fix, when their fixes come in turn.
private func decideInTurn(_ sketch: RoadSketch, _ traces: [Trace], lag: Int) -> [[DecidedFix]] {
  var scratch = MatchingScratch()
  var states = traces.map { _ in
    OnlineTrace(OnlineMatcher(graph: sketch.graph, settings: MatchingSettings(mode: .car), lag: lag))
  }
  var decided = traces.map { _ in [DecidedFix]() }
  for number in 0..<(traces.map(\.fixes.count).max() ?? 0) {
    for (i, trace) in traces.enumerated() where number < trace.fixes.count {
      decided[i] += states[i].take(trace.fixes[number], using: &scratch).fixes
    }
  }
  for i in traces.indices { decided[i] += states[i].finish(using: &scratch).fixes }
  return decided
}

private func decide(_ sketch: RoadSketch, _ trace: Trace, lag: Int) -> [DecidedFix] {
  decideInTurn(sketch, [trace], lag: lag)[0]
}

@Suite struct `Matching while a trace is being recorded` {
  private func crossing() throws -> RoadSketch {
    try RoadSketch(
      """
           E
           6
           |
      A-1-2B-3--C
           |4
           |5
           D
      """, metresPerCell: 15, roads: ["A-B-C", "E-B-D"])
  }

  @Test(arguments: [0, 1, 3, 10])
  func `a fix is decided when so many further ones have come, no sooner and no later`(lag: Int) throws {
    let sketch = try crossing()
    var state = OnlineTrace(OnlineMatcher(graph: sketch.graph, settings: MatchingSettings(mode: .car), lag: lag))
    var scratch = MatchingScratch()
    let trace = sketch.trace("1245321245")
    for (number, fix) in trace.fixes.enumerated() {
      #expect(state.take(fix, using: &scratch).fixes.map(\.number) == (number >= lag ? [number - lag] : []))
    }
    #expect(
      state.finish(using: &scratch).fixes.map(\.number) == Array(max(0, trace.fixes.count - lag)..<trace.fixes.count))
  }

  @Test(arguments: ["1245", "123", "5421", "126", "345", "12456212345421"])
  func `with a lag longer than the trace all is as for the whole trace`(fixes: String) throws {
    let sketch = try crossing()
    let trace = sketch.trace(fixes)
    let whole = match(sketch, trace).fixes
    let decided = decide(sketch, trace, lag: 100)
    #expect(decided.map(\.number) == Array(whole.indices))
    for (a, b) in zip(decided.map(\.matched), whole) {
      #expect(a.status == b.status && a.position?.edge == b.position?.edge && a.isWrongWay == b.isWrongWay)
      #expect(abs(a.confidence - b.confidence) < 0.05)
    }
  }

  @Test(arguments: [0, 2, 5])
  func `traces in turn do not know of each other`(lag: Int) throws {
    let sketch = try crossing()
    let traces = [sketch.trace("12453212"), sketch.trace("54345621"), sketch.trace("6245")]
    let together = decideInTurn(sketch, traces, lag: lag)
    for (trace, decided) in zip(traces, together) {
      let alone = decide(sketch, trace, lag: lag)
      #expect(decided.map(\.matched.position?.edge) == alone.map(\.matched.position?.edge))
      #expect(decided.map(\.matched.position?.offset) == alone.map(\.matched.position?.offset))
      #expect(decided.map(\.matched.confidence) == alone.map(\.matched.confidence))
    }
  }

  @Test func `what follows tells the road that was taken`() throws {
    let sketch = try RoadSketch(
      """
      C--------D--------E
      1  2  3     4  5  6
      A--------B
      """, metresPerCell: 12, roads: ["A>B", "C>D>E"])
    let upper = sketch.edge("CD")
    let edges = decide(sketch, sketch.trace("123456"), lag: 5).map(\.matched.position?.edge)
    #expect(edges[0] == upper && edges[2] == upper)
  }

  @Test func `refused, roadless and wild fixes keep their reasons and their order`() throws {
    let sketch = try RoadSketch(
      """
      A-1-2-3-B        C-6-7-8-D
             \\        /
               4 5 9 0
      """, metresPerCell: 40, roads: ["A-B", "C-D"])
    var trace = sketch.trace("1234590678")
    trace.fixes[1].refusal = .badTime
    trace.fixes[8].refusal = .jump
    for lag in [0, 3, 20] {
      let decided = decide(sketch, trace, lag: lag)
      #expect(decided.map(\.number) == Array(0..<10))
      #expect(decided[1].matched.status == .rejected && decided[1].matched.reason == .badTime)
      #expect(decided[8].matched.status == .dropped && decided[8].matched.reason == .jump)
      #expect(decided[3...6].allSatisfy { $0.matched.status == .offRoad && $0.matched.reason == .noRoadNear })
    }
  }

  @Test func `standing still, a fix is where the vehicle stands`() throws {
    let sketch = try RoadSketch("A---1---2---3---4---B", metresPerCell: 10, roads: ["A>B"])
    let trace = sketch.trace("12" + String(repeating: "3", count: 200) + "4", every: 1)
    for lag in [0, 4] {
      let decided = decide(sketch, trace, lag: lag)
      #expect(decided.allSatisfy { $0.matched.status == .matched })
      #expect(decided[2..<202].allSatisfy { abs(($0.matched.position?.offset ?? 0) - 120) < 1 })
    }
  }

  @Test func `a drive of many laps is decided like the whole`() throws {
    let sketch = try RoadSketch(
      """
      A--1--2--B
      |        3
      8        |
      |        4
      7        |
      D--6--5--C
      """, metresPerCell: 15, roads: ["A-B-C-D-A"])
    let trace = sketch.trace(String(repeating: "12345678", count: 80))
    let whole = match(sketch, trace).fixes.map(\.position?.edge)
    #expect(decide(sketch, trace, lag: 6).map(\.matched.position?.edge) == whole)
  }
}
