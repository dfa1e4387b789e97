package import RoadGraph
package import RoadRules
internal import Trips

/// Finds the events of one kind in a trip as the trip becomes certain.
///
/// A detector keeps only what it needs of earlier updates, so memory does not grow with the trip.
protocol Detector: Sendable {
  init()
  /// Finds the events that end in an update.
  mutating func take(_ update: TripUpdate, in scene: Scene, into events: inout [Event])
  /// Finds the events that end with the trip.
  mutating func finish(in scene: Scene, into events: inout [Event])
}

extension Detector {
  mutating func finish(in scene: Scene, into events: inout [Event]) {}
}

/// Whose trip it is and on which map; constant for all updates of a trip.
package final class Scene: Sendable {
  package let graph: RoadGraph
  package let mode: TravelMode
  package let settings: DetectionSettings
  /// The rules that the trip is checked against.
  package let rules: DriveRules

  package init(rules: DriveRules, settings: DetectionSettings = DetectionSettings()) {
    graph = rules.graph
    mode = rules.mode
    self.settings = settings
    self.rules = rules
  }

  /// Checks a trip against the rules of the map that apply at all times to all vehicles of a mode.
  package convenience init(
    graph: RoadGraph, mode: TravelMode, settings: DetectionSettings = DetectionSettings()
  ) {
    self.init(rules: DriveRules(graph: graph, mode: mode), settings: settings)
  }
}
