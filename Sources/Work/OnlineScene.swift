internal import Detection
internal import Guidance
internal import Matching
internal import Reports
internal import RoadGraph
internal import RoadRules
internal import Trips

/// What is the same for all trips of a run that are being driven.
struct OnlineScene: Sendable {
  let graph: RoadGraph
  let settings: TraceSettings
  let lag: Int
  let tables: Set<TripTable>
  let memory: JunctionMemory
  let mode: TravelMode
  /// In seconds; shorter times between fixes are no silence to any stage.
  let leastSilence: Double

  init(graph: RoadGraph, settings: TraceSettings, lag: Int, tables: [TripTable]) {
    self.graph = graph
    self.settings = settings
    self.lag = lag
    self.tables = Set(tables)
    memory = JunctionMemory(on: graph, settings: settings.guidance)
    mode = settings.matching.rules.mode
    leastSilence = min(settings.trips.longestStep, settings.detection.shortestSilence)
  }

  /// Tables are asked for that need the path.
  var followsPath: Bool { !tables.isSubset(of: [.points]) }
}
