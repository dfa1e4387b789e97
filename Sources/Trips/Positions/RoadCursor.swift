internal import Geodesy
internal import RoadGraph

/// A place along the edges of a trip that only moves forward.
struct RoadCursor: BitwiseCopyable {
  /// Index into ``Trip/edges``.
  private(set) var edge: Int
  /// The distance driven from the start of the trip to that edge.
  private(set) var begin: Metres

  init(edge: Int, begin: Metres) {
    self.edge = edge
    self.begin = begin
  }

  mutating func move(toEdge next: Int, on trip: borrowing Trip) {
    while edge < next { moveOn(trip) }
  }

  /// - Parameter last: the edge at which it stops.
  mutating func move(to distance: Metres, on trip: borrowing Trip, last: Int) {
    while edge < last, distance > begin + trip.edges[edge].length { moveOn(trip) }
  }

  /// Metres from the start of the edge to a place on it.
  func offset(at distance: Metres, on trip: borrowing Trip) -> Metres {
    let stretch = trip.edges[edge].stretch
    return min(max(stretch.begin, stretch.begin + distance - begin), stretch.end)
  }

  private mutating func moveOn(_ trip: borrowing Trip) {
    begin += trip.edges[edge].length
    edge += 1
  }
}
