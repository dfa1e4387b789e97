import Geodesy
import RoadGraph
import TestSupport
import Testing

@testable import Matching

@Suite struct `The confidence of a fix` {
  @Test(arguments: [(0, 0.5), (1, 0.8413), (2, 0.9772), (6, 1)])
  func `falls towards the end of its edge as a Gaussian does`(cells: Int, confidence: Double) throws {
    let dashes = { String(repeating: "-", count: $0) }
    let sketch = try RoadSketch("A\(dashes(11))B\(dashes(12))C", metresPerCell: 5, roads: ["A>B", "B>C"])
    let trace = try RoadSketch("A\(dashes(11 - cells))1\(dashes(12 + cells))C", metresPerCell: 5, roads: ["A>C"]).trace(
      "1")
    let fix = match(sketch, trace).fixes[0]
    #expect(abs(max(fix.confidence, fix.runnerUp?.probability ?? 0) - confidence) < 0.02)
    #expect(abs(fix.confidence + (fix.runnerUp?.probability ?? 0) - 1) < 0.01)
  }

  @Test func `names a road beside it as runner-up`() throws {
    let twins = try RoadSketch(
      """
      A--------B
      1  2  3  4
      C--------D
      """, metresPerCell: 12, roads: ["A>B", "C>D"])
    let matched = match(twins, twins.trace("1234"))
    let edges = Set([twins.edge("AB"), twins.edge("CD")])
    for fix in matched.fixes {
      let runnerUp = try #require(fix.runnerUp)
      #expect(Set([try #require(fix.position).edge, runnerUp.edge]) == edges)
      #expect(abs(runnerUp.probability - 0.5) < 0.05 && fix.confidence + runnerUp.probability <= 1.000001)
    }
    #expect(abs(matched.paths[0].confidences[0] - 0.5) < 0.05)
  }

  @Test func `of one thinned out depends on its own place`() throws {
    // 2 and 3 lie within two sigmas of 1; 3 lies at the end of its edge.
    let sketch = try RoadSketch(
      "A--------------------------1--2-3B-------4-----C", metresPerCell: 2, roads: ["A>B", "B>C"])
    let fixes = match(sketch, sketch.trace("1234", every: 1)).fixes
    #expect(fixes.allSatisfy { $0.status == .matched })
    #expect(fixes[1].confidence > fixes[2].confidence && fixes[2].confidence > 0.5)
    #expect(fixes[2].runnerUp?.edge == sketch.edge("BC"))
  }

  @Test func `of one thinned out at an end of a path is that of the fixes next to it`() throws {
    let sketch = try RoadSketch("A-------------B     C-------------D", metresPerCell: 10, roads: ["A>B", "C>D"])
    let matched = match(sketch, sketch.ride("ABCD", Ride(speed: 8, noise: 0.5)))
    #expect(matched.paths.count == 2)
    let matchedFixes = matched.fixes.filter { $0.status == .matched }
    #expect(matchedFixes.allSatisfy { $0.confidence > 0.05 && $0.runnerUp == nil })
    let first = try #require(matched.paths[1].anchors.first)
    #expect(first.offset == 0 && abs(matched.fixes[first.fix].confidence - 0.5) < 0.01, "half of it lies on the edge")
    #expect(matched.paths[1].confidences[0] > 0.99)
  }

  @Test func `of an edge is that of the path and not of its fixes`() throws {
    let sketch = try RoadSketch("A-1---B2C---3-D", metresPerCell: 10, roads: ["A>B", "B>C", "C>D"])
    let matched = match(sketch, sketch.trace("123"))
    #expect(matched.fixes[1].confidence < 0.999)
    #expect(matched.paths[0].confidences.count == matched.paths[0].steps.count)
    #expect(matched.paths[0].confidences.allSatisfy { $0 > 0.999 && $0 <= 1 })
  }
}

@Suite struct `The mass of an edge near a fix` {
  @Test(arguments: [-7.0, 0, 3, 20, 31, 44, 66])
  func `is parted by nodes and not changed by them`(east: Double) throws {
    let parted = try RoadSketch("A-----B-C-D-----E", metresPerCell: 5, roads: ["A>B", "B>C", "C>D", "D>E"])
    let whole = try RoadSketch("A---------------E", metresPerCell: 5, roads: ["A>E"])
    func mass(_ sketch: RoadSketch, _ edges: [String]) -> Double {
      let emission = Emission(settings: EmissionSettings())
      let mass = EdgeMass(graph: sketch.graph, emission: emission)
      let begin = sketch.place("A")
      let place = Place(latitudeE7: begin.latitudeE7 + 300, longitudeE7: begin.longitudeE7 + Int32(east * 132.7))
      return edges.map { name in
        let edge = sketch.edge(name)
        let length = sketch.graph.length(of: edge)
        let foot = sketch.graph.nearestOffset(to: place, on: edge, from: 0, to: length)
        let (across, within) = mass.parts(
          of: edge, length: length, offset: foot.offset, distance: foot.distance, by: LocalRuler(at: place), sigma: 6)
        #expect(abs(across - 3.3) < 0.1)
        return within
      }.reduce(0, +)
    }
    let (parts, all) = (mass(parted, ["AB", "BC", "CD", "DE"]), mass(whole, ["AE"]))
    #expect(abs(parts - all) < 1e-3)
    #expect(all > 0 && all <= 1)
  }
}
