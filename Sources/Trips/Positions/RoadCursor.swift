internal import Geodesy
internal import Matching
internal import RoadGraph

/// A place along the edges of a trip that only moves forward.
struct RoadCursor: BitwiseCopyable {
  /// Index into the edges of the trip.
  private(set) var edge: Int
  /// The distance driven from the start of the trip to that edge.
  private(set) var begin: Metres

  init(edge: Int, begin: Metres) {
    self.edge = edge
    self.begin = begin
  }

  mutating func move(toEdge next: Int, on drive: borrowing TripUpdate) {
    while edge < next { moveOn(drive) }
  }

  /// - Parameter last: the edge at which it stops.
  mutating func move(to distance: Metres, on drive: borrowing TripUpdate, last: Int) {
    while edge < last, distance > begin + drive.edges[edge].length { moveOn(drive) }
  }

  /// Metres from the start of the edge to a place on it.
  func offset(at distance: Metres, on drive: borrowing TripUpdate) -> Metres {
    let stretch = drive.edges[edge].stretch
    return min(max(stretch.begin, stretch.begin + distance - begin), stretch.end)
  }

  private mutating func moveOn(_ drive: borrowing TripUpdate) {
    begin += drive.edges[edge].length
    edge += 1
  }
}
