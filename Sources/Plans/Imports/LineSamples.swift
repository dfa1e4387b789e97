internal import Geodesy
internal import RoadGraph
internal import RoadRules
internal import Traces

/// The places of a line that the matcher gets: its positions, and places between them while the line keeps to roads.
struct LineSamples {
  private struct Sample {
    var place: Place
    /// The index into the line, for one of its positions.
    var position: Int?
    /// The distance to the nearest road; `nil` if no road is in reach.
    var distance: Metres?
  }

  /// The errors assumed of a line, in metres.
  struct Errors: Equatable {
    let atPositions: Metres
    let between: Metres
  }

  private let samples: [Sample]
  /// The errors that the line has, as far as roads show them.
  private let errors: Errors

  init(of line: [Place], on graph: RoadGraph, _ rules: TravelRules, settings: ImportSettings) {
    var ruler = MovingRuler(at: line[0])
    var found: [NearbyRoad] = []
    var scratch = NearbyScratch()
    func sample(_ place: Place, _ position: Int?) -> Sample {
      graph.roads(near: place, within: settings.reach, into: &found, using: &scratch)
      let road = found.first { rules.isDrivable($0.segment.forward, on: graph) }
      return Sample(place: place, position: position, distance: road?.distance)
    }
    var samples = [sample(line[0], 0)]
    for (i, end) in line.enumerated().dropFirst() {
      let count = stepCount(along: ruler.distance(line[i - 1], end), atMost: settings.sampling)
      var between: [Sample] = []
      for k in 1..<count {
        let place = line[i - 1].interpolated(to: end, fraction: Double(k) / Double(count))
        between.append(sample(place, nil))
        if between[k - 1].distance == nil { break }
      }
      if between.last?.distance != nil { samples += between }
      samples.append(sample(end, i))
    }
    self.samples = samples
    errors = Errors(
      atPositions: Self.error(of: samples.filter { $0.position != nil }, settings),
      between: Self.error(of: samples.filter { $0.position == nil }, settings))
  }

  /// The index into the line of a fix of ``trace(_:)``; `nil` for one between positions.
  func position(ofFix fix: Int) -> Int? { samples[fix].position }

  /// The errors of the samples: the 90th percentile of the distances to roads, separately for positions and for the
  /// places between: a line with few positions is on the road at its positions, and beside it between them.
  func errors(atLeast least: Metres) -> Errors {
    Errors(atPositions: max(least, errors.atPositions), between: max(least, errors.between))
  }

  /// The samples as fixes.
  func trace(_ errors: Errors) -> Trace {
    let fixes = samples.map { sample in
      Fix(place: sample.place, time: nil, accuracy: sample.position != nil ? errors.atPositions : errors.between)
    }
    return Trace(id: "line", source: TraceSource(file: "line"), fixes: fixes)
  }

  private static func error(of samples: [Sample], _ settings: ImportSettings) -> Metres {
    let distances = samples.compactMap(\.distance).sorted()
    return distances.isEmpty ? settings.errors.lowerBound : distances[(distances.count * 9) / 10]
  }
}
