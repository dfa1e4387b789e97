internal import Geodesy
internal import Matching
internal import RoadGraph
package import Trips

/// Finds what a trip passed as it becomes certain, in the order driven.
///
/// A crossing is certain when the edge after it is certain and a fix a little past it shows whether the vehicle stopped
/// there, or when its leg has ended. Crossings past the border of a zone wait for the crossing of that border. A whole
/// trip and a live trip give the same crossings. Memory: the newest edge, and the fixes around its ends.
///
/// - Complexity: O(*n*) for *n* fixes and edges.
package struct CrossingFold: Sendable {
  private let scene: Scene
  private var motion = RecentMotion()
  /// The newest edge of the leg in progress.
  private var last: TripEdge?
  /// In order, and how far along the leg they are.
  private var waiting: ArraySlice<(crossing: Crossing, distance: Metres)> = []
  private var zones = ZoneWatch()

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
    let passing = EdgePassing(edge: edge, number: number, before: last, begin: last == nil ? edge.begin : motion.begin)
    passNode(passing)
    passDevices(passing)
    var found: [(Crossing, Metres)] = []
    zones.pass(passing, on: scene.graph) { found.append(($0, $1)) }
    for (crossing, distance) in found { wait(crossing, distance) }
  }

  private mutating func passNode(_ passing: EdgePassing) {
    guard let last, passing.edge.edge != last.edge.reversed else { return }
    for kind in scene.graph.crossings(from: last.edge, onto: passing.edge.edge) {
      wait(passing.crossing(kind, at: 0, on: scene.graph), motion.begin)
    }
  }

  /// A device between the ends of an edge watches vehicles that pass its place; one at a node watches vehicles that
  /// continue through the node.
  private mutating func passDevices(_ passing: EdgePassing) {
    guard scene.graph.enforcementCount > 0 else { return }
    let edge = passing.edge
    if let last, passing.comesOverNode {
      for device in scene.graph.enforcements(on: last.edge) where device.position.offset >= last.end {
        wait(device, at: 0, passing)
      }
    }
    for device in scene.graph.enforcements(on: edge.edge) {
      let offset = device.position.offset
      if offset <= 0 ? passing.comesOverNode : offset >= edge.begin && offset < edge.end {
        wait(device, at: offset, passing)
      }
    }
  }

  private mutating func wait(_ device: Enforcement, at offset: Metres, _ passing: EdgePassing) {
    var crossing = passing.crossing(CrossingKind(device.kind), at: offset, on: scene.graph)
    crossing.source = .relation(device.source)
    wait(crossing, passing.distance(of: offset))
  }

  /// Inserts it after everything that is no farther along the leg.
  private mutating func wait(_ crossing: Crossing, _ distance: Metres) {
    let place = waiting.lastIndex { $0.distance <= distance }.map { $0 + 1 } ?? waiting.startIndex
    waiting.insert((crossing, distance), at: place)
  }

  /// - Parameter isEnd: the leg has ended.
  private mutating func settle(isEnd: Bool = false, into found: inout [Crossing]) {
    let open = isEnd ? nil : zones.firstOpen
    while let (passed, distance) = waiting.first, open.map({ distance < $0 }) ?? true {
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
    zones.endLeg()
    last = nil
  }
}
