internal import Geodesy
internal import Matching
internal import RoadGraph
package import Trips

/// Finds what a trip passed as it becomes certain, in the order driven.
///
/// A crossing is certain when the edge behind it is and a fix lies a little behind it, which shows whether the vehicle
/// stopped there; or when its leg has ended. A whole trip and a live trip give the same crossings. Memory: the newest
/// edge, and the fixes around its ends.
///
/// - Complexity: O(*n*) for *n* fixes and edges.
package struct CrossingFold: Sendable {
  private let scene: Scene
  private var motion = RecentMotion()
  /// The newest edge of the leg in progress.
  private var last: TripEdge?
  /// In order, and how far along the leg they are.
  private var waiting: ArraySlice<(crossing: Crossing, distance: Metres)> = []

  package init(_ scene: Scene) { self.scene = scene }

  /// - Returns: the crossings that are certain now.
  package mutating func take(_ update: TripUpdate) -> [Crossing] {
    var found: [Crossing] = []
    motion.take(update, on: scene.graph)
    for number in update.edges.indices {
      let edge = update.edges[number]
      if let last, last.leg != edge.leg { endLeg(into: &found) }
      pass(onto: edge, number)
      motion.pass(edge, on: scene.graph)
      settle(into: &found)
      last = edge
    }
    if let last, update.legs.endIndex > last.leg { endLeg(into: &found) }
    return found
  }

  /// Ends the trip.
  package mutating func finish() -> [Crossing] {
    var found: [Crossing] = []
    if last != nil { endLeg(into: &found) }
    return found
  }

  private mutating func pass(onto edge: TripEdge, _ number: Int) {
    guard let last, edge.edge != last.edge.reversed else { return }
    for kind in scene.graph.crossings(from: last.edge, onto: edge.edge) {
      let node = scene.graph.tail(of: edge.edge)
      let crossing = Crossing(
        kind: kind, node: node, place: scene.graph.place(of: node), time: edge.enterTime,
        timeSource: edge.enterTimeSource, hasStopped: nil, edge: number, road: edge.edge,
        confidence: min(last.confidence, edge.confidence))
      waiting.append((crossing, motion.begin))
    }
  }

  /// - Parameter isEnd: the leg has ended.
  private mutating func settle(isEnd: Bool = false, into found: inout [Crossing]) {
    while let (passed, distance) = waiting.first {
      var crossing = passed
      if crossing.kind.mayStop {
        guard isEnd || motion.isBeyond(distance) else { break }
        crossing.hasStopped = motion.hasStopped(at: distance)
      }
      found.append(crossing)
      waiting.removeFirst()
    }
    motion.forget(before: waiting.first?.distance ?? motion.begin)
  }

  private mutating func endLeg(into found: inout [Crossing]) {
    settle(isEnd: true, into: &found)
    motion.endLeg(on: scene.graph)
    last = nil
  }
}
