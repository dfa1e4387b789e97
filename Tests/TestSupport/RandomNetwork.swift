internal import Geodesy
package import RandomNumbers
package import RoadGraph

extension RoadNetwork {
  /// A random town: nodes scattered over some kilometres, each joined to a few others, some roads oneway, some turns
  /// forbidden, parallel roads and loops included.
  package static func random(
    nodes count: Int, roads: Int, forbiddenTurns: Int, using random: inout SplitMix64
  ) -> RoadNetwork {
    var network = RoadNetwork()
    for i in 0..<count {
      let place = Place(
        latitudeE7: 475_000_000 + Int32.random(in: 0...300_000, using: &random),
        longitudeE7: 95_000_000 + Int32.random(in: 0...400_000, using: &random))
      network.nodes.append(Node(source: SourceNodeID(Int64(i + 1)), place: place))
    }
    for i in 0..<roads { network.addRandomRoad(id: i + 1, using: &random) }
    for i in 0..<forbiddenTurns { network.addRandomBan(id: i + 1, using: &random) }
    return network
  }

  private mutating func addRandomRoad(id: Int, using random: inout SplitMix64) {
    let from = Int.random(in: nodes.indices, using: &random)
    let to = Int.random(in: nodes.indices, using: &random)
    ways.append(Way(id: WayID(Int64(id)), roadClass: .residential))
    let first = shape.count
    shape.append(nodes[from].place)
    if from == to || Bool.random(using: &random) {
      shape.append(
        Place(
          latitudeE7: 475_000_000 + Int32.random(in: 0...300_000, using: &random),
          longitudeE7: 95_000_000 + Int32.random(in: 0...400_000, using: &random)))
    }
    shape.append(nodes[to].place)
    var segment = Segment(way: ways.count - 1, from: from, to: to, shape: first..<shape.count)
    segment.forward.access = .all
    segment.backward.access = Int.random(in: 0..<4, using: &random) == 0 ? .none : .all
    segments.append(segment)
  }

  private mutating func addRandomBan(id: Int, using random: inout SplitMix64) {
    let first = Int.random(in: segments.indices, using: &random)
    let head = segments[first].to
    let next = segments.indices.filter { segments[$0].from == head }
    guard let second = next.randomElement(using: &random) else { return }
    restrictions.append(
      Restriction(kind: .forbidden, path: [(first, true), (second, true)], source: Int64(id)))
  }
}
