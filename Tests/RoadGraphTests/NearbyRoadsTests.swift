import Geodesy
import RandomNumbers
import RoadGraph
import TestSupport
import Testing

@Suite struct `Roads near a place` {
  private func roads(_ graph: RoadGraph, near place: Place, within radius: Metres) -> [NearbyRoad] {
    var scratch = NearbyScratch()
    var found: [NearbyRoad] = []
    graph.roads(near: place, within: radius, into: &found, using: &scratch)
    return found
  }

  /// The least distance of every segment within `radius`, by looking at every piece.
  private func leastDistances(_ graph: RoadGraph, from place: Place, within radius: Metres) -> [SegmentID: Metres] {
    let ruler = LocalRuler(at: place)
    var least: [SegmentID: Metres] = [:]
    for segment in (0..<graph.segmentCount).map({ SegmentID($0) }) {
      for piece in graph.shapeRange(of: segment).dropLast() {
        let ends = (ruler.point(graph.shapePlace(at: piece)), ruler.point(graph.shapePlace(at: piece + 1)))
        let distance = project(.origin, onto: ends.0, ends.1).distance
        if distance <= radius { least[segment] = min(least[segment] ?? .infinity, distance) }
      }
    }
    return least
  }

  @Test(arguments: [
    Place(latitude: 47.5, longitude: 9.5), Place(latitude: -17, longitude: 180), Place(latitude: -17, longitude: -180),
    Place(latitude: 0, longitude: 0), Place(latitude: 65, longitude: 179.995), Place(latitude: 65, longitude: -179.995),
    Place(latitude: -89.98, longitude: 100),
  ])
  func `are those that looking at every piece of road finds`(centre: Place) throws {
    for seed in UInt64(1)...6 {
      let graph = try RoadGraph(.random(seed: seed, nodes: 60, segments: seed == 1 ? 1 : 150, around: centre))
      let ruler = LocalRuler(at: centre)
      var random = SplitMix64(seed: seed + 100)
      for radius in [5.0, 50, 400, 3000] {
        let point = LocalPoint(
          x: .random(in: -1200...1200, using: &random), y: .random(in: -1200...1200, using: &random))
        let place = ruler.place(point)
        let found = roads(graph, near: place, within: radius)
        let least = Dictionary(found.map { ($0.segment, $0.distance) }, uniquingKeysWith: min)
        let expected = leastDistances(graph, from: place, within: radius)
        #expect(Set(least.keys) == Set(expected.keys))
        #expect(least.allSatisfy { abs($0.value - (expected[$0.key] ?? 0)) < 1e-9 })
        check(found, in: graph, near: place, within: radius)
        checkNonePassed(by: found, in: graph, near: place, within: radius)
      }
    }
  }

  @Test(arguments: [
    Place(latitude: 47.5, longitude: 9.5), Place(latitude: -17, longitude: 180),
    Place(latitude: 65, longitude: -179.995),
    Place(latitude: 0, longitude: 0), Place(latitude: -89.98, longitude: 100),
  ])
  func `do not depend on what is remembered of other places`(centre: Place) throws {
    let maps = try (0..<2).map { try RoadGraph(.random(seed: 7 + $0, nodes: 60, segments: 150, around: centre)) }
    let ruler = LocalRuler(at: centre)
    for mostLeaves in [1, 40, 100_000] {
      var random = SplitMix64(seed: 3)
      var scratch = NearbyScratch(mostLeaves: mostLeaves)
      var found: [NearbyRoad] = []
      for _ in 0..<400 {
        let place = ruler.place(
          LocalPoint(x: .random(in: -900...900, using: &random), y: .random(in: -900...900, using: &random)))
        let radius: Metres = [5, 30, 50, 400][Int.random(in: 0...3, using: &random)]
        let graph = maps[Int.random(in: 0...1, using: &random)]
        graph.roads(near: place, within: radius, into: &found, using: &scratch)
        #expect(found == roads(graph, near: place, within: radius))
      }
    }
  }

  private func check(_ found: [NearbyRoad], in graph: RoadGraph, near place: Place, within radius: Metres) {
    for (a, b) in zip(found, found.dropFirst()) {
      #expect((a.distance, a.segment, a.offset) < (b.distance, b.segment, b.offset))
    }
    for (i, road) in found.enumerated() {
      #expect(abs(LocalRuler(at: place).distance(place, road.place) - road.distance) < 0.02)
      #expect((0...graph.length(of: road.segment.forward) + 1e-9).contains(road.offset))
      #expect((0..<360).contains(road.bearing))
      let others = found[..<i].filter { $0.segment == road.segment }
      #expect(others.allSatisfy { abs($0.offset - road.offset) > 20 })
    }
  }

