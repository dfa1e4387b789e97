internal import Geodesy
internal import RoadGraph

extension GuidedLeg {
  /// A short link that cuts the corner of a crossing: one turn from the road before to the road after.
  func slipRoad(at index: Int) -> Decision? {
    guard let end = endOfSlipRoad(from: index), !junction(at: index).others.isEmpty else { return nil }
    let angle = turn(from: edge(index - 1), onto: edge(end))
    let modifier = ManeuverModifier(angle: angle)
    guard modifier != .straight else { return nil }
    return Decision(
      modifier == .uTurn ? .uTurn : .turn, modifier, angle: angle, begin: index, onto: end)
  }

  /// The number of the first edge after the slip road that begins at edge `index`, or `nil` if there is none.
  private func endOfSlipRoad(from index: Int) -> Int? {
    guard graph.roadClass(of: edge(index)).isLink, isOrdinary(edge(index - 1)),
      graph.exitRef(of: graph.tail(of: edge(index))).isEmpty
    else { return nil }
    let end = edges[index...].firstIndex { !graph.roadClass(of: $0.edge).isLink } ?? index
    guard end > index, isOrdinary(edge(end)), distances[end] - distances[index] <= settings.longestSlipRoad,
      (index + 1...end).allSatisfy(goesStraightOn)
    else { return nil }
    return end
  }

  private func isOrdinary(_ edge: EdgeID) -> Bool {
    let roadClass = graph.roadClass(of: edge)
    return !roadClass.isLink && roadClass != .motorway && !graph.isRoundabout(edge) && !graph.isFerry(edge)
  }

  private func goesStraightOn(at index: Int) -> Bool {
    let junction = junction(at: index)
    return junction.others.isEmpty || abs(junction.taken.angle) <= settings.widestSlipRoadEnd
  }
}
