import Geodesy
import Matching
import Moments
import RoadGraph
import TestSupport
import Testing
import Traces

/// What comes of a trace while it is being recorded, and of the whole of it as one.
private struct Followed {
  var points: [DecidedFix] = []
  var pieces: [MatchedPiece] = []
  /// How many fixes had come when each piece did.
  var times: [Int] = []

  init(_ sketch: RoadSketch, _ trace: Trace, lag: Int, _ adjust: (inout MatchingSettings) -> Void = { _ in }) {
    var scratch = MatchingScratch()
    var settings = MatchingSettings(mode: .car)
    adjust(&settings)
    var state = OnlineTrace(
      OnlineMatcher(graph: sketch.graph, settings: settings, lag: lag, followsPath: true))
    for (number, fix) in trace.fixes.enumerated() { add(state.take(fix, using: &scratch), after: number + 1) }
    add(state.finish(using: &scratch), after: trace.fixes.count)
  }

  private mutating func add(_ decision: OnlineDecision, after count: Int) {
    points += decision.fixes
    guard let piece = decision.piece else { return }
    pieces.append(piece)
    times.append(count)
  }

  var parts: [PathPart] { pieces.flatMap(\.parts) }

  /// Whether a fix is matched against a oneway.
  func isAgainstOneway(_ fix: Int) -> Bool {
    pieces.contains { $0.matched.indices.contains(fix) && $0.matched[fix].isWrongWay }
  }

  /// The edges driven, path by path: `"AB BC | DE"`.
  func spelled(on sketch: RoadSketch) -> String {
    parts.map { part in
      let steps = part.path.steps.dropFirst(part.continuesStep ? 1 : 0)
      return steps.isEmpty ? "" : (part.continues ? " " : " | ") + sketch.spelled(steps.map(\.edge))
    }.joined().dropFirst(3).description
  }
}

@Suite struct `The path of a trace that is being recorded` {
  private func ring() throws -> RoadSketch {
    try RoadSketch(
      """
      A--1--2--B
      |        3
      8        |
      |        4
      7        |
      D--6--5--C
      """, metresPerCell: 15, roads: ["A-B-C-D-A"])
  }

  private func crossing() throws -> RoadSketch {
    try RoadSketch(
      """
               E     0
               |
      A-1-2-3--B--4--C-5-6-D
               7           8
               |
               F--9
      """, metresPerCell: 15, roads: ["A-B-C-D", "E-B-F"])
  }

  @Test(arguments: [0, 1, 2, 5, 20])
  func `of many laps is that of the whole trace`(lag: Int) throws {
    let sketch = try ring()
    let trace = sketch.trace(String(repeating: "12345678", count: 60))
    #expect(Followed(sketch, trace, lag: lag).spelled(on: sketch) == driven(sketch, trace))
  }

  @Test(arguments: [0, 3, 10])
  func `comes while the vehicle drives, in order, each fix and each step once`(lag: Int) throws {
    let sketch = try ring()
    let trace = sketch.trace(String(repeating: "12345678", count: 60))
    let followed = Followed(sketch, trace, lag: lag)
    #expect(followed.pieces.count > 100)
    for (piece, time) in zip(followed.pieces, followed.times) {
      #expect(time - piece.fixes.endIndex < lag + 20, "a lap and a half at the latest")
      #expect(piece.matched.indices == piece.fixes.indices)
    }
    #expect(followed.pieces.flatMap { Array($0.fixes.indices) } == Array(trace.fixes.indices))
    #expect(followed.parts.flatMap { $0.path.anchors.map(\.fix) } == Array(trace.fixes.indices))
    #expect(followed.parts.allSatisfy { part in part.path.anchors.allSatisfy(part.path.holds) })
    #expect(followed.parts.first?.continues == false && followed.parts.last?.isEnd == true)
    #expect(followed.parts.dropFirst().allSatisfy { $0.continues && $0.breakBefore == nil })
    #expect(followed.parts.dropLast().allSatisfy { !$0.isEnd })
  }

