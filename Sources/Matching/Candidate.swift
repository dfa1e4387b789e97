internal import Geodesy
internal import RoadGraph
internal import RoadRules
internal import Storage
internal import Traces

/// One place on one directed edge where a fix may have been.
struct Candidate: BitwiseCopyable {
  var position: EdgePosition
  /// The length of the edge.
  var length: Metres
  var place: Place
  /// From the fix to `place`.
  var distance: Metres
  var logEmission: Double
  var isWrongWay: Bool
  /// Off the road, at the fix itself; the position is meaningless then.
  var isOffRoad = false

  static func offRoad(at place: Place, logEmission: Double) -> Candidate {
    Candidate(
      position: EdgePosition(edge: EdgeID(UInt32.max), offset: 0), length: 0, place: place, distance: 0,
      logEmission: logEmission, isWrongWay: false, isOffRoad: true)
  }
}

/// The scratch of candidate finding, kept from fix to fix and from trace to trace.
struct FindingMemory: Sendable {
  fileprivate var nearby: [NearbyRoad] = []
  fileprivate var scratch: NearbyScratch
  fileprivate var samples: [Sample] = []
  fileprivate var sampledRoads: [NearbyRoad] = []
  /// Where `nearby` was found: a smaller circle there is not searched again.
  private var searched: (place: Place, radius: Metres, graph: RoadGraph)?

  /// About a megabyte: the surroundings of some hundred kilometres of road.
  static let mostLeaves = 1 << 18

  init(mostLeaves: Int = mostLeaves) { scratch = NearbyScratch(mostLeaves: mostLeaves) }

  fileprivate mutating func findRoads(near place: Place, within radius: Metres, on graph: RoadGraph) {
    if let searched, searched.place == place, radius <= searched.radius, searched.graph === graph {
      nearby.removeAll { $0.distance > radius }
    } else {
      graph.roads(near: place, within: radius, into: &nearby, using: &scratch)
    }
    searched = (place, radius, graph)
  }

  /// Takes the roads found for a sample.
  fileprivate mutating func takeRoads(of sample: Sample, within radius: Metres) {
    searched = nil
    nearby.removeAll(keepingCapacity: true)
    for road in sampledRoads[sample.roads] where road.distance <= radius { nearby.append(road) }
  }

  /// A fix whose roads have been searched before.
  fileprivate struct Sample {
    var number: Int
    var place: Place
    /// Into the sampled roads.
    var roads: Range<Int>
  }

  /// `nil` for a fix that was not sampled, or was sampled at another place.
  fileprivate func sample(of fix: KeptFix) -> Sample? {
    let index = samples.partitioningIndex { $0.number >= fix.number }
    guard index < samples.count, samples[index].number == fix.number, samples[index].place == fix.place else {
      return nil
    }
    return samples[index]
  }
}

/// Finds the candidates of fixes.
struct CandidateFinder {
  private let graph: RoadGraph
  private let rules: TravelRules
  private let settings: CandidateSettings
  private let emission: Emission
  var memory = FindingMemory()

  init(graph: RoadGraph, settings: borrowing MatchingSettings) {
    self.graph = graph
    rules = settings.rules
    self.settings = settings.candidates
    emission = Emission(settings: settings.emission)
  }

  /// Appends the candidates of a fix: both directions of every drivable road near it, nearest road first.
  ///
  /// Most fixes have a road so near that no other road more than a few sigmas away matters, and the whole search radius
  /// need not be searched. Roads farther than `usual` are all as unlikely as a wrong fix, and are pruned if the best
  /// candidate is likelier than that by the pruning margin. A fix that strays far from the nearest road may belong to
  /// one farther away.
  mutating func append(_ kept: KeptFix, weight: Double, to candidates: inout [Candidate]) {
    let first = candidates.count
    let widest = max(settings.radius, settings.sigmas * kept.sigma)
    let usual = usualRadius(of: kept)
    append(kept, within: usual, to: &candidates)
    var best = best(from: first, in: candidates)
    if usual < widest, best - settings.pruning <= -emission.settings.outlierCost {
      candidates.removeLast(candidates.count - first)
      append(kept, within: widest, to: &candidates)
      best = self.best(from: first, in: candidates)
    }
    if candidates.count > first, best <= -settings.strayCost {
      candidates.removeLast(candidates.count - first)
      append(kept, within: settings.strayReach * widest, to: &candidates)
    }
    prune(from: first, in: &candidates)
    for i in first..<candidates.count { candidates[i].logEmission *= weight }
  }

