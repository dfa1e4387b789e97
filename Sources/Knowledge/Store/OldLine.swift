internal import Geodesy

/// The line of an edge of another map, on a flat ruler, to be found again.
struct OldLine {
  /// A road of today may be so far from that of another map; mappers move roads by a few metres when images change.
  static let tolerance: Metres = 5
  /// And so much turned, by its pieces.
  static let mostTurn: Degrees = 30
  /// The whole may be so much longer or shorter.
  static func mayDiffer(_ length: Metres) -> Metres { 0.05 * length + 2 }

  let ruler: LocalRuler
  let points: [LocalPoint]
  /// From the start to each point.
  private let distances: [Metres]

  /// - Parameter shape: at least one place.
  init(_ shape: [Place]) {
    let ruler = LocalRuler(at: shape[shape.count / 2])
    let points = shape.map { ruler.point($0) }
    var distances = [0.0]
    for (begin, end) in zip(points, points.dropFirst()) {
      distances.append(distances[distances.count - 1] + begin.distance(to: end))
    }
    self.ruler = ruler
    self.points = points
    self.distances = distances
  }

  var length: Metres { distances[distances.count - 1] }
  var first: LocalPoint { points[0] }
  var last: LocalPoint { points[points.count - 1] }

  /// Where on the line a point is.
  ///
  /// - Parameters:
  ///   - bearing: of the road at the point; `nil` for a piece too short to have one.
  ///   - range: of metres from the start within which it is sought.
  /// - Returns: metres from the start; `nil` if no part of the range is near and leads the same way.
  func progress(of point: LocalPoint, bearing: Degrees?, in range: ClosedRange<Metres>) -> Metres? {
    var best: (distance: Metres, progress: Metres)?
    var leadsAlong = false
    for index in 1..<max(points.count, 2) where index < points.count {
      guard distances[index] >= range.lowerBound, distances[index - 1] <= range.upperBound else { continue }
      let foot = project(point, onto: points[index - 1], points[index])
      guard foot.distance <= Self.tolerance else { continue }
      leadsAlong = leadsAlong || isParallel(piece: index, to: bearing)
      let progress = distances[index - 1] + foot.fraction * (distances[index] - distances[index - 1])
      if foot.distance < best?.distance ?? .infinity { best = (foot.distance, progress) }
    }
    guard leadsAlong, let best else { return nil }
    return min(max(best.progress, range.lowerBound), range.upperBound)
  }

  private func isParallel(piece: Int, to bearing: Degrees?) -> Bool {
    guard let bearing, distances[piece] - distances[piece - 1] >= 1 else { return true }
    return abs(turn(from: Geodesy.bearing(from: points[piece - 1], to: points[piece]), to: bearing)) <= Self.mostTurn
  }
}
