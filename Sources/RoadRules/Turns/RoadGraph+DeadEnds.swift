internal import RoadGraph

extension RoadGraph {
  /// The mode can only turn back at the end of an edge, or there is a place made for it.
  func isEnd(of edge: EdgeID, for mode: TravelMode) -> Bool {
    let node = head(of: edge)
    if isClosed(node, to: mode) || isTurningPlace(node) { return true }
    for next in edges(leaving: node) where next != edge.reversed && access(of: next)[mode] > .no { return false }
    return true
  }

  /// A turning circle, a turning loop or a mini-roundabout.
  func isTurningPlace(_ node: NodeID) -> Bool {
    flags(of: node).contains(.miniRoundabout) || signs(of: node).contains(.turningPlace)
  }
}
