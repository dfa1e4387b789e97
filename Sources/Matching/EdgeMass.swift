internal import Geodesy
private import Glibc
internal import RoadGraph

/// How likely a vehicle near a fix was on one edge, and not before its start or past its end.
///
/// A candidate is the place of an edge nearest to its fix, but the vehicle may have been anywhere along the road: with
/// an error of standard deviation σ on each axis, an edge that runs straight past the fix at distance *a* has
///
///     mass = exp(log p(a)) · (Φ((end − foot) / σ) − Φ((begin − foot) / σ))
///
/// where `foot` is the projection of the fix onto the line of the edge, possibly beyond its ends. A fix at a junction
/// is thus split between the edges that meet there, and an edge much shorter than σ is never certain.
///
/// - Source: the integral of a two-dimensional Gaussian over a straight piece of a line.
struct EdgeMass {
  let graph: RoadGraph
  let emission: Emission

  /// - Parameters:
  ///   - offset: offset of the place on the edge nearest to the fix.
  ///   - distance: distance from the fix to that place.
  ///   - ruler: has the fix as its origin.
  /// - Returns: the distance from the fix across the edge, and the share of a Gaussian along it that is within its
  ///   ends, in 0 … 1 and never 0.
  func parts(
    of edge: EdgeID, length: Metres, offset: Metres, distance: Metres, by ruler: @autoclosure () -> LocalRuler,
    sigma: Metres
  ) -> (across: Metres, within: Double) {
    let (behind, ahead) = (offset / sigma, (length - offset) / sigma)
    if min(behind, ahead) > Self.reach { return (distance, 1) }
    let isAtBegin = offset < Self.tolerance
    guard isAtBegin || length - offset < Self.tolerance else {
      return (distance, max(Self.least, 1 - Self.beyond(behind) - Self.beyond(ahead)))
    }
    let (along, across) = outside(edge, atBegin: isAtBegin, by: ruler())
    let within = Self.beyond(along / sigma) - Self.beyond((along + length) / sigma)
    return (across, max(Self.least, within))
  }

  /// Ends of an edge farther than this many sigmas do not matter.
  static let reach = 4.0
  /// A place closer to an end than this is at the end.
  private static let tolerance: Metres = 0.01
  private static let least = 1e-12

  /// The part of a Gaussian beyond some sigmas.
  static func beyond(_ sigmas: Double) -> Double { 0.5 * erfc(sigmas * 0.5.squareRoot()) }

  /// How far a ruler's origin is beyond an end of an edge: along the straight extension of the edge, and across it.
  private func outside(_ edge: EdgeID, atBegin: Bool, by ruler: LocalRuler) -> (along: Metres, across: Metres) {
    let range = graph.shapeRange(of: edge.segment)
    let isFirst = atBegin == edge.isForward
    let end = isFirst ? range.lowerBound : range.upperBound - 1
    let tip = ruler.point(graph.shapePlace(at: end))
    let next = ruler.point(graph.shapePlace(at: isFirst ? end + 1 : end - 1))
    let (dx, dy) = (next.x - tip.x, next.y - tip.y)
    let size = (dx * dx + dy * dy).squareRoot()
    guard size > 0 else { return (0, tip.distance(to: .origin)) }
    return (max(0, (tip.x * dx + tip.y * dy) / size), abs(tip.x * dy - tip.y * dx) / size)
  }
}
