internal import Geodesy
internal import Matching
internal import RoadGraph
internal import RoadRules
package import Routing

extension Planner {
  /// The route along a line, whatever the law and the options say: the matcher finds the roads that the line runs along,
  /// and the cheapest paths bridge its gaps.
  ///
  /// Between distant positions the line is followed while it keeps to roads. Where it does not, the matcher finds the
  /// roads between the positions.
  ///
  /// - Parameter request: its waypoints are not used.
  /// - Returns: the route without times of day, and how it follows the line.
  /// - Throws: ``RouteError/couldNotMatchLine(position:place:)``, ``RouteError/lineOffRoads(covered:)`` or
  ///   ``RouteError/waypointOffLine(waypoint:distance:)``.
  package mutating func route(
    along line: DrawnLine, _ request: RouteRequest
  ) throws(RouteError) -> (route: Route, fit: RouteImport) {
    let (followed, fit) = try followed(line, request)
    let stops =
      try line.stops.isEmpty
      ? followed.stops(of: line) : followed.stops(at: line.stops, of: line, on: graph, within: settings.stopReach)
    return (route(along: followed.pieces, stops: stops, request), fit)
  }

  private typealias Attempt = (followed: FollowedLine, fit: RouteImport, misfit: Metres)

  /// Follows the line with greater and greater errors, until one fits. Most lines that were recorded have such errors that
  /// they fit by none, and the first two are the same.
  private mutating func followed(
    _ line: DrawnLine, _ request: RouteRequest
  ) throws(RouteError) -> (followed: FollowedLine, fit: RouteImport) {
    let matcher = matcher(for: request.options.mode)
    let samples = LineSamples(of: line.places, on: graph, matcher.settings.rules, settings: settings)
    var best: Attempt?
    var tried: [LineSamples.Errors] = []
    for leastError in [settings.errors.lowerBound] + settings.laterErrors {
      let errors = samples.errors(atLeast: leastError)
      if tried.contains(errors) { continue }
      tried.append(errors)
      let matched = matcher.match(samples.trace(errors), using: &matching)
      guard let followed = joined(matched.paths.map { FollowedLine($0, samples) }, request) else { continue }
      let fit = followed.fit(to: line, on: graph)
      let misfit = (1 - fit.covered) * fit.length + abs(followed.length - (line.length ?? fit.length))
      if misfit < (best?.misfit ?? .infinity) - settings.leastGain { best = (followed, fit, misfit) }
      if misfit <= settings.tolerance(of: fit.length) { break }
    }
    guard let best else { throw .couldNotMatchLine(position: 0, place: line.places[0]) }
    guard best.fit.covered < settings.leastCover else { return (best.followed, best.fit) }
    guard 2 * best.fit.matched > best.fit.positions else {
      let first = (0..<best.fit.positions).first { best.followed.anchors[$0] == nil } ?? 0
      throw .couldNotMatchLine(position: first, place: line.places[first])
    }
    guard line.isOnRoads else { throw .lineOffRoads(covered: best.fit.covered) }
    return (best.followed, best.fit)
  }

  private func matcher(for mode: TravelMode) -> Matcher {
    var matching = MatchingSettings(mode: mode)
    matching.rules.meetsClosedRoads = true
    matching.noise.accuracyBounds = settings.errors
    matching.noise.mostPasses = 1
    matching.path.leastTip = 0
    return Matcher(graph: graph, settings: matching)
  }

  // MARK: Gaps

  /// The parts of a line with paths between them.
  ///
  /// - Returns: `nil` without parts, or if no path joins two of them.
  private mutating func joined(_ parts: [FollowedLine], _ request: RouteRequest) -> FollowedLine? {
    guard var whole = parts.first else { return nil }
    for part in parts.dropFirst() {
      guard let bridged = bridged(whole, part, request) else { return nil }
      whole = bridged
    }
    return whole.joined()
  }

  /// Two parts with the cheapest path between them. If it is long, one of the parts has strayed from the line at its end,
  /// and some of it is cut off.
  private mutating func bridged(
    _ before: FollowedLine, _ next: FollowedLine, _ request: RouteRequest
  ) -> FollowedLine? {
    let gap = groundDistance(graph.place(at: before.end), graph.place(at: next.begin))
    var best: (line: FollowedLine, length: Metres)?
    for cutback in settings.cutbacks {
      guard let first = before.withoutEnd(cutback.end), let last = next.withoutBegin(cutback.begin),
        let path = router.bridge(from: first.end, to: last.begin, request)
      else { continue }
      let bridge = FollowedLine(pieces: path.stretches)
      let length = bridge.length - cutback.end - cutback.begin
      if length < best?.length ?? .infinity {
        var line = first
        line.append(bridge)
        line.append(last)
        best = (line, length)
      }
      if length <= settings.bridgeFactor * gap + settings.bridgeAllowance { break }
    }
    return best?.line
  }
}
