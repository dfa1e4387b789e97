import Geodesy
import Guidance
import Matching
import RoadGraph
import TestSupport
import Testing
import Trips

@testable import Reports

/// The places of a drawing passed by a drive along `steps`, fixes marked with their digit, bends with `.`.
///
/// - Parameters:
///   - steps: edges and the metres from … to driven on each.
///   - anchors: which digit lies on which step, how many metres along it.
private func course(
  on sketch: RoadSketch, _ steps: [(String, Metres, Metres)], anchors: [(Character, step: Int, Metres)]
) -> String {
  let trace = sketch.trace(String(anchors.map(\.0)))
  let matched = anchors.map { digit, step, offset in
    let position = MatchedPosition(
      edge: sketch.edge(steps[step].0), offset: offset,
      place: sketch.graph.place(on: sketch.edge(steps[step].0), at: offset), distance: 0)
    return MatchedFix(status: .matched, reason: nil, position: position, confidence: 1, isWrongWay: false)
  }
  let path = MatchedPath(
    steps: steps.map { EdgeStretch(edge: sketch.edge($0.0), begin: $0.1, end: $0.2) },
    anchors: anchors.enumerated().map { Anchor(fix: $0, step: $1.step, offset: $1.2) })
  let edges = steps.map {
    TripEdge(
      EdgeStretch(edge: sketch.edge($0.0), begin: $0.1, end: $0.2), enterTime: nil, exitTime: nil,
      evidence: .observed, confidence: 1, isWrongWay: false, leg: 0)
  }
  let trip = Trip(
    status: .ok, reason: nil,
    matched: MatchedTrace(trace: trace, fixes: matched, paths: [path], breaks: [], timedOut: false), edges: edges,
    legs: [Leg(edges: 0..<edges.count, fixes: path.fixes)], gaps: [], stops: [],
    summary: TripSummary(
      fixes: matched.count, matched: matched.count, unmatchedByReason: [], length: 0, duration: nil,
      coverage: 1, confidence: 1, beginTime: nil, endTime: nil))
  let report = TripReport(
    tripID: "t", trip: trip, itinerary: Itinerary(maneuvers: []), events: [], graph: sketch.graph, mode: .car)
  let digits = anchors.map { String($0.0) }
  var next = 0
  return report.timedCourse(ofLeg: 0).map { point in
    guard point.time != nil else { return "." }
    next += 1
    return digits[next - 1]
  }.joined()
}

@Suite struct TimedCourseTests {
  let sketch: RoadSketch

  init() throws {
    sketch = try RoadSketch(
      """
      A1-2-3-B
             |
             4
             b---C
      """, metresPerCell: 10, roads: ["A-B", "B-b-C"])
  }

  @Test func `fixes on one straight road have nothing between them`() {
    #expect(course(on: sketch, [("AB", 10, 50)], anchors: [("1", 0, 10), ("2", 0, 30), ("3", 0, 50)]) == "123")
  }

  @Test func `junctions and bends passed stand between the fixes`() {
    #expect(course(on: sketch, [("AB", 10, 70), ("BC", 0, 60)], anchors: [("1", 0, 10), ("4", 1, 60)]) == "1..4")
  }

  @Test func `a fix on a junction takes its place`() {
    #expect(
      course(on: sketch, [("AB", 10, 70), ("BC", 0, 10)], anchors: [("1", 0, 10), ("2", 0, 70), ("4", 1, 10)]) == "124")
    #expect(
      course(on: sketch, [("AB", 10, 70), ("BC", 0, 10)], anchors: [("1", 0, 10), ("2", 1, 0), ("4", 1, 10)]) == "124")
  }

  @Test func `fixes of a standing vehicle are all kept`() {
    #expect(course(on: sketch, [("AB", 10, 30)], anchors: [("1", 0, 10), ("2", 0, 30), ("3", 0, 30)]) == "123")
  }

  @Test func `a vehicle that turns round on the road passes its places again`() {
    let turn = sketch.graph.length(of: sketch.edge("AB")) - 50
    let steps: [(String, Metres, Metres)] = [("AB", 10, 50), ("BA", turn, 60)]
    #expect(course(on: sketch, steps, anchors: [("1", 0, 10), ("3", 0, 50), ("2", 1, 60)]) == "132")
  }

  @Test func `a round trip passes an edge twice`() {
    let steps: [(String, Metres, Metres)] = [("AB", 10, 70), ("BA", 0, 70), ("AB", 0, 30)]
    #expect(course(on: sketch, steps, anchors: [("1", 0, 10), ("2", 2, 30)]) == "1..2")
  }
}
