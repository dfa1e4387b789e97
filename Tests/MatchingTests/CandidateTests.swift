import Geodesy
import RandomNumbers
import RoadGraph
import RoadRules
import TestSupport
import Testing
import Traces

@testable import Matching

@Suite struct `Candidates` {
  private func candidates(
    _ graph: RoadGraph, _ fix: Fix, sigma: Metres = 5, weight: Double = 1, mode: TravelMode = .car
  ) throws -> [Candidate] {
    let settings = MatchingSettings(mode: mode)
    var finder = CandidateFinder(graph: graph, settings: settings)
    var found: [Candidate] = []
    let kept = KeptFix(
      number: 0, place: try #require(fix.place), time: nil, sigma: sigma, speed: fix.speed, bearing: fix.bearing)
    finder.append(kept, weight: weight, to: &found)
    return found
  }

  private func fix(_ place: Place, bearing: Degrees? = nil) -> Fix { Fix(place: place, time: nil, bearing: bearing) }

  @Test func `are both directions of each road near, nearest first`() throws {
    let sketch = try RoadSketch(
      """
      A---------B
            1
      C---------D
      """, metresPerCell: 5, roads: ["A-B", "C>D"])
    let found = try candidates(sketch.graph, fix(sketch.place("1")))
    #expect(Set(found.map { sketch.spelled([$0.position.edge]) }) == ["AB", "BA", "CD", "DC"])
    for candidate in found {
      let edge = sketch.spelled([candidate.position.edge])
      let expected = edge == "AB" || edge == "CD" ? 30.0 : sketch.graph.length(of: candidate.position.edge) - 30
      #expect(abs(candidate.position.offset - expected) < 0.1 && abs(candidate.distance - 5) < 0.1)
      #expect(abs(candidate.logEmission + 0.5) < 0.05 && candidate.isWrongWay == (edge == "DC"))
      #expect(!candidate.isOffRoad && abs(candidate.length - 50) < 0.1)
    }
  }

  @Test func `are none on roads the mode cannot use, or too far away`() throws {
    var walkers = AccessSet.none
    walkers[.pedestrian] = .yes
    let sketch = try RoadSketch(
      """
      A---------B
            1

                2
      """, metresPerCell: 20, roads: [SketchRoad("A-B", access: walkers)])
    #expect(try candidates(sketch.graph, fix(sketch.place("1"))).isEmpty)
    #expect(try candidates(sketch.graph, fix(sketch.place("1")), mode: .pedestrian).count == 2)
    #expect(try candidates(sketch.graph, fix(sketch.place("2")), mode: .pedestrian).isEmpty)
    #expect(try candidates(sketch.graph, fix(sketch.place("2")), sigma: 13, mode: .pedestrian).count == 2)
  }

  @Test func `weigh as much as their fix`() throws {
    let sketch = try RoadSketch("A---------B", metresPerCell: 20, roads: ["A-B"])
    let place = LocalRuler(at: sketch.place("A")).place(LocalPoint(x: 50, y: 10))
    let whole = try candidates(sketch.graph, fix(place))
    let part = try candidates(sketch.graph, fix(place), weight: 0.25)
    #expect(zip(whole, part).allSatisfy { abs($0.logEmission / 4 - $1.logEmission) < 1e-9 })
  }

  @Test func `on both arms of a hairpin are two`() throws {
    let sketch = try RoadSketch(
      """
      A---------b
          1     |
      D---------c
      """, metresPerCell: 10, roads: ["A-b-c-D"])
    let found = try candidates(sketch.graph, fix(sketch.place("1")))
    #expect(found.count == 4)
    let offsets = found.filter { $0.position.edge == sketch.edge("AD") }.map(\.position.offset).sorted()
    #expect(offsets.count == 2 && abs(offsets[0] - 40) < 0.5 && abs(offsets[1] - 180) < 0.5)
  }

  /// The search looks less far if a road is near; it must leave out only what pruning would. A fix far from every road
  /// looks twice as far.
  @Test(arguments: 1...30)
  func `are those of the whole search radius that are not pruned`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let graph = try RoadGraph(RoadNetwork.random(nodes: 150, roads: 300, forbiddenTurns: 0, using: &random))
    let settings = MatchingSettings(mode: .car)
    let emission = Emission(settings: settings.emission)
    var (scratch, nearby) = (NearbyScratch(), [NearbyRoad]())
    for _ in 0..<40 {
      let edge = EdgeID(Int.random(in: 0..<graph.edgeCount, using: &random))
      let on = graph.place(on: edge, at: Double.random(in: 0...graph.length(of: edge), using: &random))
      let place = LocalRuler(at: on).place(LocalPoint(x: 12 * random.normal(), y: 12 * random.normal()))
      let bearing: Degrees? = Bool.random(using: &random) ? .random(in: 0..<360, using: &random) : nil
      let sigma = Metres.random(in: 3...15, using: &random)
      let radius = max(settings.candidates.radius, settings.candidates.sigmas * sigma)
      func logs(within radius: Metres) -> [Double] {
        graph.roads(near: place, within: radius, into: &nearby, using: &scratch)
        let roads = nearby.filter { settings.rules.isDrivable($0.segment.forward, on: graph) }
        return roads.prefix(settings.candidates.mostRoads(sigma: sigma)).flatMap { road in
          [0.0, 180].map { turned in
            emission.logProbability(distance: road.distance, sigma: sigma)
              + emission.logProbability(heading: bearing, speed: nil, roadBearing: road.bearing + turned)
          }
        }
      }
      var all = logs(within: radius)
      if let best = all.max(), best <= -settings.candidates.strayCost {
        all = logs(within: settings.candidates.strayReach * radius)
      }
      let best = all.max() ?? 0
      let expected = all.filter { $0 >= best - settings.candidates.pruning }.sorted()
      let found = try candidates(graph, fix(place, bearing: bearing), sigma: sigma).map(\.logEmission).sorted()
      #expect(found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) < 1e-5 })
    }
  }
}
