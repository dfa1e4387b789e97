package import Geodesy
package import Moments
package import RoadGraph
internal import Trips

/// One edge of a driven or computed route, with what guidance needs.
package struct PathEdge: Sendable {
  package var edge: EdgeID
  /// Where on the edge travel begins and ends.
  package var beginOffset: Metres
  package var endOffset: Metres
  package var enterTime: Timestamp?
  package var exitTime: Timestamp?

  package init(
    edge: EdgeID, beginOffset: Metres, endOffset: Metres, enterTime: Timestamp? = nil, exitTime: Timestamp? = nil
  ) {
    self.edge = edge
    self.beginOffset = beginOffset
    self.endOffset = endOffset
    self.enterTime = enterTime
    self.exitTime = exitTime
  }

  init(_ driven: TripEdge) {
    self.init(
      edge: driven.edge, beginOffset: driven.beginOffset, endOffset: driven.endOffset, enterTime: driven.enterTime,
      exitTime: driven.exitTime)
  }

  var length: Metres { max(0, endOffset - beginOffset) }
}
