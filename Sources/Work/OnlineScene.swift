internal import Detection
internal import Guidance
internal import Matching
internal import Plans
internal import Reports
internal import RoadGraph
internal import RoadRules
internal import Trips

/// What all trips in progress share.
final class OnlineScene: Sendable {
  let graph: RoadGraph
  let settings: TraceSettings
  let matcher: OnlineMatcher
  let following: FollowingSettings
  let tables: Set<TripTable>
  let memory: JunctionMemory
  let mode: TravelMode
  /// The rules that trips are held against.
  let detection: Scene
  /// `nil` if roads are as in the map at all times.
  let hindrances: Hindrances?
  /// `nil` without traffic.
  let traffic: KnownTraffic?
  /// `nil` if trips have no plans.
  let planner: TripPlanner?
  /// In seconds. No stage treats a shorter time between fixes as a silence.
  let leastSilence: Double

  init(graph: RoadGraph, settings: TraceSettings, lag: Int, tables: [TripTable]) {
    self.graph = graph
    self.settings = settings
    // Points alone need no path.
    let followsPath = !Set(tables).isSubset(of: [.points, .rejects])
    matcher = OnlineMatcher(graph: graph, settings: settings.matching, lag: lag, followsPath: followsPath)
    following = settings.following.live(lag: lag)
    self.tables = Set(tables)
    memory = JunctionMemory(on: graph, settings: settings.guidance)
    detection = Scene(rules: settings.rules(on: graph), settings: settings.detection)
    mode = settings.matching.rules.mode
    let known = KnownTraffic(settings.timetable, clock: settings.clock)
    traffic = settings.timetable.hasTraffic ? known : nil
    hindrances = detection.rules.hasChanges ? Hindrances(known, on: graph) : nil
    let roads = hindrances == nil && !known.isByHour ? nil : known
    planner = settings.plans.map { [mode, memory] plans in
      TripPlanner(plans, on: graph, mode: mode, guidance: settings.guidance, memory: memory, roads: roads)
    }
    leastSilence = min(settings.trips.longestStep, settings.detection.shortestSilence)
  }

}

extension FollowingSettings {
  /// For a drive in progress: the place of a fix on the plan is decided, at the latest, some edges after the fix.
  fileprivate func live(lag: Int) -> FollowingSettings {
    var settings = self
    settings.mostUndecided = min(mostUndecided, 20 + lag)
    return settings
  }
}
