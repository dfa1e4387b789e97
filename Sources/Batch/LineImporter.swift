internal import Geodesy
internal import Matching
internal import RoadGraph
internal import Routing
internal import Traces

/// A line to make a route of.
struct RouteLine {
  var places: [Place]
  /// Its waypoints, by their positions in the line, in order; none where only the ends are known.
  var waypoints: [(position: Int, waypoint: Waypoint)] = []
}

/// Makes routes of lines: the matcher finds the roads that a line runs along, gaps are bridged by the cheapest way, and
/// the outcome is held against the line.
///
/// Between positions far apart the line is looked at as well where it keeps to roads; where it does not, the roads
/// between its positions are the matcher's to find.
struct LineImporter {
  let graph: RoadGraph
  /// Positions of the line are looked at this often.
  private static let step: Metres = 25
  /// Between two positions the line keeps to roads that are nowhere farther from it than this.
  private static let reach: Metres = 15
  /// Positions are taken to be as exact as this, between the two as they lie to roads.
  private static let exactness: ClosedRange<Metres> = 1...5
  /// A route on less than this share of the line is not that line's.
  private static let leastCover = 0.5

  /// - Throws: ``RouteError/couldNotMatchLine(position:place:)``.
  func route(
    along line: RouteLine, _ request: RouteRequest, using worker: inout RouteWorker
  ) throws(RouteError) -> (route: Route, fit: RouteImport) {
    var settings = MatchingSettings(mode: request.options.mode)
    settings.rules.meetsClosedRoads = true
    settings.accuracyBounds = Self.exactness
    settings.leastTip = 0
    settings.mostPasses = 1
    let samples = samples(of: line.places, settings.rules)
    let matched = Matcher(graph: graph, settings: settings).match(trace(of: samples), using: &worker.matching)
    guard !matched.paths.isEmpty else { throw .couldNotMatchLine(position: 0, place: line.places[0]) }
    let driven = try driven(matched, samples, request, using: &worker)
    let route = worker.router.route(along: driven.pieces, stops: stops(of: line, driven), request)
    let fit = fit(of: line, driven, matched, samples, length: route.length)
    guard fit.covered >= Self.leastCover || 2 * fit.matched > fit.positions else {
      let first = (0..<fit.positions).first { driven.anchors[$0] == nil } ?? 0
      throw .couldNotMatchLine(position: first, place: line.places[first])
    }
    return (route, fit)
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
  private func trace(of samples: [Sample]) -> Trace {
    let atPosition = accuracy(of: samples.filter { $0.position != nil })
    let between = accuracy(of: samples.filter { $0.position == nil })
    let fixes = samples.map { sample in
      Fix(place: sample.place, time: nil, accuracy: sample.position != nil ? atPosition : between)
    }
    return Trace(id: "line", source: TraceSource(file: "line"), fixes: fixes)
  }

  private func accuracy(of samples: [Sample]) -> Metres {
    let distances = samples.compactMap(\.distance).sorted()
    guard !distances.isEmpty else { return Self.exactness.upperBound }
    return min(max(distances[(distances.count * 9) / 10], Self.exactness.lowerBound), Self.exactness.upperBound)
  }

  // MARK: The roads

  /// What the line runs along, and where its positions are on that.
  private struct Driven {
    var pieces: [DrivenPiece] = []
    /// The begin of each piece, from that of the route; and the end of the last.
    var progress: [Metres] = [0]
    /// By position of the line: the piece and the offset on its edge.
    var anchors: [Int: (piece: Int, offset: Metres)] = [:]

    mutating func append(_ edge: EdgeID, _ begin: Metres, _ end: Metres) {
      pieces.append(DrivenPiece(edge: edge, begin: begin, end: end))
      progress.append(progress[progress.count - 1] + end - begin)
    }

    func progress(of anchor: (piece: Int, offset: Metres)) -> Metres {
      progress[anchor.piece] + anchor.offset - pieces[anchor.piece].begin
    }
  }

  private func driven(
    _ matched: MatchedTrace, _ samples: [Sample], _ request: RouteRequest, using worker: inout RouteWorker
  ) throws(RouteError) -> Driven {
    var driven = Driven()
    for path in matched.paths {
      if let last = driven.pieces.last {
        let first = path.steps[0]
        let start = EdgePosition(edge: last.edge, offset: last.end)
        let end = EdgePosition(edge: first.edge, offset: first.begin)
        guard let way = worker.router.bridge(from: start, to: end, request) else {
          let sample = path.fixes.lowerBound
          let position = samples[...sample].last { $0.position != nil }?.position ?? 0
          throw .couldNotMatchLine(position: position, place: samples[sample].place)
        }
        for (i, edge) in way.edges.enumerated() {
          let isLast = i == way.edges.count - 1
          driven.append(edge, i == 0 ? way.begin : 0, isLast ? way.end : graph.length(of: edge))
        }
      }
      let first = driven.pieces.count
      for step in path.steps { driven.append(step.edge, step.begin, step.end) }
      for anchor in path.anchors {
        guard let position = samples[anchor.fix].position else { continue }
        driven.anchors[position] = (first + anchor.step, anchor.offset)
      }
    }
    return joined(driven)
  }

  /// Neighbouring pieces of one edge made one, as bridges leave them.
  private func joined(_ driven: Driven) -> Driven {
    var result = Driven()
    var numbers: [Int] = []
    for piece in driven.pieces {
      if let last = result.pieces.last, last.edge == piece.edge, last.end == piece.begin {
        result.pieces[result.pieces.count - 1].end = piece.end
        result.progress[result.progress.count - 1] += piece.end - piece.begin
      } else {
        result.append(piece.edge, piece.begin, piece.end)
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

  private func fit(
    of line: RouteLine, _ driven: Driven, _ matched: MatchedTrace, _ samples: [Sample], length: Metres
  ) -> RouteImport {
    let anchors = driven.anchors.sorted { $0.key < $1.key }.map { position, anchor in
      LineAnchor(position: position, progress: driven.progress(of: anchor))
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
