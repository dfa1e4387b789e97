import Geodesy
import Matching
import RoadGraph
import TestSupport
import Testing
import Traces

@Suite struct `Why a fix is on its road` {
  private func candidates(
    _ sketch: RoadSketch, _ trace: Trace, most: Int = ExplanationSettings.usualCandidates,
    _ adjust: (inout MatchingSettings) -> Void = { _ in }
  ) throws -> FixCandidates {
    let matched = match(sketch, trace) {
      $0.explanation.mostCandidates = most
      adjust(&$0)
    }
    return try #require(matched.candidates)
  }

  /// The candidate of a fix on an edge.
  private func candidate(_ all: FixCandidates, _ fix: Int, _ edge: String, on sketch: RoadSketch) throws -> FixCandidate
  {
    try #require(all[fix: fix].first { $0.road?.edge == sketch.edge(edge) })
  }

  /// A road, and one beside it.
  private func twins() throws -> RoadSketch {
    try RoadSketch(
      """
      A-1----2----3----4-B

      C------------------D
      """, metresPerCell: 10, roads: ["A-B", "C-D"])
  }

  @Test func `is kept on request only, and changes nothing`() throws {
    let sketch = try twins()
    let plain = match(sketch, sketch.trace("1234", every: 10))
    let explained = match(sketch, sketch.trace("1234", every: 10)) { $0.explanation.mostCandidates = 8 }
    #expect(plain.candidates == nil && explained.candidates != nil)
    #expect(plain.paths.map(\.steps) == explained.paths.map(\.steps))
    for (a, b) in zip(plain.fixes, explained.fixes) {
      #expect(a.confidence == b.confidence && a.position?.edge == b.position?.edge && a.runnerUp == b.runnerUp)
    }
  }

  @Test func `the chosen candidate has the greatest posterior and comes first`() throws {
    let sketch = try twins()
    let all = try candidates(sketch, sketch.trace("1234", every: 10))
    #expect(all.fixes == [0, 1, 2, 3])
    for fix in all.fixes {
      let first = try #require(all[fix: fix].first)
      #expect(first.isChosen && first.road?.edge == sketch.edge("AB") && first.posterior > 0.9)
      #expect(all[fix: fix].count(where: \.isChosen) == 1)
      #expect(all[fix: fix].map(\.posterior) == all[fix: fix].map(\.posterior).sorted(by: >))
    }
  }

  @Test func `has the place, the distance and the direction of each road`() throws {
    let sketch = try twins()
    let trace = sketch.trace("1234", every: 10)
    let all = try candidates(sketch, trace)
    let matched = match(sketch, trace)
    for fix in all.fixes {
      let road = try #require(all[fix: fix].first?.road)
      let position = try #require(matched.fixes[fix].position)
      #expect(road.offset == position.offset && road.place == position.place && road.distance == position.distance)
    }
    let (there, back) = (
      try #require(try candidate(all, 1, "AB", on: sketch).road),
      try #require(try candidate(all, 1, "BA", on: sketch).road)
    )
    #expect(abs(there.heading - 90) < 0.5 && abs(back.heading - 270) < 0.5)
    #expect(there.place == back.place)
    #expect(abs(there.offset + back.offset - sketch.graph.length(of: there.edge)) < 0.001)
    let beside = try #require(try candidate(all, 1, "CD", on: sketch).road)
    #expect(abs(beside.distance - 20) < 0.2)
  }

  @Test func `the transition begins at the chosen candidate before, and the first fix has none`() throws {
    let sketch = try twins()
    let all = try candidates(sketch, sketch.trace("1234", every: 10))
    #expect(all[fix: 0].allSatisfy { $0.logTransition == nil })
    let ahead = try #require(try candidate(all, 1, "AB", on: sketch).logTransition)
    let turned = try #require(try candidate(all, 1, "BA", on: sketch).logTransition)
    let left = try #require(all[fix: 1].first { $0.road == nil }?.logTransition)
    #expect(ahead > -1 && turned < ahead - 5 && left < ahead - 5)
  }

  @Test func `the nearest road loses where no path leads to it`() throws {
    let sketch = try RoadSketch(
      """
      A-1----------3-B

             2
          C-----D
      """, metresPerCell: 6, roads: ["A-B", "C-D"])
    let all = try candidates(sketch, sketch.trace("123", every: 5))
    let (near, chosen) = (try candidate(all, 1, "CD", on: sketch), try candidate(all, 1, "AB", on: sketch))
    #expect(try #require(near.road).distance < (try #require(chosen.road)).distance)
    #expect(near.logEmission > chosen.logEmission)
    #expect(near.logTransition == nil && chosen.logTransition != nil)
    #expect(chosen.isChosen && chosen.posterior > 0.9 && near.posterior < 0.1)
  }

