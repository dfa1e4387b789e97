import Geodesy
import Matching
import Moments
import RoadGraph
import TestSupport
import Testing
import Traces
import Trips

/// The trip of a trace on a sketch, matched for a car.
private func trip(_ sketch: RoadSketch, _ trace: Trace) -> Trip {
  var scratch = MatchingScratch()
  let matched = Matcher(graph: sketch.graph, settings: MatchingSettings(mode: .car)).match(trace, using: &scratch)
  return TripBuilder(graph: sketch.graph, mode: .car).trip(of: matched)
}

private func seconds(_ time: Timestamp?, _ trace: Trace) -> Double? {
  trace.fixes.first?.time.flatMap { begin in time?.seconds(since: begin) }
}

@Suite struct `The trip of a matched trace` {
  private let line = """
    A--1--B-----C--2--D
    """

  @Test func `edges without a fix are inferred and timed in proportion`() throws {
    let sketch = try RoadSketch(line, metresPerCell: 20, roads: ["A-B-C-D"])
    let trace = sketch.trace("12", every: 24)
    let trip = trip(sketch, trace)
    #expect(sketch.spelled(trip.edges.map(\.edge)) == "AB BC CD")
    #expect(trip.edges.map(\.evidence) == [.observed, .inferred, .observed])
    let times = trip.edges.map { [seconds($0.enterTime, trace), seconds($0.exitTime, trace)] }
    #expect(times == [[0, 6], [6, 18], [18, 24]])
    #expect(trip.status == .ok)
    #expect(abs(trip.summary.length - 240) < 0.5)
    #expect(abs(trip.edges[0].length - 60) < 0.5 && abs(trip.edges[1].length - 120) < 0.5)
    #expect(trip.summary.duration == 24)
  }

  @Test func `a trace without times gives edges without times`() throws {
    let sketch = try RoadSketch(line, metresPerCell: 20, roads: ["A-B-C-D"])
    let trip = trip(sketch, sketch.trace("12", every: nil))
    #expect(sketch.spelled(trip.edges.map(\.edge)) == "AB BC CD")
    #expect(trip.edges.allSatisfy { $0.enterTime == nil && $0.exitTime == nil })
    #expect(trip.summary.duration == nil && trip.stops.isEmpty)
  }

  @Test func `standing longer than a red light is a stop`() throws {
    let sketch = try RoadSketch("A--1--2--3--4--B", metresPerCell: 20, roads: ["A-B"])
    var trace = sketch.trace("1233334", every: 30)
    #expect(trip(sketch, trace).stops.isEmpty, "90 s")
    trace = sketch.trace("12333334", every: 30)
    let trip = trip(sketch, trace)
    #expect(trip.stops.map(\.fixes) == [2...6])
    #expect(trip.stops.first?.edge == 0)
    // Between the fixes around it, the pace is carried on to the place.
    let stop = try #require(trip.stops.first)
    #expect(abs((seconds(stop.begin, trace) ?? 0) - 60) <= 20 && abs((seconds(stop.end, trace) ?? 0) - 180) <= 20)
  }

  @Test(arguments: [5.0, 30])
  func `a wait at a junction belongs to the edge that leads to it`(period: Double) throws {
    let sketch = try RoadSketch("A--1--2--3--B--4--5--C", metresPerCell: 20, roads: ["A-B-C"])
    let begin = RoadSketch.begin
    var trace = sketch.trace("12345", every: period)
    trace.fixes.insert(
      contentsOf: (0..<8).map { Fix(place: sketch.place("B"), time: begin.adding(seconds: Double(3 + $0) * period)) },
      at: 3)
    for i in 11...12 {
      trace.fixes[i] = Fix(place: trace.fixes[i].place, time: begin.adding(seconds: Double(i) * period))
    }
    let trip = trip(sketch, trace)
    #expect(sketch.spelled(trip.edges.map(\.edge)) == "AB BC")
    #expect(seconds(trip.edges[0].exitTime, trace) == 10 * period && trip.edges[0].exitTimeSource == .measured)
    #expect(trip.edges[1].enterTime == trip.edges[0].exitTime)
    #expect(seconds(trip.edges[0].enterTime, trace) == 0 && seconds(trip.edges[1].exitTime, trace) == 12 * period)
  }

