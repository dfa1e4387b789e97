internal import Geodesy
internal import RoadGraph

/// Finds the places on the road that devices watch, and the direction.
///
/// - With `from` and a node after it on the road (`to`, or else the device): the place on the path between them nearest
///   to the device; the end of the path if the device has no place.
/// - With `from` and a device beside the road: the place near the device that the road reaches first.
/// - With a device on the road and `to`: the device, in the direction of `to`.
/// - With a device on the road alone: the device, in all directions.
struct EnforcementResolver {
  /// Why a device cannot be placed.
  enum Refusal: String, Error {
    case notOnRoad = "not_on_road"
    case notConnected = "not_connected"
  }

  private typealias Position = (edge: DirectedSegment, share: Double, distance: Metres)

  private let builder: NetworkBuilder
  private let nodes: RoadsAtNodes
  private let place: (Int64) -> Place?
  /// From the warning to the camera, or to the end of an average-speed check.
  private static let reach: Metres = 10_000
  /// A device stands beside its road or over it.
  private static let farthest: Metres = 50
  /// From `from` to a device beside the road.
  private static let reachBeside: Metres = 1_000

  /// - Parameter place: of a node in the source; `nil` if the file lacks it.
  init(_ builder: NetworkBuilder, place: @escaping (Int64) -> Place?) {
    self.builder = builder
    self.place = place
    nodes = RoadsAtNodes(builder.network)
  }

  func enforcements(of rule: EnforcementRule) throws(Refusal) -> [RoadNetwork.Enforcement] {
    var found: [RoadNetwork.Enforcement] = []
    for position in try positions(of: rule) {
      let device = RoadNetwork.Enforcement(
        kind: rule.kind, source: rule.source, segment: position.edge.segment, forward: position.edge.forward,
        share: position.share)
      if !found.contains(device) { found.append(device) }
    }
    return found
  }

  private func positions(of rule: EnforcementRule) throws(Refusal) -> [Position] {
    let from = rule.from.compactMap { builder.node(of: $0) }
    let to = rule.to.compactMap { builder.node(of: $0) }
    let devices = rule.devices.compactMap { builder.node(of: $0) }
    let places = rule.devices.compactMap(place)
    guard !(from.isEmpty && devices.isEmpty) else { throw .notOnRoad }
    var found: [Position] = []
    if !from.isEmpty {
      let ends = to.isEmpty ? devices : to
      for node in from {
        found += ends.isEmpty ? beside(places, from: node) : along(path(from: node, to: Set(ends)), places)
      }
    } else if !to.isEmpty {
      for device in devices {
        if let first = path(from: device, to: Set(to))?.first { found.append((first, 0, 0)) }
      }
    } else {
      found = devices.flatMap { nodes.leaving($0).map(\.reversed).filter(builder.network.isOpen) }.map { ($0, 1, 0) }
    }
    guard !found.isEmpty else { throw .notConnected }
    return found
  }

  // MARK: Places

  private func along(_ path: [DirectedSegment]?, _ places: [Place]) -> [Position] {
    guard let path, let last = path.last else { return [] }
    return [nearest(to: places, on: path) ?? (last, 1, 0)]
  }

  private func beside(_ places: [Place], from node: Int) -> [Position] {
    var edges: [DirectedSegment] = []
    search(from: node, within: Self.reachBeside) { edge, _ in
      edges.append(edge)
      return false
    }
    return nearest(to: places, on: edges).map { [$0] } ?? []
  }

  /// The place on some edges nearest to a device; the first one of equals.
  private func nearest(to places: [Place], on edges: [DirectedSegment]) -> Position? {
    var best: Position?
    for place in places {
      let ruler = LocalRuler(at: place)
      for edge in edges {
        let points = shape(of: edge).map { ruler.point($0) }
        let whole = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        var begin: Metres = 0
        for (one, next) in zip(points, points.dropFirst()) {
          let length = one.distance(to: next)
          let foot = project(.origin, onto: one, next)
          if foot.distance + 0.01 < best?.distance ?? Self.farthest {
            best = (edge, whole > 0 ? (begin + foot.fraction * length) / whole : 1, foot.distance)
          }
          begin += length
        }
      }
    }
    return best
  }