  @Test func `parallel roads that nothing tells apart share the probability`() throws {
    let sketch = try RoadSketch(
      """
      A---------B
      1  2  3  4
      C---------D
      """, metresPerCell: 12, roads: ["A>B", "C>D"])
    let all = try candidates(sketch, sketch.trace("1234"))
    for fix in all.fixes {
      let (a, b) = (try candidate(all, fix, "AB", on: sketch), try candidate(all, fix, "CD", on: sketch))
      #expect(abs(a.posterior - b.posterior) < 0.2 && a.posterior + b.posterior > 0.9)
      #expect(a.isChosen != b.isChosen)
    }
  }

  @Test func `the posteriors of a fix are 1 together, and less where some are left out`() throws {
    let sketch = try RoadSketch(
      """
      A-------------B
      C-1--2--3--4--D
      E-------------F
      """, metresPerCell: 14, roads: ["A-B", "C-D", "E-F"])
    func sums(_ most: Int) throws -> [Float] {
      let all = try candidates(sketch, sketch.trace("1234"), most: most)
      return all.fixes.map { fix in all[fix: fix].reduce(0) { $0 + $1.posterior } }
    }
    #expect(try sums(100).allSatisfy { abs($0 - 1) < 1e-5 })
    #expect(try sums(2).allSatisfy { $0 <= 1 + 1e-5 && $0 > 0.5 })
  }

  @Test(arguments: [1, 2, 3])
  func `no fix has more candidates than asked for, and the chosen one is always among them`(most: Int) throws {
    let sketch = try RoadSketch(
      """
      A-------------B
      C-1--2--3--4--D
      E-------------F
      """, metresPerCell: 10, roads: ["A-B", "C-D", "E-F"])
    let all = try candidates(sketch, sketch.trace("1234"), most: most)
    #expect(all.count == most * all.fixes.count)
    #expect(all.fixes.allSatisfy { all[fix: $0].contains(where: \.isChosen) })
  }

  @Test func `off the road is a candidate too, and may be the chosen one`() throws {
    let yard = try RoadSketch(
      """

      A-1-2-B345678C-9-0-D
      """, metresPerCell: 40, roads: ["A-B", "C-D"])
    let trace = yard.ride("1B5C0", Ride(period: 4))
    let matched = match(yard, trace) { $0.explanation.mostCandidates = 8 }
    let all = try #require(matched.candidates)
    let off = all.fixes.filter { fix in all[fix: fix].contains { $0.isChosen && $0.road == nil } }
    #expect(!off.isEmpty && off.allSatisfy { matched.fixes[$0].status == .offRoad })
    #expect(all.fixes.allSatisfy { fix in all[fix: fix].contains { $0.road == nil } })
  }

  @Test func `a fix that says nothing new, is far from roads or was refused has none`() throws {
    let sketch = try RoadSketch(
      """
      A-1----2----3-4-B



                         5
      """, metresPerCell: 30, roads: ["A-B"])
    var trace = sketch.trace("122234455", every: 20)
    trace.fixes[4].refusal = .jump
    let matched = match(sketch, trace) { $0.explanation.mostCandidates = 8 }
    let all = try #require(matched.candidates)
    #expect(matched.fixes[2].status == .matched && all[fix: 2].isEmpty)
    #expect(all[fix: 4].isEmpty && all[fix: 8].isEmpty && !all[fix: 0].isEmpty)
    #expect(all[fix: 99].isEmpty)
  }

  @Test func `is the same piece by piece in long traces`() throws {
    let sketch = try twins()
    let trace = sketch.trace(String(repeating: "1234432", count: 60), every: 30)
    func all(_ adjust: (inout MatchingSettings) -> Void) throws -> FixCandidates {
      try candidates(sketch, trace) {
        $0.timing.leastPeriod = .infinity
        adjust(&$0)
      }
    }
    let whole = try all { _ in }
    let pieces = try all {
      $0.window.rows = 40
      $0.window.unsettledRows = 20
    }
    #expect(whole.fixes == pieces.fixes && whole.count == pieces.count && whole.fixes.count > 100)
    for fix in whole.fixes {
      for (a, b) in zip(whole[fix: fix], pieces[fix: fix]) {
        #expect(a.road == b.road && a.logTransition == b.logTransition && a.isChosen == b.isChosen)
        #expect(abs(a.posterior - b.posterior) < 1e-4)
      }
    }
  }
}
