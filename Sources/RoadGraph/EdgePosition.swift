package import Geodesy

/// A place on an edge, in metres from its begin.
package struct EdgePosition: Hashable, Sendable, BitwiseCopyable {
  package var edge: EdgeID
  package var offset: Metres

  package init(edge: EdgeID, offset: Metres) {
    self.edge = edge
    self.offset = offset
  }
}
