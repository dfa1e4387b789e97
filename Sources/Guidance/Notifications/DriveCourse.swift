internal import Geodesy
internal import Moments
internal import RoadGraph

/// Where and when a drive was after a distance.
///
/// Shapes, for *n* edges:
///
///     edges        n, at least one
///     distances    n + 1; entry i is where edge i begins, in metres from the start of the trip
struct DriveCourse {
  let graph: RoadGraph
  let edges: [PathEdge]
  let distances: [Metres]

  init(_ edges: [PathEdge], on graph: RoadGraph) {
    var distances: [Metres] = [0]
    distances.reserveCapacity(edges.count + 1)
    for edge in edges { distances.append(distances[distances.count - 1] + edge.length) }
    self.graph = graph
    self.edges = edges
    self.distances = distances
  }

  /// The edge on which the drive is after a distance; where two edges meet, the first one.
  ///
  /// - Complexity: O(log *n*).
  func edge(at distance: Metres) -> Int {
    var (low, high) = (0, edges.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if distances[middle + 1] < distance { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func place(at distance: Metres) -> Place {
    let index = edge(at: distance)
    let edge = edges[index]
    return graph.place(on: edge.edge, at: min(edge.end, edge.begin + max(0, distance - distances[index])))
  }

  /// When the drive had come this far, at an even speed on each edge; `nil` without times.
  func time(at distance: Metres) -> Timestamp? {
    let index = edge(at: distance)
    guard let (enter, exit) = times(of: index) else { return nil }
    let length = distances[index + 1] - distances[index]
    let share = length > 0 ? min(max((distance - distances[index]) / length, 0), 1) : 0
    return enter.adding(seconds: share * exit.seconds(since: enter))
  }

  /// How far the drive had come at a time, at most to `end`; `nil` without times.
  func distance(at time: Timestamp, before end: Metres) -> Metres? {
    var index = edge(at: end)
    while true {
      guard let (enter, exit) = times(of: index) else { return nil }
      if enter <= time || index == 0 {
        let duration = exit.seconds(since: enter)
        let share = duration > 0 ? min(max(time.seconds(since: enter) / duration, 0), 1) : 0
        return min(end, distances[index] + share * (distances[index + 1] - distances[index]))
      }
      index -= 1
    }
  }

  private func times(of index: Int) -> (enter: Timestamp, exit: Timestamp)? {
    guard let enter = edges[index].enterTime ?? (index > 0 ? edges[index - 1].exitTime : nil),
      let exit = edges[index].exitTime ?? (index + 1 < edges.count ? edges[index + 1].enterTime : nil)
    else { return nil }
    return (enter, exit)
  }
}
