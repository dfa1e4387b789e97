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

  /// Bans paths of three to five edges that can be driven, along oneways or against them, and some mandatory ones.
  package mutating func addLongBans(_ count: Int, using random: inout SplitMix64) {
    for id in 0..<count {
      let first = Int.random(in: segments.indices, using: &random)
      var path = [(segment: first, forward: Bool.random(using: &random))]
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let last = path[path.count - 1]
        let head = last.forward ? segments[last.segment].to : segments[last.segment].from
        let forward = segments.indices.filter { segments[$0].from == head }.map { (segment: $0, forward: true) }
        let backward = segments.indices.filter { segments[$0].to == head }.map { (segment: $0, forward: false) }
        guard let next = (forward + backward).randomElement(using: &random) else { break }
        path.append(next)
      }
      let kind: Restriction.Kind = id % 4 == 0 ? .mandatory : .forbidden
      restrictions.append(Restriction(kind: kind, path: path, source: Int64(10_000 + id)))
    }
  }

  /// Makes some roads ones to begin or end on, and closes some nodes.
  package mutating func addLocalRoadsAndBarriers(using random: inout SplitMix64) {
    for i in segments.indices where Int.random(in: 0..<5, using: &random) == 0 {
      for mode in TravelMode.allCases {
        segments[i].forward.access[mode] = min(segments[i].forward.access[mode], .destination)
        segments[i].backward.access[mode] = min(segments[i].backward.access[mode], .permit)
      }
    }
    for i in nodes.indices where Int.random(in: 0..<12, using: &random) == 0 {
      nodes[i].flags.insert(.barrier)
      nodes[i].barrier = .none
    }
  }

  /// Closes every tenth road to all, in both directions.
  package mutating func addClosedRoads(using random: inout SplitMix64) {
    for i in segments.indices where Int.random(in: 0..<10, using: &random) == 0 {
      segments[i].forward.access = .none
      segments[i].backward.access = .none
    }
  }
}
