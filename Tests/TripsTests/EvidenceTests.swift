import Geodesy
import Matching
import Moments
import RoadGraph
import TestSupport
import Testing
import Traces
import Trips

/// The trip of a trace on a sketch, matched for a car.
private func trip(_ sketch: RoadSketch, _ trace: Trace, alternatives: Int = 0) -> Trip {
  var scratch = MatchingScratch()
  var settings = MatchingSettings(mode: .car)
  settings.alternatives.most = alternatives
  let matched = Matcher(graph: sketch.graph, settings: settings).match(trace, using: &scratch)
  return TripBuilder(graph: sketch.graph, mode: .car).trip(of: matched)
}

@Suite struct `What the fixes tell of an edge` {
  /// The seconds of the fixes from the first on.
  private func timed(_ sketch: RoadSketch, _ digits: String, at seconds: [Double]) -> Trace {
    var trace = sketch.trace(digits, every: 1)
    guard let begin = trace.fixes[0].time else { return trace }
    trace.fixes = zip(trace.fixes, seconds).map { fix, second in
      Fix(place: fix.place, time: begin.adding(seconds: second), line: fix.line)
    }
    return trace
  }

  @Test(arguments: [
    ([0, 10, 20, 30, 79], Evidence.inferred), ([0, 10, 20, 30, 81], .detour), ([0, 30, 60, 90, 180], .inferred),
    ([0, 30, 60, 90, 241], .detour),
  ])
  func `an edge in a gap of the trace is a detour`(seconds: [Double], evidence: Evidence) throws {
    let sketch = try RoadSketch("A-1--2--3--4-B--------C-5-D", metresPerCell: 25, roads: ["A-B-C-D"])
    let edges = trip(sketch, timed(sketch, "12345", at: seconds)).edges
    #expect(sketch.spelled(edges.map(\.edge)) == "AB BC CD")
    #expect(edges.map(\.evidence) == [.observed, evidence, .observed])
  }

  @Test func `an edge on a way much longer than the straight line is a detour`() throws {
    let sketch = try RoadSketch(
      """
      B-----C
      |     |
      |     |
      |     |
      1     2
      A     D
      """, metresPerCell: 20, roads: ["A-B", "B-C", "C-D"])
    let edges = trip(sketch, sketch.trace("12", every: 25)).edges
    #expect(sketch.spelled(edges.map(\.edge)) == "AB BC CD")
    #expect(edges.map(\.evidence) == [.observed, .detour, .observed])
  }

  @Test func `times between fixes close by are measured, others estimated`() throws {
    let sketch = try RoadSketch("A-1---B---2-3-C-----D-----E-4-F", metresPerCell: 20, roads: ["A-B-C-D-E-F"])
    let edges = trip(sketch, timed(sketch, "1234", at: [0, 10, 12, 40])).edges
    #expect(sketch.spelled(edges.map(\.edge)) == "AB BC CD DE EF")
    #expect(edges.map(\.enterTimeSource) == [.measured, .measured, .estimated, .estimated, .estimated])
    #expect(edges.map(\.exitTimeSource) == [.measured, .estimated, .estimated, .estimated, .measured])
  }

  @Test func `without times nothing is said of them`() throws {
    let sketch = try RoadSketch("A-1---B---2-C", metresPerCell: 20, roads: ["A-B-C"])
    let edges = trip(sketch, sketch.trace("12", every: nil)).edges
    #expect(edges.allSatisfy { $0.enterTimeSource == nil && $0.exitTimeSource == nil })
  }
}

@Suite struct `Alternatives of a trip` {
  @Test func `name the edges of the trip at which they part and come back`() throws {
    let sketch = try RoadSketch(
      """
            C---------D
            |         |
            |    3    |
      A-1-2-B         E-5-G-6-F
            |         |
            H---------I
      """, metresPerCell: 6, roads: ["A-B", "E-G-F", "B-C", "C-D", "D-E", "B-H", "H-I-E"])
    let trip = trip(sketch, sketch.trace("12356", every: 30), alternatives: 2)
    let other = try #require(trip.alternatives?.first)
    let (begin, end) = (try #require(other.partsFrom), try #require(other.rejoinsAt))
    #expect(sketch.spelled([trip.edges[begin].edge, trip.edges[end].edge]) == "AB EG")
    #expect(sketch.spelled(trip.edges[begin + 1..<end].map(\.edge)) == "BC CD DE")
    #expect(sketch.spelled(other.edges.map(\.edge)) == "BH HI IE")
    #expect(other.edges.map(\.isWrongWay) == [false, false, false])
    #expect(other.fixes == 2...2 && other.relativeProbability > 0 && other.relativeProbability < 1)
  }

  @Test func `are absent where they were not asked for`() throws {
    let sketch = try RoadSketch("A-1---B---2-C", metresPerCell: 20, roads: ["A-B-C"])
    #expect(trip(sketch, sketch.trace("12")).alternatives == nil)
    #expect(trip(sketch, sketch.trace("12"), alternatives: 1).alternatives?.isEmpty == true)
  }
}
