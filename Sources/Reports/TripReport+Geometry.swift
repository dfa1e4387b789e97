internal import Geodesy
internal import Matching
internal import Moments
internal import RoadGraph
internal import Traces
internal import Trips

/// A place on the driven path, with a time if a fix was matched to it.
struct CoursePoint: Equatable {
  var place: Place
  var time: Timestamp?
}

extension TripReport {
  /// The places along one leg: the shapes of its edges, the first and the last one in part. The place between two edges
  /// occurs twice.
  func course(of leg: Leg) -> [Place] {
    trip.edges[leg.edges].flatMap { graph.shape(of: $0.stretch) }
  }

  /// The course of a leg with its matched fixes in between, in the order driven; leg *i* was made from path *i*.
  func timedCourse(ofLeg index: Int) -> [CoursePoint] {
    var points: [CoursePoint] = []
    var anchors = trip.matched.paths[index].anchors[...]
    for (step, edge) in trip.edges[trip.legs[index].edges].enumerated() {
      let onEdge = anchors.prefix { $0.step == step }
      anchors = anchors.dropFirst(onEdge.count)
      addCourse(along: edge, past: onEdge, to: &points)
    }
    return points
  }

  private func addCourse(along edge: TripEdge, past anchors: ArraySlice<Anchor>, to points: inout [CoursePoint]) {
    var rest = edge.stretch
    for anchor in anchors {
      guard let position = trip.matched.fixes[anchor.fix].position else { continue }
      if anchor.offset > rest.begin {
        let travelled = EdgeStretch(edge: rest.edge, begin: rest.begin, end: anchor.offset)
        add(graph.shape(of: travelled).dropLast(), to: &points)
        rest.begin = anchor.offset
      }
      if points.last == CoursePoint(place: position.place) { points.removeLast() }
      points.append(CoursePoint(place: position.place, time: trace.fixes[anchor.fix].time))
    }
    add(graph.shape(of: rest)[...], to: &points)
  }

  private func add(_ places: ArraySlice<Place>, to points: inout [CoursePoint]) {
    for place in places where place != points.last?.place {
      points.append(CoursePoint(place: place))
    }
  }
}
