internal import Geodesy
internal import RoadGraph
package import Trips

/// What a trip passed, in the order driven: level crossings, toll stops, border posts, stop signs and signals that stand
/// for its direction, cameras and other devices that watch it, and the zones that it entered and left.
///
/// - Complexity: O(*n*) for *n* fixes and edges.
package func crossings(of trip: Trip, in scene: Scene) -> [Crossing] {
  var found = nodesPassed(by: trip, in: scene)
  found += devicesPassed(by: trip, on: scene.graph)
  found += ZonePassages(of: trip, on: scene.graph).crossings()
  return found.inOrder()
}

private func nodesPassed(by trip: Trip, in scene: Scene) -> [Crossing] {
  var found: [Crossing] = []
  var motion: LegMotion?
  for number in trip.edges.indices.dropFirst() {
    let (before, edge) = (trip.edges[number - 1], trip.edges[number])
    guard before.leg == edge.leg, edge.edge != before.edge.reversed else { continue }
    for kind in scene.graph.crossings(from: before.edge, onto: edge.edge) {
      if kind.mayStop, motion?.leg != edge.leg { motion = LegMotion(of: trip, leg: edge.leg) }
      var crossing = Crossing(kind, at: TripPosition(edge: number, offset: 0), of: trip, on: scene.graph)
      crossing.hasStopped = kind.mayStop ? motion?.hasStopped(before: number) : nil
      found.append(crossing)
    }
  }
  return found
}

/// Devices whose place was driven over, in one leg and without turning round there.
private func devicesPassed(by trip: Trip, on graph: RoadGraph) -> [Crossing] {
  guard graph.enforcementCount > 0 else { return [] }
  var found: [Crossing] = []
  for (number, edge) in trip.edges.enumerated() {
    for device in graph.enforcements(on: edge.edge) {
      let offset = device.position.offset
      guard offset >= edge.begin, offset <= edge.end else { continue }
      var position = TripPosition(edge: number, offset: offset)
      if offset >= edge.end { position = TripPosition(edge: number + 1, offset: 0) }
      if position.offset <= 0, !trip.edges.goesOn(to: position.edge) { continue }
      var crossing = Crossing(CrossingKind(device.kind), at: position, of: trip, on: graph)
      crossing.source = .relation(device.source)
      found.append(crossing)
    }
  }
  return found
}

extension [TripEdge] {
  /// Whether the drive goes on from the edge before to the start of an edge, in one leg and without turning round.
  fileprivate func goesOn(to number: Int) -> Bool {
    guard indices.contains(number), number > 0 else { return false }
    return self[number - 1].leg == self[number].leg && self[number].begin <= 0
      && self[number].edge != self[number - 1].edge.reversed
  }
}

extension [Crossing] {
  /// In the order driven, and what is at one place by kind.
  fileprivate func inOrder() -> [Crossing] {
    let keys = map { crossing in
      (
        crossing.edge, crossing.offset, CrossingKind.allCases.firstIndex(of: crossing.kind) ?? 0,
        crossing.movement == .left ? 0 : 1
      )
    }
    return indices.sorted { keys[$0] < keys[$1] }.map { self[$0] }
  }
}
