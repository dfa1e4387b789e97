package import Geodesy

/// One edge of a path and the part of it that was driven.
///
/// Neighbouring steps are joined head to tail, except where the vehicle turned round on the road: there a step on the
/// reversed edge begins at the place where the step before it ends.
package struct PathStep: Hashable, Sendable, BitwiseCopyable {
  package var edge: EdgeID
  /// Metres from the begin of the edge; `begin` ≤ `end`.
  package var begin: Metres
  package var end: Metres

  package init(edge: EdgeID, begin: Metres, end: Metres) {
    self.edge = edge
    self.begin = begin
    self.end = end
  }

  package var length: Metres { end - begin }
}
