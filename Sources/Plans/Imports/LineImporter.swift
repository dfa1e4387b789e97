package import Geodesy
package import Matching
package import RoadGraph
internal import RoadRules
package import Routing
internal import Traces

/// A line to make a route of.
package struct RouteLine {
  package var places: [Place]
  /// Its waypoints, by their positions in the line, in order; none where only the ends are known.
  package var waypoints: [(position: Int, waypoint: Waypoint)] = []
  /// Of the route, where the line is a sketch of one.
  package var length: Metres?

  package init(places: [Place]) { self.places = places }
}

/// What a worker keeps from line to line.
package struct LineScratch: ~Copyable, Sendable {
  package var router: Router
  package var matching = MatchingScratch()

  package init(router: consuming Router) { self.router = router }
}

/// Makes routes of lines: the matcher finds the roads that a line runs along, gaps are bridged by the cheapest way, and
/// the outcome is held against the line.
///
/// Between positions far apart the line is looked at as well where it keeps to roads; where it does not, the roads
/// between its positions are the matcher's to find.
package struct LineImporter {
  private let graph: RoadGraph

  package init(graph: RoadGraph) { self.graph = graph }

  /// Positions of the line are looked at this often.
  private static let step: Metres = 25
  /// Between two positions the line keeps to roads that are nowhere farther from it than this.
  private static let reach: Metres = 15
  /// Positions are taken to be as exact as this, between the two as they lie to roads.
  private static let exactness: ClosedRange<Metres> = 1...10
  /// Where the line was not followed well it is taken to be no more exact than these, one after the other: roads of a newer
  /// map may lie elsewhere.
  private static let laterExactness: [Metres] = [5, 10]
  /// Being followed better by less than this is no reason to follow a line less exactly.
  private static let leastGain: Metres = 10
  /// A route on less than this share of the line is not that line's.
  private static let leastCover = 0.5

  /// - Throws: ``RouteError/couldNotMatchLine(position:place:)``.
  package func route(
    along line: RouteLine, _ request: RouteRequest, using scratch: inout LineScratch
  ) throws(RouteError) -> (route: Route, fit: RouteImport) {
    var settings = MatchingSettings(mode: request.options.mode)
    settings.rules.meetsClosedRoads = true
    settings.noise.accuracyBounds = Self.exactness
    settings.path.leastTip = 0
    settings.noise.mostPasses = 1
    let matcher = Matcher(graph: graph, settings: settings)
    let samples = samples(of: line.places, settings.rules)
    var best: (driven: Driven, fit: RouteImport, error: Metres)?
    for least in [Self.exactness.lowerBound] + Self.laterExactness {
      let matched = matcher.match(trace(of: samples, noBetterThan: least), using: &scratch.matching)
      guard let driven = driven(matched, samples, request, using: &scratch) else { continue }
      let fit = fit(of: line, driven)
      let error = (1 - fit.covered) * fit.length + abs(driven.length - (line.length ?? fit.length))
      if error < (best?.error ?? .infinity) - Self.leastGain { best = (driven, fit, error) }
      if error <= max(15, 0.005 * fit.length) { break }
    }
    guard let best else { throw .couldNotMatchLine(position: 0, place: line.places[0]) }
    guard best.fit.covered >= Self.leastCover || 2 * best.fit.matched > best.fit.positions else {
      let first = (0..<best.fit.positions).first { best.driven.anchors[$0] == nil } ?? 0
      throw .couldNotMatchLine(position: first, place: line.places[first])
    }
    let stops = stops(of: line, best.driven)
    return (scratch.router.route(along: best.driven.pieces, stops: stops, request), best.fit)
  }

  // MARK: Samples

  /// A place of the line, and its position where it is one.
  private struct Sample {
    var place: Place
    var position: Int?
    /// To the nearest road; `nil` where there is none in reach.
    var distance: Metres?
  }

  private func samples(of line: [Place], _ rules: TravelRules) -> [Sample] {
    var ruler = MovingRuler(at: line[0])
    var found: [NearbyRoad] = []
    var scratch = NearbyScratch()
    func sample(_ place: Place, _ position: Int?) -> Sample {
      graph.roads(near: place, within: Self.reach, into: &found, using: &scratch)
      let road = found.first { rules.isDrivable($0.segment.forward, on: graph) }
      return Sample(place: place, position: position, distance: road?.distance)
    }
    var samples = [sample(line[0], 0)]
    for (i, end) in line.enumerated().dropFirst() {
      let count = Int((ruler.distance(line[i - 1], end) / Self.step).rounded(.up))
      var between: [Sample] = []
      for k in 1..<max(1, count) {
        let place = line[i - 1].interpolated(to: end, fraction: Double(k) / Double(count))
        between.append(sample(place, nil))
        if between[k - 1].distance == nil { break }
      }
      if between.last?.distance != nil { samples += between }
      samples.append(sample(end, i))
    }
    return samples
  }

  /// The samples as fixes, as exact as nine tenths of their kind lie to roads: a line with few positions has them on its
  /// road, and is beside it between them.
  private func trace(of samples: [Sample], noBetterThan least: Metres) -> Trace {
    let atPosition = max(least, accuracy(of: samples.filter { $0.position != nil }))
    let between = max(least, accuracy(of: samples.filter { $0.position == nil }))
    let fixes = samples.map { sample in
      Fix(place: sample.place, time: nil, accuracy: sample.position != nil ? atPosition : between)
    }
    return Trace(id: "line", source: TraceSource(file: "line"), fixes: fixes)
  }

  private func accuracy(of samples: [Sample]) -> Metres {
    let distances = samples.compactMap(\.distance).sorted()
    return distances.isEmpty ? Self.exactness.lowerBound : distances[(distances.count * 9) / 10]
  }

  // MARK: The roads

  /// What the line runs along, and where its positions are on that.
  private struct Driven {
    var pieces: [EdgeStretch] = []
    /// By position of the line: the piece and the offset on its edge.
    var anchors: [Int: (piece: Int, offset: Metres)] = [:]

    var length: Metres { pieces.reduce(0) { $0 + $1.length } }
    var begin: EdgePosition { pieces[0].beginPosition }
    var end: EdgePosition { pieces[pieces.count - 1].endPosition }

    /// From the begin of the route to each piece.
    var progress: [Metres] {
      var sums: [Metres] = [0]
      for piece in pieces { sums.append(sums[sums.count - 1] + piece.length) }
      return sums
    }

    mutating func append(_ other: Driven) {
      for (position, anchor) in other.anchors { anchors[position] = (pieces.count + anchor.piece, anchor.offset) }
      pieces += other.pieces
    }

    /// Without so much of its end; `nil` where it is no longer than that.
    func withoutEnd(_ length: Metres) -> Driven? {
      var (result, rest) = (self, length)
      while rest > 0, let last = result.pieces.last {
        if last.length > rest {
          result.pieces[result.pieces.count - 1].end -= rest
          rest = 0
        } else {
          rest -= last.length
          result.pieces.removeLast()
        }
      }
      guard let last = result.pieces.last else { return nil }
      let count = result.pieces.count
      result.anchors = result.anchors.filter { _, anchor in
        anchor.piece < count - 1 || anchor.piece == count - 1 && anchor.offset <= last.end
      }
      return result
    }

    /// Without so much of its begin; `nil` where it is no longer than that.
    func withoutBegin(_ length: Metres) -> Driven? {
      var (first, rest) = (0, length)
      while first < pieces.count, rest > 0, pieces[first].length <= rest {
        rest -= pieces[first].length
        first += 1
      }
      guard first < pieces.count else { return nil }
      var result = self
      result.pieces.removeFirst(first)
      result.pieces[0].begin += rest
      let begin = result.pieces[0].begin
      result.anchors = anchors.filter { _, anchor in
        anchor.piece > first || anchor.piece == first && anchor.offset >= begin
      }.mapValues { ($0.piece - first, $0.offset) }
      return result
    }
  }

  /// - Returns: `nil` where the line follows no road, or nothing joins two parts that do.
  private func driven(
    _ matched: MatchedTrace, _ samples: [Sample], _ request: RouteRequest, using scratch: inout LineScratch
  ) -> Driven? {
    var whole: Driven?
    for path in matched.paths {
      var next = Driven()
      next.pieces = path.steps
      for anchor in path.anchors {
        if let position = samples[anchor.fix].position { next.anchors[position] = (anchor.step, anchor.offset) }
      }
      guard let before = whole else {
        whole = next
        continue
      }
      guard let bridged = bridged(before, next, request, using: &scratch) else { return nil }
      whole = bridged
    }
    return whole.map(joined)
  }

  /// Both with the cheapest way between them; where that is a long one, one of them has strayed at its end from where the
  /// line goes, and some of it is left out.
  private func bridged(
    _ before: Driven, _ next: Driven, _ request: RouteRequest, using scratch: inout LineScratch
  ) -> Driven? {
    let gap = groundDistance(graph.place(at: before.end), graph.place(at: next.begin))
    var best: (driven: Driven, length: Metres)?
    for (back, ahead) in Self.cutbacks {
      guard let first = before.withoutEnd(back), let last = next.withoutBegin(ahead),
        let path = scratch.router.bridge(from: first.end, to: last.begin, request)
      else { continue }
      let bridge = Driven(pieces: path.stretches)
      let length = bridge.length - back - ahead
      if length < best?.length ?? .infinity {
        var driven = first
        driven.append(bridge)
        driven.append(last)
        best = (driven, length)
      }
      if length <= 2 * gap + 200 { break }
    }
    return best?.driven
  }

  /// How much to leave out at the end and at the begin, in metres.
  private static let cutbacks: [(Metres, Metres)] = [
    (0, 0), (60, 0), (0, 60), (60, 60), (200, 0), (0, 200), (200, 200), (600, 0), (0, 600), (600, 600),
  ]

  /// Neighbouring pieces of one edge made one, as bridges leave them.
  private func joined(_ driven: Driven) -> Driven {
    var result = Driven()
    var numbers: [Int] = []
    for piece in driven.pieces {
      if let last = result.pieces.last, last.edge == piece.edge, last.end == piece.begin {
        result.pieces[result.pieces.count - 1].end = piece.end
      } else {
        result.pieces.append(piece)
      }
      numbers.append(result.pieces.count - 1)
    }
    result.anchors = driven.anchors.mapValues { (numbers[$0.piece], $0.offset) }
    return result
  }

  // MARK: Waypoints and measures

  private func stops(of line: RouteLine, _ driven: Driven) -> [LineStop] {
    let last = line.places.count - 1
    let ends = [(0, Waypoint(place: line.places[0])), (last, Waypoint(place: line.places[last]))]
    let waypoints = line.waypoints.isEmpty ? ends : line.waypoints
    let anchored = driven.anchors.keys.sorted()
    return waypoints.map { position, waypoint in
      // Off the road it is where the line was on one before.
      let known = anchored.last { $0 <= position } ?? anchored.first
      let anchor = known.flatMap { driven.anchors[$0] } ?? (0, driven.pieces[0].begin)
      return LineStop(waypoint: waypoint, piece: anchor.piece, offset: anchor.offset)
    }
  }

  private func fit(of line: RouteLine, _ driven: Driven) -> RouteImport {
    let progress = driven.progress
    let anchors = driven.anchors.sorted { $0.key < $1.key }.map { position, anchor in
      LineAnchor(
        position: position, progress: progress[anchor.piece] + anchor.offset - driven.pieces[anchor.piece].begin)
    }
    let comparison = LineComparison(line.places, anchors: anchors, route: driven.pieces, on: graph)
    var fit = RouteImport(
      source: .line, positions: line.places.count, matched: anchors.count, length: comparison.length)
    fit.covered = comparison.length > 0 ? comparison.covered / comparison.length : 1
    fit.greatestDistance = comparison.greatestDistance
    fit.differences = comparison.differences
    return fit
  }
}
