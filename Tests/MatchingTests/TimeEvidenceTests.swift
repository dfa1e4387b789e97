import Geodesy
import Moments
import PathSearch
import RoadGraph
import RoadRules
import TestSupport
import Testing

@testable import Matching

@Suite struct `The time of a way` {
  private let settings = MatchingSettings(mode: .car)

  private func evidence(_ times: DrivenTimes, _ elapsed: Seconds = 30, sigma: Metres = 5) throws -> TimeEvidence {
    try #require(times.evidence(of: elapsed, over: 300, sigma: sigma, fixes: 1))
  }

  @Test func `costs nothing when it is as usual, little when long, and much when short`() throws {
    let time = try evidence(DrivenTimes(settings))
    #expect(time.logProbability(expected: 30) == 0)
    let (twiceAsFast, twiceAsSlow) = (time.logProbability(expected: 61), time.logProbability(expected: 14.5))
    #expect(abs(twiceAsFast + 2.67) < 0.01, "½ (ln 2 / 0.3)²")
    #expect(abs(twiceAsSlow + 1.14) < 0.01, "ln 2 / 0.5 − ¼")
    #expect(time.logProbability(expected: 300) < -6 && time.logProbability(expected: 30_000) == -8)
    #expect(time.logProbability(expected: 0) > -1.61, "one in five fixes follows a stop")
  }

  @Test(arguments: [1.0, 5, 30, 90]) func `is bounded without a logarithm`(elapsed: Seconds) throws {
    var times = DrivenTimes(settings)
    times.add(expected: 20, try evidence(times))
    let time = try evidence(times, elapsed + 2)
    let bound = time.bound(metres: 50)
    for expected in stride(from: 0.0, through: 20 * elapsed, by: elapsed / 7) {
      let price = -50 * time.logProbability(expected: expected)
      let isSlow = expected + 1 < (elapsed + 3) * 0.99
      #expect(bound.least(expected) <= price + 1e-9 && price <= bound.most(expected) + 1e-9, "\(expected) s")
      #expect(isSlow || bound.least(expected) >= 0.7 * price - 10, "near enough to be of use, \(expected) s")
    }
  }

  @Test func `tells nothing in dense traces and in long silences`() {
    let times = DrivenTimes(settings)
    #expect(times.evidence(of: 1, over: 10, sigma: 5, fixes: 1) == nil)
    #expect(times.evidence(of: 10, over: 100, sigma: 5, fixes: 10) == nil, "nine fixes between tell the way")
    #expect(times.evidence(of: 400, over: 3000, sigma: 5, fixes: 1) == nil)
  }

  @Test func `is a witness of its own only when far from the one before, and exact`() throws {
    let times = DrivenTimes(settings)
    let sparse = try evidence(times, 30)
    let dense = try evidence(times, 5)
    #expect(sparse.weight == 1 && abs(dense.weight - 1.0 / 6) < 1e-9)
    let unsure = try evidence(times, 30, sigma: 100)
    #expect(unsure.logProbability(expected: 61) > 0.5 * sparse.logProbability(expected: 61))
  }

  @Test func `is held against what the vehicle has done so far`() throws {
    var (steady, waiting) = (DrivenTimes(settings), DrivenTimes(settings))
    for i in 0..<40 {
      steady.add(expected: 20, try evidence(steady))
      waiting.add(expected: i.isMultiple(of: 2) ? 30 : 4, try evidence(waiting))
    }
    let even = try evidence(steady)
    let uneven = try evidence(waiting)
    #expect(abs(even.usual - 0.39) < 0.1, "ln (31 / 21)")
    #expect(even.logProbability(expected: 20) > -0.7 && even.logProbability(expected: 36) < -1.4)
    #expect(even.logProbability(expected: 5) < -2.5, "it never waited")
    #expect(uneven.logProbability(expected: 5) > -1.2, "it often did")
  }

  @Test func `tells a vehicle on the other leg of a hairpin from one that has not been round it`() throws {
    let sketch = try RoadSketch(
      """
      C-1---------D
           2      |
      F-----------E
      """, metresPerCell: 10, roads: ["C-D-E-F"])
    let transition = Transition(graph: sketch.graph, settings: settings)
    let (near, round) = (
      FoundPath(length: 50, penalty: 0, duration: 7), FoundPath(length: 170, penalty: 1.4, duration: 31)
    )
    func advantageOfNear(_ elapsed: Seconds) -> Double {
      let begin = RoadSketch.begin
      let a = KeptFix(number: 0, place: sketch.place("1"), time: begin, sigma: 5)
      let b = KeptFix(number: 1, place: sketch.place("2"), time: begin.adding(seconds: elapsed), sigma: 5)
      let step = transition.step(
        from: a, to: b, straight: 51, usualSpeed: 4, DrivenTimes(settings), PassedOver())
      return transition.logProbability(near, step) - transition.logProbability(round, step)
    }
    #expect(advantageOfNear(7) > advantageOfNear(31) + 3)
    #expect(advantageOfNear(7) > 8 && advantageOfNear(31) < 5)
  }

  @Test func `a search tells what its way takes`() throws {
    let sketch = try RoadSketch(
      "A---------B---------C", metresPerCell: 10,
      roads: [SketchRoad("A-B", roadClass: .residential), SketchRoad("B-C", roadClass: .motorway)])
    var search = PathSearch()
    search.open(on: sketch.graph, rules: settings.rules)
    let end = search.place(EdgePosition(edge: sketch.edge("BC"), offset: 50))
    search.begin(
      from: search.place(EdgePosition(edge: sketch.edge("AB"), offset: 50)),
      within: SearchLimit(length: 1000, edges: 100), metresPerPenalty: 10)
    search.addTarget(end)
    search.run()
    let found = search.path(to: end)
    let path = try #require(found)
    let times = ExpectedTimes(graph: sketch.graph, mode: .car)
    let expected = times.duration(of: 50, on: sketch.edge("AB")) + times.duration(of: 50, on: sketch.edge("BC"))
    #expect(abs(path.duration - expected) < 0.01)
    #expect(times.duration(of: 50, on: sketch.edge("AB")) > 4 * times.duration(of: 50, on: sketch.edge("BC")))
  }
}
