internal import Geodesy
internal import RoadGraph
internal import Routing

/// Finds where the path along a line passes its stops, in their order.
///
/// A path may pass a stop several times. Of all choices of one pass for each stop that are in order, the one with the
/// least sum of distances counts.
///
/// - Complexity: O(*stops · length*).
struct StopPlacement {
  let shape: RouteShape
  /// A stop is on the path within this distance.
  let reach: Metres
  /// The path is searched for passes in steps of this length.
  private static let step: Metres = 30

  /// A choice of passes for the stops so far.
  private struct Choice {
    var progress: [Metres] = []
    var sum: Metres = 0
    var last: Metres { progress.last ?? 0 }
  }

  /// How far along the path each stop is.
  ///
  /// - Throws: ``RouteError/waypointOffLine(waypoint:distance:)`` for the first stop that cannot be placed.
  func progress(of stops: [Waypoint]) throws(RouteError) -> [Metres] {
    var choices = [Choice()]
    for (number, stop) in stops.enumerated() {
      let passes = passes(of: stop.place)
      let next = passes.flatMap { pass in choices.compactMap { choice(after: $0, stop.place, within: pass) } }
      guard !next.isEmpty else {
        let begin = choices.map(\.last).min() ?? 0
        let rest = shape.nearest(to: stop.place, within: begin...max(begin, shape.length))
        throw .waypointOffLine(waypoint: number, distance: rest.distance)
      }
      choices = worthwhile(next)
    }
    return choices.min { $0.sum < $1.sum }?.progress ?? []
  }

  private func choice(after choice: Choice, _ place: Place, within pass: ClosedRange<Metres>) -> Choice? {
    guard choice.last <= pass.upperBound else { return nil }
    let found = shape.nearest(to: place, within: max(pass.lowerBound, choice.last)...pass.upperBound)
    guard found.distance <= reach else { return nil }
    return Choice(progress: choice.progress + [found.progress], sum: choice.sum + found.distance)
  }

  /// The choices that no other one beats in both: nearer to its stops, and less far along the path.
  private func worthwhile(_ choices: [Choice]) -> [Choice] {
    var kept: [Choice] = []
    for choice in choices.sorted(by: { ($0.last, $0.sum) < ($1.last, $1.sum) })
    where choice.sum < kept.last?.sum ?? .infinity {
      kept.append(choice)
    }
    return kept
  }

  /// The stretches of the path within reach of a place.
  private func passes(of place: Place) -> [ClosedRange<Metres>] {
    var passes: [ClosedRange<Metres>] = []
    var isOpen = false
    for number in 0...Int(shape.length / Self.step) {
      let begin = Double(number) * Self.step
      let piece = begin...max(begin, min(begin + Self.step, shape.length))
      let isNear = shape.nearest(to: place, within: piece).distance <= reach
      if isNear, isOpen, let last = passes.popLast() {
        passes.append(last.lowerBound...piece.upperBound)
      } else if isNear {
        passes.append(piece)
      }
      isOpen = isNear
    }
    return passes
  }
}

extension FollowedLine {
  /// The stops on the path along a line. An end of the line without a stop is a waypoint as well.
  func stops(
    at waypoints: [Waypoint], of line: DrawnLine, on graph: RoadGraph, within reach: Metres
  ) throws(RouteError) -> [LineStop] {
    let shape = RouteShape(pieces, on: graph)
    let progress = try StopPlacement(shape: shape, reach: reach).progress(of: waypoints)
    var placed = Array(zip(waypoints, progress))
    if progress[0] > reach { placed.insert((Waypoint(place: line.places[0]), 0), at: 0) }
    if placed.count == 1 || length - progress[progress.count - 1] > reach {
      placed.append((Waypoint(place: line.places[line.places.count - 1]), length))
    }
    placed[0].1 = 0
    placed[placed.count - 1].1 = length
    if placed[0].0.kind == .passThrough || placed[placed.count - 1].0.kind == .passThrough { throw .passThroughAtEnd }
    return placed.map { stop($0, at: $1) }
  }

  private func stop(_ waypoint: Waypoint, at place: Metres) -> LineStop {
    let begins = progress
    let piece = pieces.indices.first { begins[$0 + 1] >= place } ?? pieces.count - 1
    return LineStop(
      waypoint: waypoint, piece: piece, offset: min(pieces[piece].end, pieces[piece].begin + place - begins[piece]))
  }
}
