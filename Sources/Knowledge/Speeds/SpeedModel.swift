internal import Geodesy
private import Glibc
package import RoadGraph
internal import RoadRules

/// The speeds of all roads of a map in all hours of the week, from the drives of a fleet.
///
/// The times between fixes are divided over the roads between them in proportion to what is expected of them, and the
/// expectations are fitted to the divided times, in turn (``TimeDivision``). An expectation is the sum of what the
/// profile says, of the tree of roads that an edge belongs to, of the hour, and of what is peculiar to the edge in the
/// hour (``EdgeEstimator``); how far each counts is estimated from the drives. So each road has a value, also those that
/// nobody drove.
///
/// Shapes, for *m* edges and *c* classes of hours: memory is about 60 m bytes, and 2 c more for each edge that was
/// driven, besides ``SpeedSettings/passagesInMemory``. Passages lie in scratch files as long as the model lives.
///
/// - Complexity: a few readings of the source, O(passages) each.
package struct SpeedModel: Sendable {
  package let graph: RoadGraph
  package let mode: TravelMode
  package let settings: SpeedSettings
  package let counts: SpeedCounts
  let fit: SpeedFit
  let field: SpeedField
  let waits: WaitField
  let buckets: [Range<Int>]
  let round: SpeedRound
  /// In km/h, 0 where nothing is known.
  let freeFlow: [Float]
  private let isDrivable: [Bool]
  let vehicles: VehicleHashes

  /// - Parameter sample: of the drives, for all rounds but the last; by default one is taken here.
  /// - Throws: what `source` throws, and ``StorageError`` if there is no room for scratch files.
  package init(
    of source: some DriveSource, sample: DriveSample? = nil, on graph: RoadGraph, mode: TravelMode,
    settings: SpeedSettings = SpeedSettings()
  ) throws {
    let groups = RoadGroups(graph, mode: mode)
    let sample = try sample ?? DriveSample(of: source, steps: settings.stepsOfSample, workers: settings.workers)
    var learning = try SpeedLearning(source, sample, graph, groups, mode: mode, settings)
    for _ in 1..<max(1, settings.rounds) { _ = try learning.round(of: sample) }
    let last = try learning.round(of: source)
    self.graph = graph
    self.mode = mode
    self.settings = settings
    counts = learning.counts
    vehicles = learning.vehicles
    fit = last.fit
    field = learning.field
    waits = learning.waits
    buckets = learning.buckets
    round = last
    freeFlow = try FreeFlow(last, learning.field, buckets: learning.buckets, settings).speeds
    var options = RouteOptions()
    options.mode = mode
    let costs = RoadCosts(graph: graph, options: options)
    isDrivable = (0..<graph.edgeCount).map { costs.isDrivable(EdgeID($0)) }
  }

  /// The mode may use the edge, or somebody did.
  package func covers(_ edge: EdgeID) -> Bool { isDrivable[edge.index] || round.cellCounts[edge.index] > 0 }

  /// The expected time divided by the length, in seconds per metre, with the time spent at the end of the edge.
  package func expectedPace(of edge: EdgeID, in class: Int) -> Double {
    Double(field.pace(of: edge.index, in: `class`))
  }
}