  private func shape(of edge: DirectedSegment) -> [Place] {
    let shape = builder.network.shape[builder.network.segments[edge.segment].shape]
    return edge.forward ? Array(shape) : shape.reversed()
  }

  // MARK: Paths

  /// The shortest path from a node to the nearest of others; `nil` if none can be reached.
  private func path(from start: Int, to ends: Set<Int>) -> [DirectedSegment]? {
    var before: [Int: DirectedSegment] = [:]
    var end: Int?
    search(from: start, within: Self.reach) { edge, node in
      before[node] = edge
      guard ends.contains(node) else { return false }
      end = node
      return true
    }
    guard var node = end, node != start else { return nil }
    var path: [DirectedSegment] = []
    while node != start, let edge = before[node] {
      path.append(edge)
      node = nodes.begin(of: edge)
    }
    return path.reversed()
  }

  /// Visits the nodes in the order of their distance, each with the edge that leads there, until `visit` is satisfied.
  private func search(from start: Int, within reach: Metres, _ visit: (DirectedSegment, Int) -> Bool) {
    var settled: Set<Int> = [start]
    var waiting: [(distance: Metres, edge: DirectedSegment)] = []
    func add(leaving node: Int, at distance: Metres) {
      for edge in nodes.leaving(node) where builder.network.isOpen(edge) && !settled.contains(nodes.end(of: edge)) {
        let next = (distance + length(of: edge), edge)
        guard next.0 <= reach else { continue }
        let place = waiting.firstIndex { $0.distance < next.0 } ?? waiting.count
        waiting.insert(next, at: place)
      }
    }
    add(leaving: start, at: 0)
    while let (distance, edge) = waiting.popLast() {
      let node = nodes.end(of: edge)
      guard settled.insert(node).inserted else { continue }
      if visit(edge, node) { return }
      add(leaving: node, at: distance)
    }
  }

  private func length(of edge: DirectedSegment) -> Metres {
    let shape = builder.network.shape[builder.network.segments[edge.segment].shape]
    return zip(shape, shape.dropFirst()).reduce(0) { $0 + groundDistance($1.0, $1.1) }
  }
}

/// The segments that meet at each node of a network.
struct RoadsAtNodes {
  private let network: RoadNetwork
  private var first: [UInt32]
  private var segments: [UInt32]

  init(_ network: RoadNetwork) {
    self.network = network
    first = Array(repeating: 0, count: network.nodes.count + 1)
    for segment in network.segments {
      first[segment.from + 1] += 1
      first[segment.to + 1] += 1
    }
    for node in first.indices.dropFirst() { first[node] += first[node - 1] }
    var next = first
    segments = Array(repeating: 0, count: 2 * network.segments.count)
    for (number, segment) in network.segments.enumerated() {
      for node in [segment.from, segment.to] {
        segments[Int(next[node])] = UInt32(number)
        next[node] += 1
      }
    }
  }

  func begin(of edge: DirectedSegment) -> Int {
    let segment = network.segments[edge.segment]
    return edge.forward ? segment.from : segment.to
  }

  func end(of edge: DirectedSegment) -> Int { begin(of: edge.reversed) }

  func leaving(_ node: Int) -> [DirectedSegment] {
    segments[Int(first[node])..<Int(first[node + 1])].map { number in
      DirectedSegment(segment: Int(number), forward: network.segments[Int(number)].from == node)
    }
  }
}

/// The devices of a survey on a network.
///
/// A camera that the map has as a node on the road as well is not listed twice: the relation says more of it.
func resolve(
  _ rules: [EnforcementRule], on builder: NetworkBuilder, counts: inout ImportCounts,
  place: @escaping (Int64) -> Place?
) -> (enforcements: [RoadNetwork.Enforcement], camerasReplaced: [Int]) {
  guard !rules.isEmpty else { return ([], []) }
  let resolver = EnforcementResolver(builder, place: place)
  var found: [RoadNetwork.Enforcement] = []
  var replaced: [Int] = []
  for rule in rules {
    do {
      found += try resolver.enforcements(of: rule)
      counts.add("enforcements_kept")
      if rule.kind == .speed { replaced += rule.devices.compactMap { builder.node(of: $0) } }
    } catch {
      counts.add("enforcements_refused_\(error.rawValue)")
    }
  }
  return (found, replaced)
}
