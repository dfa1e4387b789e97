public import Geodesy

/// The part of one edge that a path uses.
///
/// The stretches of a path are joined head to tail. Where the vehicle turned round on the road, a stretch of the
/// reversed edge begins at the place where the stretch before it ends.
@usableFromInline package struct EdgeStretch: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package var edge: EdgeID
  /// Metres from the start of the edge; `begin` ≤ `end`.
  @usableFromInline package var begin: Metres
  @usableFromInline package var end: Metres

  @inlinable package init(edge: EdgeID, begin: Metres, end: Metres) {
    self.edge = edge
    self.begin = begin
    self.end = end
  }

  @inlinable package var length: Metres { end - begin }
  @inlinable package var beginPosition: EdgePosition { EdgePosition(edge: edge, offset: begin) }
  @inlinable package var endPosition: EdgePosition { EdgePosition(edge: edge, offset: end) }
}

/// Anything that runs along a stretch of one edge and adds to it: when it was driven, how it is known, what it costs.
@usableFromInline package protocol EdgeTraversal {
  var stretch: EdgeStretch { get }
}

extension EdgeTraversal {
  @inlinable package var edge: EdgeID { stretch.edge }
  /// Metres from the start of the edge.
  @inlinable package var begin: Metres { stretch.begin }
  @inlinable package var end: Metres { stretch.end }
  @inlinable package var length: Metres { stretch.length }
}

extension RoadGraph {
  /// All of an edge.
  package func whole(_ edge: EdgeID) -> EdgeStretch { EdgeStretch(edge: edge, begin: 0, end: length(of: edge)) }

  /// The stretches of a path over some edges.
  ///
  /// - Parameters:
  ///   - edges: at least one.
  ///   - begin: metres from the start of the first edge.
  ///   - end: metres from the start of the last edge.
  package func stretches(along edges: [EdgeID], from begin: Metres, to end: Metres) -> [EdgeStretch] {
    var stretches = edges.map(whole)
    stretches[0].begin = begin
    stretches[stretches.count - 1].end = end
    return stretches
  }
}