  @Test(arguments: ["123456", "12379", "654321", "1230456", "127321", "80000000065"], [0, 2, 6, 30])
  func `is that of the whole trace, with the same fixes on it`(signs: String, lag: Int) throws {
    let sketch = try crossing()
    let trace = sketch.trace(signs, every: 10)
    let whole = match(sketch, trace)
    let followed = Followed(sketch, trace, lag: lag)
    #expect(followed.spelled(on: sketch) == whole.spelled(on: sketch))
    let matched = followed.pieces.flatMap { Array($0.matched) }
    #expect(matched.map(\.position?.edge) == whole.fixes.map(\.position?.edge))
    #expect(matched.map(\.status) == whole.fixes.map(\.status))
    let confidences = followed.parts.flatMap(\.path.confidences)
    for (a, b) in zip(confidences, whole.paths.flatMap(\.confidences)) { #expect(abs(a - b) < 0.1) }
  }

  @Test(arguments: [1.0, 5], [0, 10]) func `is lawful if the vehicle is beside its carriageway all the time`(
    period: Seconds, lag: Int
  ) throws {
    let sketch = try dividedRoad()
    let trace = sketch.ride("SAEFBT", Ride(speed: 6, period: period, lean: LocalPoint(x: 0, y: 11)))
    #expect(Followed(sketch, trace, lag: lag).spelled(on: sketch) == "SA AE EF FB BT")
    let believed = Followed(sketch, trace, lag: lag) { $0.drift.fixes = 1000...1000 }
    #expect(believed.spelled(on: sketch) == "SA AD DC CB BT", "what the lattice alone says")
  }

  @Test(arguments: [0, 10])
  func `against a oneway waits until it can be judged, and then each fix and each step comes once`(lag: Int) throws {
    let tail = String(repeating: "-", count: 70)
    let sketch = try RoadSketch(
      """
                                D----------------------------------------C
      P-----------S-----------A                                            B\(tail)T
                                E----------------------------------------F
      """, metresPerCell: 6, roads: ["P-S-A", "A>E>F>B", "B>C>D>A", "B-T"])
    let trace = sketch.ride("PSADCBT", Ride(speed: 6, period: 1))
    let followed = Followed(sketch, trace, lag: lag)
    #expect(followed.spelled(on: sketch) == "PS SA AD DC CB BT")
    let against = followed.pieces.flatMap { Array($0.matched) }.filter(\.isWrongWay)
    #expect(!against.isEmpty && against.allSatisfy { $0.confidence >= 0.6 })
    #expect(followed.pieces.flatMap { Array($0.fixes.indices) } == Array(trace.fixes.indices))
    #expect(followed.parts.flatMap { $0.path.anchors.map(\.fix) } == Array(trace.fixes.indices))
    // What is before the drive comes as early as ever; the drive itself, when the minute behind it is certain.
    let hasty = Followed(sketch, trace, lag: lag) { $0.drift.longestWait = 0 }
    #expect(followed.times.first == hasty.times.first)
    func time(_ followed: Followed) throws -> Int {
      let last = try #require(trace.fixes.indices.last { followed.isAgainstOneway($0) })
      return try #require(zip(followed.pieces, followed.times).first { $0.0.fixes.indices.contains(last) }).1
    }
    let later = try time(followed) - time(hasty)
    #expect((30...70).contains(later), "\(later)")
  }

  @Test func `against a oneway does not wait where fixes are too far apart to tell`() throws {
    let sketch = try dividedRoad()
    let trace = sketch.ride("SADCBT", Ride(speed: 1, period: 25))
    let followed = Followed(sketch, trace, lag: 0)
    let hasty = Followed(sketch, trace, lag: 0) { $0.drift.longestWait = 0 }
    #expect(followed.times == hasty.times && followed.spelled(on: sketch) == "SA AD DC CB BT")
  }

  @Test(arguments: [0, 4])
  func `ends where the vehicle leaves the road for long, and begins anew behind`(lag: Int) throws {
    let sketch = try RoadSketch(
      """
      A-1-2-3-B                 C-6-7-8-D
               \\               /
                 4           5
      """, metresPerCell: 40, roads: ["A-B", "C-D"])
    let trace = sketch.ride("1B45C8", Ride(speed: 4, period: 1, noise: 1))
    let followed = Followed(sketch, trace, lag: lag)
    #expect(followed.parts.filter(\.isEnd).count == 2)
    #expect(followed.spelled(on: sketch) == "AB | CD")
    #expect(followed.parts.filter { !$0.continues }.map(\.breakBefore) == [nil, .offRoad])
  }

  @Test(arguments: [0, 5])
  func `ends when nothing of it becomes certain for thousands of fixes`(lag: Int) throws {
    let sketch = try RoadSketch("A-1-2-3-B-4-5-C", metresPerCell: 40, roads: ["A-B-C"])
    var trace = sketch.trace("123" + String(repeating: "4", count: 5000) + "45", every: 10)
    for i in 3..<5003 { trace.fixes[i].refusal = .badPosition }
    let followed = Followed(sketch, trace, lag: lag)
    let waiting = zip(followed.pieces, followed.times).map { $1 - $0.fixes.startIndex }
    #expect(waiting.allSatisfy { $0 < 2200 })
    #expect(followed.pieces.flatMap { Array($0.fixes.indices) } == Array(trace.fixes.indices))
    #expect(followed.parts.filter(\.isEnd).count == 2)
  }
}

extension MatchedPath {
  fileprivate func holds(_ anchor: Anchor) -> Bool {
    steps.indices.contains(anchor.step)
      && (steps[anchor.step].begin...steps[anchor.step].end).contains(anchor.offset)
  }
}

@Suite struct `Standing while a trace is being recorded` {
  private func junctions() throws -> RoadSketch {
    try RoadSketch(
      """
                                   C----D----E
                                   |    |    |
                                   |    |    |
      A---------------------------1B----F----G---------------------------H
                                   |    |    |
                                   |    |    |
                                   I----J----K
      """, metresPerCell: 20,
      roads: ["A-B-F-G-H", "C-D-E", "I-J-K", "C-B-I", "D-F-J", "E-G-K"])
  }

