public import Geodesy

/// A place on an edge, in metres from its start.
@usableFromInline package struct EdgePosition: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package var edge: EdgeID
  @usableFromInline package var offset: Metres

  @inlinable package init(edge: EdgeID, offset: Metres) {
    self.edge = edge
    self.offset = offset
  }
}
