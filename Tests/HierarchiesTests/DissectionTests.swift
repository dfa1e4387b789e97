import Geodesy
import RandomNumbers
import RoadGraph
import TestSupport
import Testing

@testable import Hierarchies

@Suite struct `The order from cuts` {
  /// Nodes on a grid of about 100 m.
  private func place(_ x: Int, _ y: Int) -> Place {
    Place(latitudeE7: 475_000_000 + Int32(9000 * y), longitudeE7: 95_000_000 + Int32(13_000 * x))
  }

  /// Two grids of 4 × 4 nodes with one road between them; segment 0 is that road.
  private var twoTowns: PlacedNetwork {
    var network = PlacedNetwork(places: [], from: [7], to: [24])
    for town in 0..<2 {
      for y in 0..<4 {
        for x in 0..<4 {
          let node = UInt32(network.places.count)
          network.places.append(place(x + 10 * town, y))
          if x > 0 { add(node - 1, node, to: &network) }
          if y > 0 { add(node - 4, node, to: &network) }
        }
      }
    }
    return network
  }

  private func add(_ from: UInt32, _ to: UInt32, to network: inout PlacedNetwork) {
    network.addSegment(from: from, to: to)
  }

  @Test func `has the only road between two towns last`() {
    let order = dissectionOrder(of: twoTowns)
    #expect(order.sorted() == Array(0..<UInt32(2 * twoTowns.from.count)))
    #expect(Set(order.suffix(2)) == [0, 1])
  }

  @Test func `is cut where it is narrow, wide segments counted for as many`() {
    // A ladder whose rails are narrow at one place, off the middle.
    var network = PlacedNetwork(places: [], from: [], to: [])
    for x in 0..<12 {
      for y in 0..<2 {
        network.places.append(place(x, y))
        let node = UInt32(network.places.count - 1)
        if y > 0 { network.addSegment(from: node - 1, to: node, width: 2) }
        if x > 0 { network.addSegment(from: node - 2, to: node, width: x == 7 ? 1 : 2) }
      }
    }
    let last = dissectionOrder(of: network).suffix(4).map { Int($0 / 2) }
    #expect(last.allSatisfy { network.widths[$0] == 1 })
  }

  @Test func `keeps the edges of one town together`() {
    let towns = dissectionOrder(of: twoTowns).dropLast(2).map { twoTowns.from[Int($0 / 2)] < 16 }
    #expect(zip(towns, towns.dropFirst()).count { $0 != $1 } == 1)
  }

  @Test func `has the edges of one direction of a cut before those of the other`() {
    // A ladder of long rungs, which every balanced cut across the middle parts at two segments.
    var network = PlacedNetwork(places: [], from: [], to: [])
    for x in 0..<12 {
      for y in 0..<2 {
        network.places.append(place(x, y))
        let node = UInt32(network.places.count - 1)
        if y > 0 { add(node - 1, node, to: &network) }
        if x > 0 { add(node - 2, node, to: &network) }
      }
    }
    let last = dissectionOrder(of: network).suffix(4).map { edge in
      let (from, to) = (network.from[Int(edge / 2)], network.to[Int(edge / 2)])
      return (edge % 2 == 0) == (from < to)
    }
    #expect(last[0] == last[1] && last[2] == last[3] && last[0] != last[2])
  }

  @Test func `has trees and loops before the part that they hang from`() {
    var network = twoTowns
    let branch = UInt32(network.places.count)
    network.places += [place(-1, 0), place(-2, 0)]
    add(0, branch, to: &network)
    add(branch, branch + 1, to: &network)
    add(branch + 1, branch + 1, to: &network)
    let order = dissectionOrder(of: network).map { Int($0 / 2) }
    let hanging = Array(network.from.count - 3..<network.from.count)
    let whole = order.indices.filter { hanging.contains(order[$0]) }
    let trunk = order.indices.filter {
      !hanging.contains(order[$0]) && [network.from[order[$0]], network.to[order[$0]]].contains(0)
    }
    #expect((whole.max() ?? .max) < (trunk.min() ?? 0))
    #expect(whole.map { order[$0] } == [hanging[2], hanging[2], hanging[1], hanging[1], hanging[0], hanging[0]])
  }

