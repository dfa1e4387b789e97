import Geodesy
import RoadGraph
import TestSupport
import Testing
import Traces

@testable import Matching

@Suite struct `Matching on drawn roads` {
  @Test func `a trace without times is matched`() throws {
    let sketch = try RoadSketch("A-1-2-3-B-4-5-C", metresPerCell: 30, roads: ["A-B-C"])
    #expect(driven(sketch, sketch.trace("12345", every: nil)) == "AB BC")
  }

  @Test func `the heading of the device tells two directions apart where there is one fix`() throws {
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
    #expect(matched.fixes.allSatisfy { $0.status == .unmatched && $0.reason == .timeLimit })
  }

  /// What a worker keeps from trace to trace saves time, and nothing else.
  @Test func `a trace is matched alike whatever was matched before it, and however much is remembered`() throws {
    let sketch = try RoadSketch(
      """
      A-----B-----C
      |     |     |
      D-----E-----F
      |     |     |
      G-----H-----I
      """, metresPerCell: 25,
      roads: ["A-B-C", "D-E-F", "G-H-I", "A-D-G", "B>E>H", "C-F-I"])
    let rides = [
      sketch.ride("ABEHGDAB", Ride(noise: 4)), sketch.ride("CFEDGHIF", Ride(period: 5, noise: 8, seed: 2)),
      sketch.ride("IHGDABCFI", Ride(period: 30, noise: 5, seed: 3)), sketch.ride("AEI", Ride(noise: 3, seed: 4)),
    ]
    let matcher = Matcher(graph: sketch.graph, settings: MatchingSettings(mode: .car))
    func spelled(_ matched: MatchedTrace) -> String {
      "\(matched.fixes) \(matched.paths) \(matched.breaks)"
    }
    let alone = rides.map { ride in
      var scratch = MatchingScratch(mostLeaves: 0)
      return spelled(matcher.match(ride, using: &scratch))
    }
    #expect(Set(alone).count == rides.count)
    for mostLeaves in [1, 20, 1 << 18] {
      var scratch = MatchingScratch(mostLeaves: mostLeaves)
      for number in [0, 1, 2, 3, 3, 2, 1, 0] {
        #expect(spelled(matcher.match(rides[number], using: &scratch)) == alone[number])
      }
    }
  }
}
