internal import Geodesy
internal import RoadGraph

extension GuidedLeg {
  /// The turn made by driving through a roundabout: from the line that leads to its centre to the line that leads away
  /// from it.
  ///
  /// The centre is used because islands bend the mouths of the roads by up to 40°, which would spoil a comparison of
  /// the bearings of the roads.
  ///
  /// - Parameter ring: the edges inside; there is one before and one after them.
  func turnThroughRoundabout(_ ring: Range<Int>) -> Degrees {
    let before = edge(ring.lowerBound - 1)
    let after = edge(ring.upperBound)
    guard let centre = centre(ofRoundaboutWith: edge(ring.lowerBound)),
      let arrival = graph.bearing(from: outerPlace(along: before.reversed), to: centre),
      let departure = graph.bearing(from: centre, to: outerPlace(along: after))
    else { return turn(from: before, onto: after) }
    return Geodesy.turn(from: arrival, to: departure)
  }

  /// A place on a road that leads away from the roundabout. The carriageways of divided roads lie beside the line to the
  /// centre, which matters less further out.
  private func outerPlace(along road: EdgeID) -> Place {
    let isDivided = graph.flags(of: road).contains(.oneway)
    return graph.place(settings.roundaboutReach * (isDivided ? 2 : 1), along: road)
  }

  /// The middle of the box around the whole ring; `nil` if the ring does not close.
  private func centre(ofRoundaboutWith edge: EdgeID) -> Place? {
    let first = graph.access(of: edge)[mode] > .no ? edge : edge.reversed
    var places = graph.shape(of: first)
    var last = first
    for _ in 0..<mostRingEdges {
      guard let next = nextInRing(after: last) else { return nil }
      if next == first { return middle(of: places) }
      places += graph.shape(of: next)
      last = next
    }
    return nil
  }

  private func nextInRing(after edge: EdgeID) -> EdgeID? {
    graph.edges(leaving: graph.head(of: edge)).first {
      $0 != edge.reversed && graph.isRoundabout($0) && graph.access(of: $0)[mode] > .no
    }
  }

  private func middle(of places: [Place]) -> Place {
    let ruler = LocalRuler(at: places[0])
    let points = places.map(ruler.point)
    let x = points.map(\.x)
    let y = points.map(\.y)
    return ruler.place(
      LocalPoint(x: ((x.min() ?? 0) + (x.max() ?? 0)) / 2, y: ((y.min() ?? 0) + (y.max() ?? 0)) / 2))
  }
}

/// The largest roundabouts have a few dozen; more are no ring.
private let mostRingEdges = 256
