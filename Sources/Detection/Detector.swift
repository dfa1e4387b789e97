package import RoadGraph
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
package struct Scene: Sendable {
  package let graph: RoadGraph
  package let mode: TravelMode
  package let settings: DetectionSettings

  package init(graph: RoadGraph, mode: TravelMode, settings: DetectionSettings = DetectionSettings()) {
    self.graph = graph
    self.mode = mode
    self.settings = settings
  }
}