  /// Wherever the distance along a piece is least between its ends, a place at most 20 m away and no farther is found.
  private func checkNonePassed(by found: [NearbyRoad], in graph: RoadGraph, near place: Place, within radius: Metres) {
    let ruler = LocalRuler(at: place)
    for segment in (0..<graph.segmentCount).map({ SegmentID($0) }) {
      for piece in graph.shapeRange(of: segment).dropLast() {
        let (a, b) = (ruler.point(graph.shapePlace(at: piece)), ruler.point(graph.shapePlace(at: piece + 1)))
        let foot = project(.origin, onto: a, b)
        guard foot.distance <= radius, foot.fraction > 0, foot.fraction < 1 else { continue }
        let point = LocalPoint(x: a.x + foot.fraction * (b.x - a.x), y: a.y + foot.fraction * (b.y - a.y))
        #expect(
          found.contains {
            $0.segment == segment && $0.distance <= foot.distance + 1e-9
              && ruler.point($0.place).distance(to: point) <= 20.1
          })
      }
    }
  }

  @Test func `know where on the segment they are, and where it leads`() throws {
    let sketch = try RoadSketch(
      """
      A---b
        1 |
          C
      """, metresPerCell: 10, roads: ["A-b-C"])
    let found = roads(sketch.graph, near: sketch.place("1"), within: 15)
    #expect(found.count == 1)
    let road = try #require(found.first)
    #expect(abs(road.distance - 10) < 0.02 && abs(road.offset - 20) < 0.02)
    #expect(abs(turn(from: 90, to: road.bearing)) < 0.1)
    #expect(groundDistance(road.place, sketch.graph.place(on: sketch.edge("AC"), at: road.offset)) < 0.02)
  }

  @Test func `find a hairpin twice, though both legs are in one leaf of the index`() throws {
    let sketch = try RoadSketch(
      """
      A---------------b
      1               |
      C---------------d
      """, metresPerCell: 10, roads: ["A-b-d-C"])
    let found = roads(sketch.graph, near: sketch.place("1"), within: 50)
    #expect(found.count == 2)
    #expect(abs(found[0].distance - 10) < 0.02 && abs(found[1].distance - 10) < 0.02)
    let legs = found.sorted { $0.offset < $1.offset }
    #expect(legs[0].offset < 1 && legs[1].offset > 330)
    #expect(abs(turn(from: 90, to: legs[0].bearing)) < 0.1 && abs(turn(from: 270, to: legs[1].bearing)) < 0.1)
  }

  @Test(arguments: [(Character("1"), 1), ("2", 2)])
  func `find both arms of a bend where they are more than 20 m apart along the road`(sign: Character, arms: Int) throws
  {
    let sketch = try RoadSketch(
      """
      A--------b
              1|
               |
            2  |
               C
      """, metresPerCell: 8, roads: ["A-b-C"])
    #expect(roads(sketch.graph, near: sketch.place(sign), within: 50).count == arms)
  }

  @Test func `find a bend once`() throws {
    let sketch = try RoadSketch(
      """
        b
       1
      A   C
      """, metresPerCell: 10, roads: ["A-b-C"])
    #expect(roads(sketch.graph, near: sketch.place("1"), within: 100).count == 1)
    #expect(roads(sketch.graph, near: sketch.place("b"), within: 100).count == 1)
  }

  @Test func `have the bearing of the next piece where one has no length`() throws {
    let sketch = try RoadSketch("A--bc--D", roads: ["A-b-c-D"]) { network in
      network.shape[1] = network.shape[0]
      network.shape[2] = network.shape[3]
    }
    for letter in ["A", "D"] as [Character] {
      let found = roads(sketch.graph, near: sketch.place(letter), within: 5)
      #expect(found.count == 1 && abs(turn(from: 90, to: found[0].bearing)) < 0.1)
    }
  }

  @Test func `are none in an empty graph, far away, or at the poles`() throws {
    let empty = try RoadGraph(RoadNetwork())
    #expect(roads(empty, near: Place(latitude: 0, longitude: 0), within: 1e6).isEmpty)
    #expect(!empty.covers(Place(latitude: 0, longitude: 0), margin: 1e6))
    let graph = try RoadGraph(.random(seed: 3, around: RoadSketch.corner))
    for latitude in [90.0, -90, 10] {
      #expect(roads(graph, near: Place(latitude: latitude, longitude: 9.5), within: 200).isEmpty)
    }
  }

  @Test func `tell whether a map covers a place`() throws {
    let fiji = try RoadGraph(.random(seed: 4, around: Place(latitude: -17, longitude: 180)))
    #expect(fiji.covers(Place(latitude: -17, longitude: 179.999), margin: 0))
    #expect(fiji.covers(Place(latitude: -17, longitude: -179.999), margin: 0))
    #expect(!fiji.covers(Place(latitude: -17.1, longitude: 180), margin: 100))
    #expect(fiji.covers(Place(latitude: -17.1, longitude: 180), margin: 20_000))
  }
}
