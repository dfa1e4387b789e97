package import Geodesy

/// Two neighbouring source nodes along an edge, in the order driven, and the part travelled between them.
@usableFromInline package struct TravelledPair: Hashable, Sendable, BitwiseCopyable {
  /// `nil` in a map built without source ids.
  package let from: SourceNodeID?
  package let to: SourceNodeID?
  /// The start and end of travel between the two, 0 at `from` and 1 at `to`, in whole millionths; `begin` < `end`.
  package var begin: Double
  package var end: Double
  /// The length from node to node, not only of the part travelled.
  package let length: Metres

  package init(from: SourceNodeID?, to: SourceNodeID?, begin: Double = 0, end: Double = 1, length: Metres) {
    self.from = from
    self.to = to
    self.begin = begin
    self.end = end
    self.length = length
  }
}

extension RoadGraph {
  /// Calls `body` for each pair of neighbouring source nodes along a stretch of an edge, in the order driven.
  ///
  /// Places without a source id, as in the geometry of an edge list, are between two nodes and are not nodes
  /// themselves. A part of less than a millionth of a pair is ignored.
  ///
  /// - Complexity: O(places of the edge's shape).
  package func forEachPair(along stretch: EdgeStretch, _ body: (TravelledPair) -> Void) {
    let edge = stretch.edge
    let range = shapeRange(of: edge.segment)
    let length = length(of: edge)
    var from = (source: source(of: tail(of: edge)), distance: 0.0)
    for step in 1..<range.count where from.distance <= stretch.end {
      let index = edge.isForward ? range.lowerBound + step : range.upperBound - 1 - step
      let isHead = step == range.count - 1
      let known = isHead ? source(of: head(of: edge)) : shapeSource(at: index)
      guard isHead || known != nil else { continue }
      let distance = edge.isForward ? shapeDistance(at: index) : length - shapeDistance(at: index)
      let pair = TravelledPair(from: from.source, to: known, length: distance - from.distance)
      let begin = stretch.begin - from.distance
      if let part = pair.clipped(from: begin, to: stretch.end - from.distance) { body(part) }
      from = (known, distance)
    }
  }
}

extension TravelledPair {
  /// The part of a whole pair between two offsets in metres from its first node; `nil` if it is empty.
  fileprivate func clipped(from first: Metres, to last: Metres) -> TravelledPair? {
    guard length > 0 else { return first <= 0 && last >= 0 ? self : nil }
    var part = self
    part.begin = inMillionths(max(0, first / length))
    part.end = inMillionths(min(1, last / length))
    return part.begin < part.end ? part : nil
  }
}

private func inMillionths(_ fraction: Double) -> Double { (fraction * 1e6).rounded() / 1e6 }
