internal import RoadGraph

extension RoadGraph {
  /// The mode can only turn back at the end of an edge.
  func isEnd(of edge: EdgeID, for mode: TravelMode) -> Bool {
    let node = head(of: edge)
    if isClosed(node, to: mode) { return true }
    for next in edges(leaving: node) where next != edge.reversed && access(of: next)[mode] > .no { return false }
    return true
  }
}
