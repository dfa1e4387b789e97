internal import Geodesy
internal import Matching
internal import RoadGraph
internal import Trips

extension Drive {
  /// Every run of edges driven against the direction allowed to the mode.
  func wrongWayEvents() -> [Event] {
    trip.legs.flatMap { leg in
      runs(in: leg.edges) { trip.edges[$0].isWrongWay }.compactMap { wrongWayEvent($0, of: leg) }
    }
  }

  /// `nil` for a run so short or so rarely seen that it may be the error of the fixes.
  private func wrongWayEvent(_ run: Range<Int>, of leg: Leg) -> Event? {
    let edges = trip.edges[run]
    let length = edges.reduce(0) { $0 + $1.length }
    let seen = fixesSeen(on: run, of: leg)
    guard length > 0, length >= settings.shortestWrongWay, let first = edges.first, let last = edges.last
    else { return nil }
    let confidence = edges.reduce(0) { $0 + $1.confidence * $1.length } / length
    guard isSeen(by: seen.count, over: length, confidence) else { return nil }
    return Event(
      type: .wrongWay, beginTime: first.enterTime, endTime: last.exitTime,
      place: graph.place(at: first.stretch.beginPosition), edge: run.lowerBound, length: length,
      confidence: confidence,
      fixes: seen[0]...seen[seen.count - 1], detail: wrongWayDetail(edges))
  }

  private func isSeen(by fixes: Int, over length: Metres, _ confidence: Double) -> Bool {
    if fixes >= settings.leastWrongWayFixes { return true }
    return fixes > 0 && length >= settings.shortestSeenOnce && confidence >= settings.leastConfidenceSeenOnce
  }

  private func fixesSeen(on run: Range<Int>, of leg: Leg) -> [Int] {
    guard let path = trip.matched.path(around: leg.fixes.lowerBound) else { return [] }
    let first = leg.edges.lowerBound
    return trip.matched.paths[path].anchors(on: run.lowerBound - first..<run.upperBound - first).map(\.fix)
  }

  private func wrongWayDetail(_ edges: ArraySlice<TripEdge>) -> String {
    var roads: [String] = []
    for edge in edges {
      let name = graph.name(of: edge.edge)
      let road = name.isEmpty ? graph.ref(of: edge.edge) : name
      if !road.isEmpty, roads.last != road { roads.append(road) }
    }
    let place = roads.isEmpty ? "" : " on " + roads.joined(separator: ", ")
    return "against the direction allowed to a \(mode.name)" + place
  }
}

/// The longest runs of consecutive numbers in `range` that all satisfy `condition`.
func runs(in range: Range<Int>, where condition: (Int) -> Bool) -> [Range<Int>] {
  var runs: [Range<Int>] = []
  for number in range where condition(number) {
    if let last = runs.last, last.upperBound == number {
      runs[runs.count - 1] = last.lowerBound..<number + 1
    } else {
      runs.append(number..<number + 1)
    }
  }
  return runs
}