  @Test(arguments: [(1.0, 5.0), (5, 5), (5, 8), (10, 8)], [2, 10])
  func `is no drive to and fro, into side streets or round the block`(ride: (period: Double, noise: Double), lag: Int)
    throws
  {
    let sketch = try junctions()
    let bad = (1...30).count { seed in
      let ride = Ride(speed: 10, period: ride.period, noise: ride.noise, seed: UInt64(seed))
      let trace = sketch.ride("A1H", waiting: 180, ride, noise: ride.noise)
      return Followed(sketch, trace, lag: lag).spelled(on: sketch) != "AB BF FG GH"
    }
    #expect(bad <= (ride.period < 10 ? 1 : 3), "\(bad) of 30")
  }

  @Test func `is where the vehicle waits, for each fix decided since it is recognised`() throws {
    let sketch = try junctions()
    let ab = sketch.edge("AB")
    let astray = (1...30).count { seed in
      let trace = sketch.ride(
        "A1H", waiting: 300, Ride(speed: 10, period: 5, noise: 8, seed: UInt64(seed)), noise: 8)
      let arrival = sketch.ride("A1", Ride(speed: 10, period: 5)).fixes.count
      let decided = Followed(sketch, trace, lag: 10).points[arrival + 5..<arrival + 55]
      return decided.contains { $0.matched.position?.edge != ab }
    }
    #expect(astray <= 1, "\(astray) of 30 waits")
  }

  @Test(arguments: [0, 10])
  func `for days takes no more memory than for minutes, and is one leg`(lag: Int) throws {
    let sketch = try junctions()
    let trace = sketch.ride("A1H", waiting: 20_000, Ride(speed: 10, period: 5, noise: 4), noise: 4)
    let followed = Followed(sketch, trace, lag: lag)
    #expect(zip(followed.pieces, followed.times).allSatisfy { $1 - $0.fixes.startIndex < 1800 })
    #expect(followed.spelled(on: sketch) == "AB BF FG GH")
    #expect(followed.points.map(\.number) == Array(trace.fixes.indices))
  }
}
