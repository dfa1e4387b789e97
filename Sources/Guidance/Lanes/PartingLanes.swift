internal import Geodesy
internal import RoadGraph

/// Where all lanes of a road leave to one side or the other, nobody who just follows the road knows which one to be in.
extension Junction {
  /// The road divides into the road taken and another: no arrow points straight on, or the other takes as many lanes as
  /// the road taken and bends no more.
  func partsLanes(with other: Branch) -> Bool {
    let most = leg.settings.widestFork
    guard indices.count == 1, abs(taken.angle) <= most, abs(other.angle) <= most,
      graph.mayPartLanes(of: from, onto: taken.edge, other.edge)
    else { return false }
    if !graph.turnLanes(of: from).isEmpty { return isChoiceOfArrows }
    return abs(taken.angle) > leg.settings.evenMargin
      && abs(other.angle) <= abs(taken.angle) + leg.settings.evenMargin
  }

  /// Some arrows lead to the road taken, and some elsewhere.
  private var isChoiceOfArrows: Bool {
    let valid = JunctionLanes(before: self).painted.count { $0.isValid }
    return valid > 0 && valid < graph.turnLanes(of: from).utf8.count { $0 == UInt8(ascii: "|") } + 1
  }
}

extension RoadGraph {
  /// A quick look whether a road may divide into two: none of its arrows points straight on, or its lanes are those of
  /// both, and the second has no fewer.
  func mayPartLanes(of road: EdgeID, onto first: EdgeID, _ second: EdgeID) -> Bool {
    let arrows = turnLanes(of: road)
    if !arrows.isEmpty {
      let lanes = arrows.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
      return lanes.count > 1 && lanes.allSatisfy(turnsOff)
    }
    guard let all = lanes(of: road), let own = lanes(of: first), let others = lanes(of: second) else { return false }
    return all == own + others && others >= own && own > 1
  }

  /// The arrows of a lane are for turns alone.
  private func turnsOff(_ lane: Substring.UTF8View) -> Bool {
    let arrows = lane.split(separator: UInt8(ascii: ";")).map { Substring($0) }
    return arrows.contains { $0.hasSuffix("left") || $0.hasSuffix("right") }
      && arrows.allSatisfy { $0 != "through" && !$0.hasPrefix("merge") }
  }
}
