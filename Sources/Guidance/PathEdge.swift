internal import Geodesy
package import Moments
public import RoadGraph
internal import Trips

/// One edge of a driven or computed route, with what guidance needs.
@usableFromInline package struct PathEdge: EdgeTraversal, Sendable {
  @usableFromInline package var stretch: EdgeStretch
  package var enterTime: Timestamp?
  package var exitTime: Timestamp?

  package init(_ stretch: EdgeStretch, enterTime: Timestamp? = nil, exitTime: Timestamp? = nil) {
    self.stretch = stretch
    self.enterTime = enterTime
    self.exitTime = exitTime
  }

  init(_ driven: TripEdge) {
    self.init(driven.stretch, enterTime: driven.enterTime, exitTime: driven.exitTime)
  }
}
