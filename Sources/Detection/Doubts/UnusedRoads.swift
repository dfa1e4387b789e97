internal import Geodesy
internal import RoadGraph

/// Finds roads that no trip took although many took another road beside them.
///
/// The other road must run beside it all along, in the same direction, and be no more important: traffic that stays on
/// a main road casts no doubt on the lane beside it. What is found is a road drawn in the wrong place, a closed one, or
/// a carriageway that does not exist.
struct UnusedRoads {
  private let tally: DoubtTally
  private let graph: RoadGraph
  private let mode: TravelMode
  private let settings: DoubtSettings
  /// From one place of a road to the next that is looked at.
  private static let step: Metres = 25

  init(of tally: DoubtTally, on graph: RoadGraph, for mode: TravelMode, _ settings: DoubtSettings) {
    self.tally = tally
    self.graph = graph
    self.mode = mode
    self.settings = settings
  }

  func doubts() -> [Doubt] {
    var beside: [EdgeID: Int] = [:]
    for edge in candidates() {
      guard let trips = trips(beside: edge), trips > beside[edge.reversed] ?? 0 else { continue }
      beside[edge] = trips
      beside[edge.reversed] = nil
    }
    let doubts = chains(of: beside).map { chain in
      var line: [Place] = []
      for edge in chain { line += line.isEmpty ? graph.shape(of: edge) : Array(graph.shape(of: edge).dropFirst()) }
      return Doubt(
        kind: .unusedRoad, source: .way(graph.way(of: chain[0]).rawValue), edge: chain[0], place: line[0], kept: 0,
        broken: chain.compactMap { beside[$0] }.min() ?? 0, line: line)
    }
    return doubts.filter { $0.length >= settings.leastUnused }.sorted { $0.broken > $1.broken }
  }

  /// The unused edges near those that were driven often, in order.
  private func candidates() -> [EdgeID] {
    var found: Set<EdgeID> = []
    var (roads, scratch) = ([NearbyRoad](), NearbyScratch())
    for edge in tally.edges(drivenBy: settings.leastBeside) {
      for place in places(along: edge) {
        graph.roads(near: place, within: settings.besideReach, into: &roads, using: &scratch)
        for road in roads {
          for other in [road.segment.forward, road.segment.backward] where isUnused(other) { found.insert(other) }
        }
      }
    }
    return found.sorted()
  }

  private func isUnused(_ edge: EdgeID) -> Bool {
    tally.drives(on: edge) == 0 && tally.drives(on: edge.reversed) == 0 && graph.access(of: edge)[mode] == .yes
  }

  private func places(along edge: EdgeID) -> [Place] {
    let length = graph.length(of: edge)
    let count = stepCount(along: length, atMost: Self.step)
    return (0...count).map { graph.place(on: edge, at: length * Double($0) / Double(count)) }
  }

  /// The least number of trips at any point of the road beside an edge; `nil` if no road runs beside it all along.
  private func trips(beside edge: EdgeID) -> Int? {
    let places = places(along: edge)
    var least = Int.max
    var (roads, scratch) = ([NearbyRoad](), NearbyScratch())
    for (begin, end) in zip(places, places.dropFirst()) {
      let ruler = LocalRuler(at: begin)
      let direction = bearing(from: ruler.point(begin), to: ruler.point(end))
      let middle = begin.interpolated(to: end, fraction: 0.5)
      graph.roads(near: middle, within: settings.besideReach, into: &roads, using: &scratch)
      least = min(least, roads.map { trips(on: $0, beside: edge, direction) }.max() ?? 0)
      if least < settings.leastBeside { return nil }
    }
    return least
  }

  private func trips(on road: NearbyRoad, beside edge: EdgeID, _ direction: Degrees) -> Int {
    let forward = road.segment.forward
    guard road.segment != edge.segment,
      graph.roadClass(of: forward).rawValue >= graph.roadClass(of: edge).rawValue
    else { return 0 }
    let angle = abs(turn(from: road.bearing, to: direction))
    if angle <= settings.besideAngle { return tally.drives(on: forward) }
    return angle >= 180 - settings.besideAngle ? tally.drives(on: forward.reversed) : 0
  }

  /// The edges of each way in a row, joined head to tail.
  private func chains(of edges: [EdgeID: Int]) -> [[EdgeID]] {
    var left = Set(edges.keys)
    var chains: [[EdgeID]] = []
    for start in edges.keys.sorted() where left.remove(start) != nil {
      var chain = [start]
      while let next = neighbour(of: chain[chain.count - 1], in: left, isBehind: true) {
        left.remove(next)
        chain.append(next)
      }
      while let before = neighbour(of: chain[0], in: left, isBehind: false) {
        left.remove(before)
        chain.insert(before, at: 0)
      }
      chains.append(chain)
    }
    return chains
  }

  /// The edge of the same way that continues an edge at its head, or leads to its tail.
  private func neighbour(of edge: EdgeID, in set: Set<EdgeID>, isBehind: Bool) -> EdgeID? {
    for leaving in graph.edges(leaving: isBehind ? graph.head(of: edge) : graph.tail(of: edge)) {
      let other = isBehind ? leaving : leaving.reversed
      if set.contains(other), graph.wayIndex(of: other) == graph.wayIndex(of: edge) { return other }
    }
    return nil
  }
}
