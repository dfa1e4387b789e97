package import Geodesy
package import RoadGraph
package import Trips

/// The lanes of a road before a junction, whether a maneuver is due there or not.
package struct LaneStretch: Equatable, Sendable {
  /// The number of the edge that ends at the junction, counted through all legs.
  package let edge: Int
  /// The place of the junction and its distance from the start of the drive.
  package let place: Place
  package let distance: Metres
  /// The number of the maneuver there; `nil` if the drive passes without one.
  package let maneuver: Int?
  /// From left to right.
  package let lanes: [Lane]
}

/// The lanes before the junctions of a drive, as far as the map knows their arrows.
package func laneStretches(
  along legs: [[PathEdge]], on graph: RoadGraph, for mode: TravelMode, settings: GuidanceSettings = GuidanceSettings()
) -> [LaneStretch] {
  let memory = JunctionMemory(on: graph, settings: settings, isKept: false)
  var stretches: [LaneStretch] = []
  var (firstEdge, maneuvers, distance) = (0, 0, Metres(0))
  for leg in legs where !leg.isEmpty {
    let guided = GuidedLeg(
      leg, firstEdge: firstEdge, distance: distance, junctions: 0, trimming: (true, true), on: graph, for: mode,
      settings: settings, memory: memory)
    let decisions = JoinedTurns(guided.decisions(from: 1, floor: 1), of: guided).decisions
    stretches += PassedLanes(leg: guided).stretches(around: decisions, firstManeuver: maneuvers + 1)
    firstEdge += leg.count
    distance = guided.end.distance
    maneuvers += decisions.count + 2
  }
  return stretches
}

/// The lanes of a trip.
package func laneStretches(of trip: Trip, on graph: RoadGraph, for mode: TravelMode) -> [LaneStretch] {
  laneStretches(along: trip.legs.map { trip.edges[$0.edges].map(PathEdge.init) }, on: graph, for: mode)
}

/// The lanes along a leg, at decisions and where the drive goes past a junction without one.
private struct PassedLanes {
  let leg: GuidedLeg

  /// - Parameter firstManeuver: the number of the maneuver of the first decision.
  func stretches(around decisions: [Decision], firstManeuver: Int) -> [LaneStretch] {
    var stretches: [LaneStretch] = []
    var (index, next) = (1, 0)
    while index < leg.edges.count {
      if next < decisions.count, decisions[next].first <= index {
        let following = decisions.dropFirst(next + 1).prefix(2)
        let lanes = LaneChoice(leg: leg).lanes(at: decisions[next], following: following)
        stretches += stretch(before: decisions[next].begin, lanes, maneuver: firstManeuver + next)
        index = max(index, decisions[next].onto) + 1
        next += 1
      } else {
        stretches += passing(index, following: decisions.dropFirst(next).prefix(2))
        index += 1
      }
    }
    return stretches
  }

  /// The lanes at a junction that is passed without a maneuver.
  private func passing(_ index: Int, following: ArraySlice<Decision>) -> [LaneStretch] {
    let painted = leg.graph.turnLanes(of: leg.edge(index - 1))
    // The same arrows after the junction are for a later one.
    guard !painted.isEmpty, painted != leg.graph.turnLanes(of: leg.edge(index)), !leg.isInsideRoundabout(index),
      leg.edge(index) != leg.edge(index - 1).reversed
    else { return [] }
    let junction = leg.junction(at: index)
    guard !junction.others.isEmpty else { return [] }
    var decision = Decision(.continue, at: junction, .straight)
    decision.junctions = [junction.extent]
    return stretch(before: index, LaneChoice(leg: leg).lanes(at: decision, following: following), maneuver: nil)
  }

  private func stretch(before index: Int, _ lanes: [Lane], maneuver: Int?) -> [LaneStretch] {
    lanes.isEmpty
      ? []
      : [
        LaneStretch(
          edge: leg.firstEdge + index - 1, place: leg.graph.place(at: leg.edges[index].stretch.beginPosition),
          distance: leg.distances[index], maneuver: maneuver, lanes: lanes)
      ]
  }
}