  @Test(arguments: UInt64(1)...40)
  func `names each edge once, whatever the network, and is the same made twice`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let nodes = Int.random(in: 1...80, using: &random)
    var network = PlacedNetwork(places: [], from: [], to: [])
    for _ in 0..<nodes {
      network.places.append(place(.random(in: 0...9, using: &random), .random(in: 0...9, using: &random)))
    }
    for _ in 0..<Int.random(in: 0...160, using: &random) {
      add(.random(in: 0..<UInt32(nodes), using: &random), .random(in: 0..<UInt32(nodes), using: &random), to: &network)
    }
    var settings = DissectionSettings()
    settings.leafSize = Int.random(in: 1...5, using: &random)
    let order = dissectionOrder(of: network, settings: settings)
    #expect(order.sorted() == Array(0..<UInt32(2 * network.from.count)))
    #expect(order == dissectionOrder(of: network, settings: settings))
  }

  @Test func `of a map is that of the roads of its kind`() throws {
    let map = try randomMap(seed: 9)
    let order = EdgeOrder(of: map, for: .vehicles)
    #expect(order.edges.sorted() == Array(0..<UInt32(map.edgeCount)))
    let path = try RoadSketch("A---B---C---D", roads: ["A-B", "B-C", "C-D"]) { network in
      for i in 0...1 {
        network.segments[i].forward.access = .none
        network.segments[i].forward.access[.bicycle] = .yes
        network.segments[i].backward.access = .none
      }
      network.ways[Int(network.segments[0].way)].roadClass = .cycleway
    }
    let edges = ["AB", "BA", "BC", "CB", "CD", "DC"].map { path.edge($0).rawValue }
    #expect(Set(EdgeOrder(of: path.graph, for: .vehicles).edges) == Set(edges.suffix(4)))
    #expect(Set(EdgeOrder(of: path.graph, for: .unmotorised).edges) == Set(edges))
  }

  @Test func `of vertices is that of their edges, copies together and strangers first`() throws {
    let map = try randomMap(seed: 9, nodes: 4, roads: 3)
    let order = EdgeOrder(of: map, for: .vehicles)
    let last = order.edges[5]
    #expect(order.order(ofVerticesOn: [last, 99, order.edges[0], last, order.edges[3]]) == [1, 2, 4, 0, 3])
  }
}

@Suite struct `A network simplified` {
  /// Segment *i* joins the nodes of the *i*-th pair.
  private func simplified(_ pairs: [(UInt32, UInt32)]) -> SimplifiedNetwork {
    let nodes = (pairs.flatMap { [$0.0, $0.1] }.max() ?? 0) + 1
    let places = (0..<Int32(nodes)).map { Place(latitudeE7: 475_000_000, longitudeE7: 95_000_000 + 10_000 * $0) }
    return SimplifiedNetwork(of: PlacedNetwork(places: places, from: pairs.map(\.0), to: pairs.map(\.1)))
  }

  /// The segments that are left, and for each node left those that hang from it.
  private func description(_ network: SimplifiedNetwork) -> String {
    let left = Set(network.adjacency.segments).sorted().map(String.init).joined(separator: " ")
    return
      ([left]
      + network.nodes.map { node in
        "\(node):" + network.hanging(from: node).map { " \($0)" }.joined()
      }).joined(separator: "; ")
  }

  @Test func `of a tree is one node with all that hangs from it, outer segments first`() {
    #expect(description(simplified([(0, 1), (1, 2), (1, 3), (3, 4)])) == "; 3: 0 1 3 2")
  }

