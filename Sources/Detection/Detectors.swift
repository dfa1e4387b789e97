internal import RoadGraph
package import Trips

/// All detectors. Events that begin at the same time stand in the order of this list.
private let detectors: [any Detector.Type] = [
  WrongWayDetector.self, OffRoadDetector.self, GapDetector.self, SilenceDetector.self, StopDetector.self,
]

extension EventType: CaseIterable {
  /// What the detectors find, each type once.
  package static let allCases: [EventType] = detectors.map { $0.type }.reduce(into: []) { types, type in
    if !types.contains(type) { types.append(type) }
  }
}

/// Finds the events of a trip as it becomes certain: the same of a whole trip and of one that is being driven.
package struct EventFold: Sendable {
  private let scene: Scene
  private var states: [any Detector] = detectors.map { $0.init() }

  package init(_ scene: Scene) { self.scene = scene }

  /// Appends the events that end in an update, by detector.
  package mutating func take(_ update: TripUpdate, into events: inout [Event]) {
    for i in states.indices { states[i].take(update, in: scene, into: &events) }
  }

  /// Appends those that end with the trip.
  package mutating func finish(into events: inout [Event]) {
    for i in states.indices { states[i].finish(in: scene, into: &events) }
  }
}
