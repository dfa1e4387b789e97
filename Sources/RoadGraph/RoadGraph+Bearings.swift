package import Geodesy

extension RoadGraph {
  /// The bearing of the first piece of an edge that has a length.
  package func bearing(atBeginOf edge: EdgeID) -> Degrees {
    let range = shapeRange(of: edge.segment)
    return edge.isForward ? bearing(along: range) : bearing(along: range.reversed())
  }

  /// The bearing of the last piece of an edge that has a length.
  package func bearing(atEndOf edge: EdgeID) -> Degrees {
    let back = bearing(atBeginOf: edge.reversed)
    return back < 180 ? back + 180 : back - 180
  }

  /// From the first of some places to the next one that is another place.
  private func bearing(along indices: some Collection<Int>) -> Degrees {
    guard let first = indices.first else { return 0 }
    let origin = shapePlace(at: first)
    guard let other = indices.first(where: { shapePlace(at: $0) != origin }) else { return 0 }
    let ruler = LocalRuler(at: origin)
    return Geodesy.bearing(from: LocalPoint(x: 0, y: 0), to: ruler.point(shapePlace(at: other)))
  }
}
