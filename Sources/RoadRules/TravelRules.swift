internal import Geodesy
internal import Glibc
package import RoadGraph

/// 1 − cos θ for 256ths of a turn.
let oneLessCosine: [Double] = (0..<256).map { 1 - cos(Double($0) * .pi / 128) }

/// (1 − cos θ)^0.7 for 256ths of a turn.
private let turnSizes: [Double] = oneLessCosine.map { pow($0, 0.7) }

/// The rules of the road for a vehicle of one mode, and how unlikely it is that a vehicle breaks them.
///
/// A recorded drive may break every rule, so nothing physically possible is forbidden; it only has a price. Penalties
/// are natural logarithms of how many times likelier a lawful drive is: 5 means that e⁵ ≈ 150 drivers out of 151 would
/// not do it at that place.
package struct TravelRules: Equatable, Sendable {
  package var mode: TravelMode
  /// A U-turn at a junction or on a road.
  package var uTurn: Double = 6
  /// A turn by a right angle; for other angles θ this times (1 − cos θ)^0.7, or 1 − cos θ where the road only bends. Of
  /// two equally long paths the straighter one wins. Real drives would be fitted best by 1.5 or more, shortest paths
  /// between random places by 0. Source: Experiments.md, *Transitions and turns*.
  package var rightAngle: Double = 1
  /// Entering a direction that is closed to the mode while the opposite one is open.
  ///
  /// Chosen so that a wobble of two or three fixes onto a parallel carriageway is cheaper to explain as noise, and 100
  /// m of driving against a oneway is not.
  package var wrongWayEntry: Double = 5
  /// Per metre driven the wrong way: a driver who notices stops soon.
  package var wrongWayPerMetre: Double = 0.01
  /// A turn that a restriction bans. Source: Experiments.md, *Banned turns*: with 5 half of the banned turns beside a
  /// short lawful way are not found, with 2 more lawful drives are accused.
  package var bannedTurn: Double = 2.5
  /// Passing a barrier that does not let the mode through.
  package var closedBarrier: Double = 6
  /// Entering a private road from a public one.
  package var permitEntry: Double = 2
  /// Entering a road open to local traffic only.
  package var destinationEntry: Double = 0.5

  /// Entering a way on which the vehicle has to be pushed, from one on which it is ridden.
  package var pushedEntry: Double = 2

  /// Roads that are closed to the mode in both directions may be driven on as well, if their class is one that the mode
  /// uses.
  package var meetsClosedRoads = false

  /// Which turns are likely before a fix is seen; `nil` if nothing is known of that.
  package var prior: RoutePrior?

  package init(mode: TravelMode) { self.mode = mode }

  /// The rules of a search that finds only lawful paths: every offence costs more than any road.
  package static func lawful(_ mode: TravelMode) -> TravelRules {
    var rules = TravelRules(mode: mode)
    rules.uTurn = .infinity
    rules.wrongWayEntry = .infinity
    rules.bannedTurn = .infinity
    rules.closedBarrier = .infinity
    // Drivers do not turn less often because a matcher thinks so.
    rules.rightAngle = 0
    return rules
  }

  /// Whether the mode may occur on the edge at all, lawfully or against its direction.
  package func isDrivable(_ edge: EdgeID, on graph: RoadGraph) -> Bool {
    graph.access(of: edge)[mode] > .no || graph.access(of: edge.reversed)[mode] > .no
      || meetsClosedRoads && Profile.of(mode).classSpeeds[graph.roadClass(of: edge)] > 0
  }

  /// Whether going from one edge to the next is a U-turn: back along the same road, or along a separate road that leads
  /// back beside it, such as the other carriageway of a street or the opposite row of an edge list.
  package func isUTurn(from edge: EdgeID, onto next: EdgeID, on graph: RoadGraph) -> Bool {
    next == edge.reversed || isTwin(next, of: edge, turning: graph.angle(from: edge, onto: next), on: graph)
  }

  private func isTwin(_ next: EdgeID, of edge: EdgeID, turning angle: Direction, on graph: RoadGraph) -> Bool {
    angle.size > Self.leastUTurnAngle && graph.head(of: next) == graph.tail(of: edge)
  }

  /// Two roads that leave a node within 20° of each other and meet again at the next node are one street.
  private static let leastUTurnAngle: Degrees = 160

  /// The penalty for going from one edge to the next, by the angle and the prior.
  package func turning(from edge: EdgeID, onto next: EdgeID, on graph: RoadGraph) -> Double {
    let angle = graph.angle(from: edge, onto: next)
    if next == edge.reversed || isTwin(next, of: edge, turning: angle, on: graph) { return uTurn }
    let unusual = prior?.price(from: edge, onto: next, on: graph, for: mode) ?? 0
    let sizes = hasChoice(after: edge, on: graph) ? turnSizes : oneLessCosine
    return rightAngle * sizes[Int(angle.parts)] + unusual
  }

  /// Whether several edges lead on lawfully from the end of an edge, U-turns aside.
  private func hasChoice(after edge: EdgeID, on graph: RoadGraph) -> Bool {
    let (begin, end) = (graph.tail(of: edge), graph.head(of: edge))
    guard graph.outRange(of: end).count > 2 else { return false }  // one edge leads back
    var choices = 0
    for next in graph.edges(leaving: end) where next != edge.reversed && graph.access(of: next)[mode] > .no {
      if graph.head(of: next) == begin && isUTurn(from: edge, onto: next, on: graph) { continue }
      choices += 1
      if choices > 1 { return true }
    }
    return false
  }

  /// The penalty for getting off the bicycle between two edges.
  package func pushing(from edge: EdgeID, onto next: EdgeID, on graph: RoadGraph) -> Double {
    mode == .bicycle && graph.isPushed(next) && !graph.isPushed(edge) ? pushedEntry : 0
  }

  /// The penalty for entering `edge` from a road with access `before`.
  package func entry(onto edge: EdgeID, from before: Access, on graph: RoadGraph) -> Double {
    let access = graph.access(of: edge)[mode]
    guard access < before else { return 0 }
    switch access {
    case .no: return wrongWayEntry
    case .permit: return permitEntry
    case .destination: return destinationEntry
    case .yes: return 0
    }
  }
}
