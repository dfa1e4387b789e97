internal import Geodesy

/// Where a route comes near a place. The pieces of the route are added one after the other.
struct RoutePassages {
  private let ruler: LocalRuler
  private let heading: Degrees?
  private var feet: [Foot] = []
  private var travelled: Metres = 0
  private var nearest = Metres.infinity
  private var pieces = 0
  /// Passages up to this much farther away than the nearest one are equally near, in metres: the error of a fix.
  private static let slack: Metres = 5
  private static let headingTolerance: Degrees = 60

  private struct Foot {
    var progress: RouteProgress
    var fits: Bool
    var piece: Int
  }

  init(place: Place, heading: Degrees?) {
    ruler = LocalRuler(at: place)
    self.heading = heading
  }

  /// - Parameter length: the length of the line in the map.
  mutating func add(_ line: [Place], length: Metres, leg: Int) {
    let points = line.map { ruler.point($0) }
    let measured = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    let scale = measured > 0 ? length / measured : 0
    var along: Metres = 0
    for (begin, end) in zip(points, points.dropFirst()) {
      let foot = project(.origin, onto: begin, end)
      let piece = begin.distance(to: end) * scale
      pieces += 1
      if foot.distance <= nearest + Self.slack {
        nearest = min(nearest, foot.distance)
        let progress = RouteProgress(
          leg: leg, passed: travelled + along + foot.fraction * piece, distance: foot.distance)
        feet.append(Foot(progress: progress, fits: fits(begin, end), piece: pieces))
      }
      along += piece
    }
    travelled += length
  }

  private func fits(_ begin: LocalPoint, _ end: LocalPoint) -> Bool {
    guard let heading, begin != end else { return heading == nil }
    return abs(turn(from: heading, to: bearing(from: begin, to: end))) <= Self.headingTolerance
  }

  /// The nearest foot of the first passage.
  var best: RouteProgress {
    let near = feet.filter { $0.progress.distance <= nearest + Self.slack }
    let fitting = near.filter(\.fits)
    let chosen = fitting.isEmpty ? near : fitting
    guard var best = chosen.first else { return RouteProgress(leg: 0, passed: 0, distance: nearest) }
    for foot in chosen.dropFirst() {
      guard foot.piece == best.piece + 1 || foot.progress.passed - best.progress.passed <= 2 * Self.slack else { break }
      if foot.progress.distance < best.progress.distance {
        best = foot
      } else {
        best.piece = foot.piece
      }
    }
    return best.progress
  }
}