  @Test func `a break makes two legs and a gap between them`() throws {
    let sketch = try RoadSketch(
      """
      A-1-2-3-B        C-6-7-8-D
             \\        /
               4 5 9 0
      """, metresPerCell: 40, roads: ["A-B", "C-D"])
    let trip = trip(sketch, sketch.trace("1234590678"))
    #expect(trip.status == .partial && trip.reason == "no_road_near")
    #expect(trip.legs.map(\.fixes) == [0...2, 7...9])
    #expect(trip.gaps.map(\.reason) == [.offRoad])
    #expect(trip.gaps.first?.fixes == 2...7)
    #expect(trip.summary.matched == 6 && trip.summary.coverage == 0.6)
    #expect(trip.summary.unmatchedByReason.map { "\($0.reason.rawValue) \($0.count)" } == ["no_road_near 4"])
  }

  @Test(arguments: [
    ("", TripStatus.skipped, String?("no_fixes")), ("1", .skipped, "single_fix"), ("90", .unmatched, "no_road_near"),
    ("12", .ok, nil),
  ])
  func `every trace ends in one status`(digits: String, status: TripStatus, reason: String?) throws {
    let sketch = try RoadSketch(
      """
      A-1---2-B
                    9 0
      """, metresPerCell: 40, roads: ["A-B"])
    let trip = trip(sketch, sketch.trace(digits))
    #expect(trip.status == status && trip.reason == reason)
  }

  @Test func `unreadable fixes are rejected, and a trace of nothing else is too`() throws {
    let sketch = try RoadSketch("A-1-2-3-B", metresPerCell: 40, roads: ["A-B"])
    var trace = sketch.trace("123")
    trace.fixes[1].refusal = .badPosition
    let mixed = trip(sketch, trace)
    #expect(mixed.status == .ok && mixed.matched.fixes[1].status == .rejected)
    #expect(mixed.summary.coverage == 2.0 / 3)
    for i in trace.fixes.indices { trace.fixes[i].refusal = .badRecord }
    #expect(trip(sketch, trace).status == .rejected)
  }

  @Test(arguments: [(8, 2, TripStatus.ok), (8, 3, .partial), (2, 1, .ok), (3, 30, .partial)])
  func `a trip of which many records were dropped is partial, and its coverage counts them`(
    kept: Int, dropped: Int, status: TripStatus
  ) throws {
    let sketch = try RoadSketch("A-1-2-3-4-5-6-7-8-B", metresPerCell: 40, roads: ["A-B"])
    var trace = sketch.trace(String("12345678".prefix(kept)))
    let last = trace.fixes[kept - 1]
    for _ in 0..<dropped { trace.fixes.append(Fix(place: last.place, time: RoadSketch.begin, refusal: .outOfOrder)) }
    let trip = trip(sketch, trace)
    #expect(trip.status == status && trip.reason == (status == .ok ? nil : "many_dropped"))
    #expect(trip.summary.coverage == Double(kept) / Double(kept + dropped))
  }

  @Test func `records that repeat the one before are no loss, and those elsewhere at the same time are`() throws {
    let sketch = try RoadSketch("A-1-2-3-4-5-6-7-8-B", metresPerCell: 40, roads: ["A-B"])
    var trace = sketch.trace("12345678")
    func repeated(at label: String) -> [Fix] {
      trace.fixes.flatMap { fix in
        [fix, Fix(place: label.isEmpty ? fix.place : sketch.place("A"), time: fix.time, refusal: .duplicate)]
      }
    }
    let still = repeated(at: "")
    let elsewhere = repeated(at: "A")
    trace.fixes = still
    let good = trip(sketch, trace)
    #expect(good.status == .ok && good.summary.coverage == 1)
    trace.fixes = elsewhere
    let bad = trip(sketch, trace)
    #expect(bad.status == .partial && bad.reason == "many_dropped" && bad.summary.coverage < 0.6)
  }
}
