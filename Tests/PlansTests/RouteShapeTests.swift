import Geodesy
import RandomNumbers
import RoadGraph
import TestSupport
import Testing

@testable import Plans

/// A plan that crosses itself at 1, where the roads do not meet: after 80 m, and again after 320 m.
func crossing() throws -> RoadSketch {
  try RoadSketch(
    """
        D
        |
    A---1---B
        |   |
        E---C
    """, metresPerCell: 20, roads: ["A-B", "B-C-E-D"])
}

@Suite struct `The nearest place of a route` {
  @Test(arguments: [(0.0...200.0, 80.0), (200.0...360.0, 320.0), (0.0...360.0, 80.0)])
  func `where it crosses itself is in the part asked for, and of two the first`(
    range: ClosedRange<Metres>, progress: Metres
  ) throws {
    let sketch = try crossing()
    let shape = sketch.plan(along: "AB BC CE ED").shape
    let found = shape.nearest(to: sketch.place("1"), within: range)
    #expect(found.distance < 0.1 && abs(found.progress - progress) < 1)
  }

  @Test func `beyond its end is its end, and before its start its start`() throws {
    let sketch = try crossing()
    let shape = sketch.plan(along: "AB", from: 80).shape
    #expect(abs(shape.length - 80) < 1)
    let before = shape.nearest(to: sketch.place("A"), within: 0...shape.length)
    #expect(before.progress == 0 && abs(before.distance - 80) < 1)
    let behind = shape.nearest(to: sketch.place("C"), within: 0...shape.length)
    #expect(abs(behind.progress - shape.length) < 0.01 && abs(behind.distance - 40) < 1)
  }

  @Test(arguments: [(0.0...50.0, 50.0), (100.0...150.0, 100.0), (60.0...60.0, 60.0)])
  func `is within the part asked for, though the road goes on`(range: ClosedRange<Metres>, progress: Metres) throws {
    let sketch = try crossing()
    let found = sketch.plan(along: "AB").shape.nearest(to: sketch.place("1"), within: range)
    #expect(abs(found.progress - progress) < 0.1 && abs(found.distance - abs(progress - 80)) < 1)
  }

  @Test(arguments: 1...12)
  func `is where it says, and no other place of the part is nearer`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let graph = try RoadGraph(RoadNetwork.random(nodes: 12, roads: 24, forbiddenTurns: 0, using: &random))
    let pieces = randomWalk(8, on: graph, using: &random).map { graph.whole($0) }
    let shape = RouteShape(pieces, on: graph)
    #expect(abs(shape.length - pieces.reduce(0) { $0 + $1.length }) < 0.001)
    var faults: [String] = []
    for round in 0..<20 {
      let place = Place(
        latitudeE7: 475_000_000 + Int32.random(in: 0...300_000, using: &random),
        longitudeE7: 95_000_000 + Int32.random(in: 0...400_000, using: &random))
      let ends = [random.uniform(in: 0...shape.length), random.uniform(in: 0...shape.length)].sorted()
      let ruler = LocalRuler(at: place)
      let distances = stride(from: ends[0], through: ends[1], by: 20).map {
        ruler.distance(place, graph.place(at: $0, along: pieces))
      }
      let found = shape.nearest(to: place, within: ends[0]...ends[1])
      let there = ruler.distance(place, graph.place(at: found.progress, along: pieces))
      // Lengths of bent roads differ by some metres with the latitude of the ruler.
      if abs(there - found.distance) > 5 { faults.append("round \(round): \(there) and not \(found.distance)") }
      if !(ends[0] - 0.001...ends[1] + 0.001).contains(found.progress) { faults.append("round \(round): outside") }
      if found.distance > (distances.min() ?? .infinity) + 5 { faults.append("round \(round): \(found.distance)") }
    }
    #expect(faults.isEmpty, "\(faults)")
  }
}

extension RoadGraph {
  fileprivate func place(at progress: Metres, along pieces: [EdgeStretch]) -> Place {
    var rest = progress
    for piece in pieces {
      if rest <= piece.length { return place(on: piece.edge, at: piece.begin + rest) }
      rest -= piece.length
    }
    return place(at: pieces[pieces.count - 1].endPosition)
  }
}
