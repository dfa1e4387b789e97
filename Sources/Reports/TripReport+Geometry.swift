internal import Geodesy
internal import Matching
internal import RoadGraph
internal import Traces
internal import Trips

/// A place on the driven path; with a time where a fix was matched to it.
struct CoursePoint: Equatable {
  var place: Place
  var time: Timestamp?
}

extension TripReport {
  /// The places driven along in one leg: the shapes of its edges, the first and last one in part.
  func course(of leg: Leg) -> [Place] {
    trip.edges[leg.edges].flatMap { graph.shape(of: $0.edge, from: $0.beginOffset, to: $0.endOffset) }
      .withoutRepetition
  }

  /// The course of a leg with its matched fixes in between, in the order driven.
  func timedCourse(ofLeg index: Int) -> [CoursePoint] {
    let leg = trip.legs[index]
    guard let path = path(ofLeg: index) else { return matchedFixes(in: leg.fixes) }
    var points: [CoursePoint] = []
    var anchors = path.anchors[...]
    for (number, edge) in trip.edges[leg.edges].enumerated() {
      let onEdge = anchors.prefix { $0.step == number }
      anchors = anchors.dropFirst(onEdge.count)
      addCourse(along: edge, past: onEdge.map(\.fix), to: &points)
    }
    return points
  }

  /// The path a leg was made from; `nil` where the leg has other edges, so that its anchors say nothing.
  private func path(ofLeg index: Int) -> MatchedPath? {
    let paths = trip.matched.paths
    guard paths.count == trip.legs.count else { return nil }
    return paths[index].steps.map(\.edge) == trip.edges[trip.legs[index].edges].map(\.edge) ? paths[index] : nil
  }

  private func matchedFixes(in range: ClosedRange<Int>) -> [CoursePoint] {
    range.compactMap { fix in
      trip.matched.fixes[fix].position.map { CoursePoint(place: $0.place, time: trace.fixes[fix].time) }
    }
  }

  private func addCourse(along edge: TripEdge, past fixes: [Int], to points: inout [CoursePoint]) {
    var offset = edge.beginOffset
    for fix in fixes {
      guard let position = trip.matched.fixes[fix].position else { continue }
      if position.offset > offset {
        add(graph.shape(of: edge.edge, from: offset, to: position.offset).dropLast(), to: &points)
        offset = position.offset
      }
      if points.last == CoursePoint(place: position.place) { points.removeLast() }
      points.append(CoursePoint(place: position.place, time: trace.fixes[fix].time))
    }
    add(graph.shape(of: edge.edge, from: offset, to: edge.endOffset)[...], to: &points)
  }

  private func add(_ places: ArraySlice<Place>, to points: inout [CoursePoint]) {
    for place in places where place != points.last?.place {
      points.append(CoursePoint(place: place))
    }
  }
}

extension [Place] {
  /// Without places that repeat the one before.
  fileprivate var withoutRepetition: [Place] {
    reduce(into: []) { kept, place in
      if kept.last != place { kept.append(place) }
    }
  }
}
