internal import Geodesy
internal import RoadGraph
internal import Traces

/// Chooses, of the maps of a run, the one on which a trace was driven.
///
/// It is the map with roads near most of the fixes; of equal maps, the one with most fixes within the box around its
/// roads; of equal ones, the first. Up to 32 fixes, spread over the trace, decide.
struct MapChoice: Sendable {
  private let graphs: [RoadGraph]
  private static let mostFixes = 32
  /// Half a block: a fix on a road is nearer, and maps of neighbouring regions overlap in boxes and not in roads.
  private static let radius: Metres = 100

  init(of graphs: [RoadGraph]) { self.graphs = graphs }

  /// The number of the map of a trace.
  func number(for trace: Trace) -> Int {
    guard graphs.count > 1 else { return 0 }
    let places = sample(of: trace)
    var best = (number: 0, near: -1, inside: -1)
    for (number, graph) in graphs.enumerated() {
      let (near, inside) = fit(of: places, on: graph)
      if (near, inside) > (best.near, best.inside) { best = (number, near, inside) }
    }
    return best.number
  }

  /// Whether some of a trace was driven on other maps only: two of its sampled fixes are near roads of another map, and
  /// not near roads of the chosen one.
  func crosses(_ trace: Trace, from number: Int) -> Bool {
    guard graphs.count > 1 else { return false }
    var elsewhere = 0
    for place in sample(of: trace) where fit(of: [place], on: graphs[number]).near == 0 {
      let others = graphs.indices.filter { $0 != number }
      if others.contains(where: { fit(of: [place], on: graphs[$0]).near > 0 }) { elsewhere += 1 }
      if elsewhere > 1 { return true }
    }
    return false
  }

  private func sample(of trace: Trace) -> [Place] {
    let places = trace.fixes.compactMap { $0.refusal == nil ? $0.place : nil }
    guard places.count > Self.mostFixes else { return places }
    return (0..<Self.mostFixes).map { places[$0 * (places.count - 1) / (Self.mostFixes - 1)] }
  }

  // MARK: Exchanged coordinates

  /// A trace that is on no map as read.
  struct Exchange {
    /// The trace with latitude and longitude exchanged.
    let trace: Trace
    /// The number of the map on which the exchanged trace is.
    let number: Int
    /// How many of the sampled fixes are near the roads of that map.
    let near: Int
    let sampled: Int
  }

  /// The least number of different places, and the least distance between two of them, that are no accident.
  private static let leastPlaces = 5
  private static let leastExtent: Metres = 200
  /// A lane and the error of a receiver.
  private static let exchangedRadius: Metres = 50

  /// The trace with latitude and longitude exchanged, if there is evidence that they are: as read, at most a tenth of
  /// the fixes is near roads of any map, and exchanged, nine tenths are.
  func exchange(of trace: Trace) -> Exchange? {
    guard let exchanged = trace.exchanged else { return nil }
    let number = number(for: exchanged)
    let places = sample(of: exchanged)
    let near = fit(of: places, on: graphs[number], within: Self.exchangedRadius).near
    guard isEvidence(places), 10 * near >= 9 * places.count, isFarFromRoads(sample(of: trace)) else { return nil }
    return Exchange(trace: exchanged, number: number, near: near, sampled: places.count)
  }

  private func isEvidence(_ places: [Place]) -> Bool {
    guard Set(places).count >= Self.leastPlaces, let first = places.first else { return false }
    return places.contains { groundDistance(first, $0) >= Self.leastExtent }
  }

  /// At most a tenth of the places is near roads of any map.
  private func isFarFromRoads(_ places: [Place]) -> Bool {
    graphs.allSatisfy { 10 * fit(of: places, on: $0).near <= places.count }
  }

  /// The number of places near a road of the map, and the number within the box around its roads.
  private func fit(
    of places: [Place], on graph: RoadGraph, within radius: Metres = MapChoice.radius
  ) -> (near: Int, inside: Int) {
    var scratch = NearbyScratch()
    var found: [NearbyRoad] = []
    var fit = (near: 0, inside: 0)
    for place in places where graph.covers(place, margin: radius) {
      fit.inside += 1
      graph.roads(near: place, within: radius, into: &found, using: &scratch)
      if !found.isEmpty { fit.near += 1 }
    }
    return fit
  }
}
