import Matching
import RoadGraph
import TestSupport
import Testing
import Traces

@Suite struct `Other likely paths` {
  /// Two paths round a block, and a fix between them that barely distinguishes them.
  private func block() throws -> RoadSketch {
    try RoadSketch(
      """
          C---------D
          |         |
          |    3    |
      A-1-B         E-5-F
          |         |
          G---------H
      """, metresPerCell: 6, roads: ["A-B", "E-F", "B-C", "C-D", "D-E", "B-G", "G-H", "H-E"])
  }

  private func alternatives(_ sketch: RoadSketch, _ trace: Trace, most: Int = 3) throws -> [AlternativePath] {
    try #require(match(sketch, trace) { $0.alternatives.most = most }.alternatives)
  }

  @Test func `are looked for on request only`() throws {
    let sketch = try block()
    #expect(match(sketch, sketch.trace("135", every: 30)).alternatives == nil)
    #expect(match(sketch, sketch.trace("135", every: 30)) { $0.alternatives.most = 1 }.alternatives?.count == 1)
  }

  @Test func `have the stretch that differs, and where it parts and comes back`() throws {
    let sketch = try block()
    let matched = match(sketch, sketch.trace("135", every: 30)) { $0.alternatives.most = 1 }
    #expect(sketch.spelled(matched.paths[0].steps.map(\.edge)) == "AB BC CD DE EF")
    let other = try #require(matched.alternatives?.first)
    #expect(sketch.spelled(other.steps.map(\.edge)) == "BG GH HE")
    #expect(other.fixes == 1...1 && other.margin > 0)
    #expect(other.parting.map { sketch.spelled([$0.edge]) } == "AB" && other.parting?.fix == 0)
    #expect(other.rejoining.map { sketch.spelled([$0.edge]) } == "EF" && other.rejoining?.fix == 2)
  }

  @Test func `a road without a neighbour has none`() throws {
    let sketch = try RoadSketch("A-1----2----3----4-B", metresPerCell: 20, roads: ["A-B"])
    #expect(try alternatives(sketch, sketch.trace("1234")).isEmpty)
  }

  @Test func `a doubt about a junction is none`() throws {
    // Whoever went to X and back differs by 40 m.
    let sketch = try RoadSketch(
      """
                X
                2
      A-1-------B-------3-C
      """, metresPerCell: 10, roads: ["A-B-C", "B-X"])
    let trace = sketch.trace("123", every: 20)
    #expect(try alternatives(sketch, trace).isEmpty)
    let doubts = match(sketch, trace) {
      $0.alternatives.most = 1
      $0.alternatives.leastDifference = 30
      $0.timing.leastPeriod = .infinity
    }.alternatives
    #expect(doubts?.map { sketch.spelled($0.steps.map(\.edge)) } == ["BX XB"])
  }

  @Test func `twin roads are each other's alternative from end to end`() throws {
    let twins = try RoadSketch(
      """
      A---------B
      1  2  3  4
      C---------D
      """, metresPerCell: 12, roads: ["A>B", "C>D"])
    let matched = match(twins, twins.trace("1234")) { $0.alternatives.most = 3 }
    let other = try #require(matched.alternatives?.first)
    let edges = [matched.paths[0].steps[0].edge, other.steps[0].edge]
    #expect(Set(twins.spelled(edges).split(separator: " ")) == ["AB", "CD"])
    #expect(other.parting == nil && other.rejoining == nil && other.fixes == 0...3)
    #expect(other.margin < 0.5)
  }

  @Test func `each differs from those before it`() throws {
    let three = try RoadSketch(
      """
      A----------B
      C-1--2--3--D
      E----------F
      """, metresPerCell: 14, roads: ["A>B", "C>D", "E>F"])
    let found = try alternatives(three, three.trace("123"), most: 9)
    let ways = found.map { three.spelled($0.steps.map(\.edge)) }
    #expect(Set(ways) == ["AB", "EF"] && ways.count == 2)
    #expect(found.map(\.margin) == found.map(\.margin).sorted())
  }

  @Test func `a way left off the road has the road beside it`() throws {
    let yard = try RoadSketch(
      """
            S------T
      A-1-2-B345678C-9-0-D
      """, metresPerCell: 40, roads: ["A-B", "B-S", "S-T", "T-C", "C-D"])
    let matched = match(yard, yard.trace("1234567890", every: 10)) {
      $0.alternatives.most = 2
      $0.emission.offRoadCost = 9.5
      $0.timing.leastPeriod = .infinity
    }
    #expect(matched.paths.count == 2)
    let other = try #require(matched.alternatives?.first)
    #expect(yard.spelled(other.steps.map(\.edge)) == "AB BS ST TC CD")
    #expect(other.parting.map { yard.spelled([$0.edge]) } == "AB")
    #expect(other.rejoining.map { yard.spelled([$0.edge]) } == "CD")
  }

  @Test(arguments: [(40, 30), (100, 20)])
  func `are found piece by piece in long traces, never more than asked for`(
    windowRows: Int, unsettledRows: Int
  ) throws {
    let sketch = try block()
    let trace = sketch.trace(String(repeating: "1355331", count: 60), every: 30)
    let whole = try #require(
      match(sketch, trace) {
        $0.alternatives.most = 5
        $0.timing.leastPeriod = .infinity
      }.alternatives)
    let pieces = try #require(
      match(sketch, trace) {
        $0.alternatives.most = 5
        $0.window.rows = windowRows
        $0.window.unsettledRows = unsettledRows
        $0.timing.leastPeriod = .infinity
      }.alternatives)
    try #require(whole.count == 5 && (1...5).contains(pieces.count))
    // A piece has fewer sequences than the whole.
    #expect(pieces[0].margin >= whole[0].margin - 1e-6)
    #expect(pieces.map(\.margin) == pieces.map(\.margin).sorted() && pieces.allSatisfy { !$0.steps.isEmpty })
  }
}
