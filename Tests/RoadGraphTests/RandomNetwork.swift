import Geodesy
import RandomNumbers
import RoadGraph

extension RoadNetwork {
  /// Roads at random within `extent` metres of a place, with bends, loops, parallel roads and pieces of no length.
  static func random(
    seed: UInt64, nodes: Int = 40, segments: Int = 80, around centre: Place, extent: Metres = 1000
  ) -> RoadNetwork {
    var random = SplitMix64(seed: seed)
    var network = RoadNetwork()
    for id in 1...nodes {
      network.nodes.append(Node(source: SourceNodeID(Int64(id)), place: somewhere(near: centre, extent, &random)))
    }
    for id in 1...max(1, segments / 3) {
      var way = Way(id: WayID(Int64(id)), roadClass: RoadClass.allCases.randomElement(using: &random) ?? .road)
      way.name = "Street \(id % 7)"
      network.ways.append(way)
    }
    for number in 0..<segments {
      network.addSegment(
        from: Int.random(in: 0..<nodes, using: &random), to: Int.random(in: 0..<nodes, using: &random),
        way: number % network.ways.count, near: centre, extent, &random)
    }
    return network
  }

  private mutating func addSegment(
    from: Int, to: Int, way: Int, near centre: Place, _ extent: Metres, _ random: inout SplitMix64
  ) {
    let start = shape.count
    shape.append(nodes[from].place)
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      shape.append(Bool.random(using: &random) ? shape[shape.count - 1] : Self.somewhere(near: centre, extent, &random))
    }
    shape.append(nodes[to].place)
    var segment = Segment(way: way, from: from, to: to, shape: start..<shape.count)
    segment.forward.access = AccessSet(rawValue: UInt16.random(in: 0...UInt16.max, using: &random))
    segment.backward.access = AccessSet(rawValue: UInt16.random(in: 0...UInt16.max, using: &random))
    segments.append(segment)
  }

  private static func somewhere(near centre: Place, _ extent: Metres, _ random: inout SplitMix64) -> Place {
    LocalRuler(at: centre).place(
      LocalPoint(x: .random(in: -extent...extent, using: &random), y: .random(in: -extent...extent, using: &random)))
  }
}
