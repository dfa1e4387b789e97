internal import RoadGraph
package import Trips

/// All detectors. Events that begin at the same time are in the order of this list.
private let detectors: [any Detector.Type] = [
  WrongWayDetector.self, OffRoadDetector.self, GapDetector.self, SilenceDetector.self, StopDetector.self,
]

extension EventType: CaseIterable {
  /// The types of events that the detectors find, each once.
  package static let allCases: [EventType] = detectors.map { $0.type }.reduce(into: []) { types, type in
    if !types.contains(type) { types.append(type) }
  }
}

/// Finds the events of a trip as it becomes certain. A whole trip and a live trip give the same events.
package struct EventFold: Sendable {
  private let scene: Scene
  private var states: [any Detector] = detectors.map { $0.init() }

  package init(_ scene: Scene) { self.scene = scene }

  /// Appends the events that end in an update, detector by detector.
  package mutating func take(_ update: TripUpdate, into events: inout [Event]) {
    for i in states.indices { states[i].take(update, in: scene, into: &events) }
  }

  /// Appends the events that end with the trip.
  package mutating func finish(into events: inout [Event]) {
    for i in states.indices { states[i].finish(in: scene, into: &events) }
  }
}