  private mutating func append(_ kept: KeptFix, within radius: Metres, to candidates: inout [Candidate]) {
    findRoads(near: kept, within: radius)
    let mostRoads = settings.mostRoads(sigma: kept.sigma)
    var roads = 0
    for road in memory.nearby where rules.isDrivable(road.segment.forward, on: graph) {
      let logDistance = emission.logProbability(distance: road.distance, sigma: kept.sigma)
      append(road, edge: road.segment.forward, logDistance, kept, to: &candidates)
      append(road, edge: road.segment.backward, logDistance, kept, to: &candidates)
      roads += 1
      if roads == mostRoads { break }
    }
  }

  private mutating func findRoads(near fix: KeptFix, within radius: Metres) {
    guard radius <= settings.radius, let sample = memory.sample(of: fix) else {
      return memory.findRoads(near: fix.place, within: radius, on: graph)
    }
    memory.takeRoads(of: sample, within: radius)
  }

  /// The radius within which most fixes find all of their candidates.
  private func usualRadius(of fix: KeptFix) -> Metres {
    let widest = max(settings.radius, settings.sigmas * fix.sigma)
    return min(emission.distance(ofLog: -emission.settings.outlierCost, sigma: fix.sigma), widest)
  }

  // MARK: Samples

  /// Starts the samples of another trace.
  mutating func forgetSamples() {
    memory.samples.removeAll(keepingCapacity: true)
    memory.sampledRoads.removeAll(keepingCapacity: true)
  }

  /// The distance to the nearest drivable road, at most the search radius. The roads found are kept for the candidates
  /// of the fix.
  ///
  /// - Precondition: the numbers of the fixes ascend.
  mutating func sampleDistanceToRoad(from fix: KeptFix) -> Metres {
    memory.findRoads(near: fix.place, within: settings.radius, on: graph)
    let first = memory.sampledRoads.count
    memory.sampledRoads += memory.nearby
    memory.samples.append(
      FindingMemory.Sample(number: fix.number, place: fix.place, roads: first..<memory.sampledRoads.count))
    return nearestDistance() ?? settings.radius
  }

  /// The distance to the nearest drivable road found.
  private func nearestDistance() -> Metres? {
    memory.nearby.first { rules.isDrivable($0.segment.forward, on: graph) }?.distance
  }

  private func append(
    _ road: NearbyRoad, edge: EdgeID, _ logDistance: Double, _ fix: KeptFix, to candidates: inout [Candidate]
  ) {
    let length = graph.length(of: edge)
    var logHeading = 0.0
    if fix.bearing != nil {
      let bearing = edge.isForward ? road.bearing : road.bearing + 180
      logHeading = emission.logProbability(heading: fix.bearing, speed: fix.speed, roadBearing: bearing)
    }
    candidates.append(
      Candidate(
        position: EdgePosition(
          edge: edge, offset: edge.isForward ? road.offset : length - road.offset),
        length: length, place: road.place, distance: road.distance, logEmission: logDistance + logHeading,
        isWrongWay: graph.access(of: edge)[rules.mode] == .no))
  }

  /// The greatest emission; −∞ without candidates.
  private func best(from first: Int, in candidates: [Candidate]) -> Double {
    var best = -Double.infinity
    for i in first..<candidates.count { best = max(best, candidates[i].logEmission) }
    return best
  }

  private func prune(from first: Int, in candidates: inout [Candidate]) {
    let least = best(from: first, in: candidates) - settings.pruning
    var kept = first
    for i in first..<candidates.count where candidates[i].logEmission >= least {
      candidates[kept] = candidates[i]
      kept += 1
    }
    candidates.removeLast(candidates.count - kept)
  }

  /// The distance to the nearest drivable road, at most the search radius. Most fixes have one near.
  mutating func distanceToRoad(from place: Place) -> Metres {
    nearestDistance(from: place, within: settings.nearShare * settings.radius)
      ?? nearestDistance(from: place, within: settings.radius) ?? settings.radius
  }

  private mutating func nearestDistance(from place: Place, within radius: Metres) -> Metres? {
    let (graph, rules) = (graph, rules)
    return graph.nearestDistance(from: place, within: radius, using: &memory.scratch) { segment in
      rules.isDrivable(segment.forward, on: graph)
    }
  }

  /// The same for a fix whose candidates will probably be wanted next: it searches the radius they need.
  mutating func distanceToRoad(fromNext fix: KeptFix) -> Metres {
    memory.findRoads(near: fix.place, within: min(usualRadius(of: fix), settings.radius), on: graph)
    if let nearest = nearestDistance() { return nearest }
    memory.findRoads(near: fix.place, within: settings.radius, on: graph)
    return nearestDistance() ?? settings.radius
  }

  /// Why there is no drivable road near.
  func reasonForNone(at place: Place) -> FixReason {
    graph.covers(place, margin: settings.mapMargin) ? .noRoadNear : .outsideMap
  }
}
