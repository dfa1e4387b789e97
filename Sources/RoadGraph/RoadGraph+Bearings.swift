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

  /// Of the angle by which a vehicle turns from the end of one edge to the begin of the next; 1 where either has no
  /// length.
  package func cosineOfTurn(from edge: EdgeID, onto next: EdgeID) -> Double {
    let node = place(of: tail(of: next))
    let before = neighbour(atBeginOf: edge.reversed)
    let after = neighbour(atBeginOf: next)
    // Lengths of a degree of longitude need be right to a few per cent only.
    let narrowing = cosine(ofLatitudeE7: node.latitudeE7)
    let (ax, ay) = (Double(node.longitudeE7(eastOf: before)) * narrowing, Double(node.latitudeE7 - before.latitudeE7))
    let (bx, by) = (Double(after.longitudeE7(eastOf: node)) * narrowing, Double(after.latitudeE7 - node.latitudeE7))
    let lengths = ((ax * ax + ay * ay) * (bx * bx + by * by)).squareRoot()
    return lengths > 0 ? (ax * bx + ay * by) / lengths : 1
  }

  /// The place of an edge's shape next to its begin.
  private func neighbour(atBeginOf edge: EdgeID) -> Place {
    let range = shapeRange(of: edge.segment)
    return shapePlace(at: edge.isForward ? range.lowerBound + 1 : range.upperBound - 2)
  }

  /// By the first terms of its series, right to 2 % up to 80°.
  private func cosine(ofLatitudeE7 latitude: Int32) -> Double {
    let x = Double(latitude) * 1e-7 * .pi / 180
    let squared = x * x
    return 1 - squared / 2 + squared * squared / 24 - squared * squared * squared / 720
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