  @Test func `has the last segment of a chain, and the inner ones hanging before the first`() {
    // Two junctions, 0 and 1, joined by two segments and by a chain of four over 2, 3 and 4.
    let network = simplified([(0, 1), (1, 0), (0, 2), (2, 3), (4, 3), (4, 1)])
    #expect(description(network) == "0 1 5; 0: 3 4 2; 1:")
  }

  @Test func `has trees at a chain hang before the chain`() {
    let network = simplified([(0, 1), (1, 0), (0, 2), (2, 1), (2, 3), (3, 4)])
    #expect(description(network) == "0 1 3; 0: 5 4 2; 1:")
  }

  @Test func `has a chain back to its begin hang with all its segments`() {
    let network = simplified([(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (4, 0), (0, 0)])
    #expect(description(network) == "; 0: 6 1 0 4 3 2 5")
  }

  @Test func `keeps a ring without junctions`() {
    #expect(description(simplified([(0, 1), (1, 2), (2, 0)])) == "0 1 2; 0:; 1:; 2:")
  }
}

@Suite struct `The smallest cut` {
  /// The widths of segments between two halves of the nodes, given by bits.
  private func severed(_ segments: [(Int, Int, width: UInt8)], _ halves: Int) -> Int {
    segments.filter { (halves >> $0.0 ^ halves >> $0.1) & 1 == 1 }.reduce(0) { $0 + Int($1.width) }
  }

  @Test(arguments: UInt64(1)...60)
  func `is as narrow as any way to part the ends`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 4...9, using: &random)
    let segments = (0..<Int.random(in: 0...20, using: &random)).map { _ in
      (
        Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random),
        width: UInt8.random(in: 1...3, using: &random)
      )
    }.filter { $0.0 != $0.1 }
    var flow = FlowNetwork(nodes: count, entries: 2 * segments.count)
    var firstEntries = [UInt32?](repeating: nil, count: segments.count)
    for node in 0..<count {
      flow.addNode()
      for (i, segment) in segments.enumerated() where segment.0 == node || segment.1 == node {
        let entry = flow.addEntry(
          to: UInt32(segment.0 == node ? segment.1 : segment.0), width: segment.width)
        if let twin = firstEntries[i] { flow.join(twin, entry) }
        firstEntries[i] = entry
      }
    }
    let halves = (0..<1 << count).filter { $0 & 3 == 3 && $0 >> (count - 2) == 0 }
    let narrowest = halves.map { severed(segments, $0) }.min() ?? 0
    flow.clearTerminals()
    for node in 0..<2 {
      flow.set(.source, at: node)
      flow.set(.sink, at: count - 1 - node)
    }
    if narrowest > 0 { #expect(flow.smallestCut(atMost: narrowest - 1) == nil) }
    #expect(flow.smallestCut(atMost: narrowest) == narrowest)
    for isFromSinks in [false, true] {
      if isFromSinks { flow.reachFromSinks() }
      let half = (0..<count).reduce(0) { $0 | (flow.isReached($1) ? 1 << $1 : 0) }
      #expect(halves.contains(half) && severed(segments, half) == narrowest)
    }
  }

  @Test(arguments: UInt64(1)...30)
  func `keeps apart the ends of a line`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let positions = (0..<Int.random(in: 2...60, using: &random)).map { _ in Int64.random(in: -9...9, using: &random) }
    var line = SortedLine(capacity: positions.count)
    for position in positions { line.add(position) }
    let ends = Int.random(in: 1...positions.count / 2, using: &random)
    line.separate(ends)
    let numbers = positions.indices.map { line.number(at: $0) }
    let sorted = positions.indices.sorted { (positions[$0], $0) < (positions[$1], $1) }
    #expect(Set(numbers.prefix(ends)) == Set(sorted.prefix(ends)))
    #expect(Set(numbers.suffix(ends)) == Set(sorted.suffix(ends)))
  }
}
