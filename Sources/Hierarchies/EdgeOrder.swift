internal import Geodesy
package import RoadGraph
internal import Storage

/// The order in which the directed edges of a map are contracted, for all profiles of one kind.
///
/// It depends on the geometry of the roads and not on their costs, so a map stores it once.
package struct EdgeOrder: Sendable, Equatable {
  /// Which roads are cut. All others would only widen the cuts.
  package enum Network: Sendable, CaseIterable {
    /// Roads that any motor vehicle may use in some direction, or that are built for motor vehicles and closed to them.
    case vehicles
    /// Roads for bicycles or pedestrians.
    case unmotorised

    package var modes: [TravelMode] {
      switch self {
      case .vehicles: [.car, .truck, .bus, .taxi, .motorcycle, .scooter]
      case .unmotorised: [.bicycle, .pedestrian]
      }
    }

    fileprivate var section: AddedSection.Name { self == .vehicles ? .vehicleOrder : .unmotorisedOrder }
  }

  package let network: Network
  /// Both edges of all segments of the network, in the order of contraction.
  package let edges: [UInt32]

  /// - Complexity: as ``dissectionOrder(of:settings:)``.
  package init(of map: RoadGraph, for network: Network, settings: DissectionSettings = DissectionSettings()) {
    self.network = network
    let segments: [SegmentID] = (0..<map.segmentCount).lazy.map { SegmentID($0) }.filter { network.holds($0, of: map) }
    let roads = PlacedNetwork(
      places: (0..<map.nodeCount).map { map.place(of: NodeID($0)) },
      from: segments.map { map.tail(of: $0.forward).rawValue },
      to: segments.map { map.head(of: $0.forward).rawValue },
      widths: segments.map {
        network.holds($0.forward, of: map) && network.holds($0.backward, of: map) ? 2 : 1
      })
    edges = dissectionOrder(of: roads, settings: settings).map { 2 * segments[Int($0 / 2)].rawValue + $0 % 2 }
  }

  /// The order stored in a map; `nil` if the map has none, or one for other roads.
  ///
  /// - Throws: `RoadGraphError.damaged` if it does not match its checksum, names an edge twice, or names one that does
  ///   not exist.
  package init?(_ network: Network, storedIn map: RoadGraph) throws(RoadGraphError) {
    let column = try map.numbers(of: network.section)
    guard !column.isEmpty else { return nil }
    var isNamed = [Bool](repeating: false, count: map.edgeCount)
    var edges: [UInt32] = []
    edges.reserveCapacity(column.count)
    for i in 0..<column.count {
      guard column[i] < map.edgeCount, !isNamed[Int(column[i])] else { throw map.damage(in: network.section) }
      isNamed[Int(column[i])] = true
      edges.append(column[i])
    }
    let segments = (0..<map.segmentCount).map { SegmentID($0) }
    guard segments.allSatisfy({ isNamed[$0.forward.index] == network.holds($0, of: map) }) else { return nil }
    self.network = network
    self.edges = edges
  }

  /// What a map stores of the order, for `GraphDraft.add(_:)`.
  package var section: AddedSection { AddedSection(network.section, edges) }

  /// The order of vertices that each represent an edge, for ``Hierarchy/init(of:order:)``.
  ///
  /// Vertices of the same edge follow each other by number. Vertices of edges outside the network come first.
  ///
  /// - Parameter edges: the edge of each vertex.
  package func order(ofVerticesOn edges: [UInt32]) -> [UInt32] {
    let count = Int(max(edges.max() ?? 0, self.edges.max() ?? 0)) + 1
    var places = [UInt32](repeating: 0, count: count)
    for (i, edge) in self.edges.enumerated() { places[Int(edge)] = UInt32(i + 1) }
    var next = FixedArray<UInt32>(repeating: 0, count: self.edges.count + 2)
    for edge in edges { next[places[Int(edge)] + 1] += 1 }
    for i in 1..<next.count { next[i] += next[i - 1] }
    var order = [UInt32](repeating: 0, count: edges.count)
    for (vertex, edge) in edges.enumerated() {
      let place = places[Int(edge)]
      order[Int(next[place])] = UInt32(vertex)
      next[place] += 1
    }
    return order
  }
}

extension EdgeOrder.Network {
  /// Some of the modes may use the edge, or a route may have to use it because nothing else leads to a place: it is
  /// built for them and closed in both directions.
  package func holds(_ edge: EdgeID, of map: RoadGraph) -> Bool {
    let access = map.access(of: edge)
    if modes.contains(where: { access[$0] != .no }) { return true }
    guard self == .vehicles, map.roadClass(of: edge).isMadeForVehicles else { return false }
    let back = map.access(of: edge.reversed)
    return modes.contains { back[$0] == .no }
  }

  fileprivate func holds(_ segment: SegmentID, of map: RoadGraph) -> Bool {
    holds(segment.forward, of: map) || holds(segment.backward, of: map)
  }
}

extension RoadClass {
  /// Motor vehicles drive there where access allows it.
  fileprivate var isMadeForVehicles: Bool {
    switch self {
    case .pedestrian, .footway, .cycleway, .bridleway, .path, .steps: false
    default: true
    }
  }
}
