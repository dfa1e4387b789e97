internal import Geodesy
internal import RoadGraph
internal import Traces

/// Chooses, of the maps of a run, the one on which a trace was driven.
///
/// It is the map with roads near most of the fixes; of equal ones that with most fixes within the box around its roads;
/// of equal ones the first. Up to 32 fixes, spread over the trace, decide.
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

  private func sample(of trace: Trace) -> [Place] {
    let places = trace.fixes.compactMap { $0.refusal == nil ? $0.place : nil }
    guard places.count > Self.mostFixes else { return places }
    return (0..<Self.mostFixes).map { places[$0 * (places.count - 1) / (Self.mostFixes - 1)] }
  }

  /// The number of places near a road of the map, and of those within the box around its roads.
  private func fit(of places: [Place], on graph: RoadGraph) -> (near: Int, inside: Int) {
    var scratch = NearbyScratch()
    var found: [NearbyRoad] = []
    var fit = (near: 0, inside: 0)
    for place in places where graph.covers(place, margin: Self.radius) {
      fit.inside += 1
      graph.roads(near: place, within: Self.radius, into: &found, using: &scratch)
      if !found.isEmpty { fit.near += 1 }
    }
    return fit
  }
}
