internal import RoadGraph
package import Trips

/// Finds the events of a trip as it becomes certain. A whole trip and a live trip give the same events.
///
/// Here all detectors are listed. They are stored by type and not as `any Detector`, whose boxes would cost a short trip
/// as much as the search itself.
package struct EventFold: Sendable {
  private let scene: Scene
  private var wrongWays = WrongWayDetector()
  private var offRoads = OffRoadDetector()
  private var gaps = GapDetector()
  private var silences = SilenceDetector()
  private var stops = StopDetector()
  private var junctions = JunctionDetector()
  private var roads = RoadRuleDetector()
  private var speeds = SpeedingDetector()

  package init(_ scene: Scene) { self.scene = scene }

  /// The drives faster than the limit that were not sure enough to be events.
  package var suppressedSpeeding: SuppressedSpeeding { speeds.suppressed }

  /// Appends the events that end in an update, detector by detector.
  package mutating func take(_ update: TripUpdate, into events: inout [Event]) {
    wrongWays.take(update, in: scene, into: &events)
    offRoads.take(update, in: scene, into: &events)
    gaps.take(update, in: scene, into: &events)
    silences.take(update, in: scene, into: &events)
    stops.take(update, in: scene, into: &events)
    junctions.take(update, in: scene, into: &events)
    if RoadRuleDetector.isNeeded(in: scene) { roads.take(update, in: scene, into: &events) }
    speeds.take(update, in: scene, into: &events)
  }

  /// Appends the events that end with the trip.
  package mutating func finish(into events: inout [Event]) {
    wrongWays.finish(in: scene, into: &events)
    offRoads.finish(in: scene, into: &events)
    gaps.finish(in: scene, into: &events)
    silences.finish(in: scene, into: &events)
    stops.finish(in: scene, into: &events)
    junctions.finish(in: scene, into: &events)
    roads.finish(in: scene, into: &events)
    speeds.finish(in: scene, into: &events)
  }
}

extension EventType: CaseIterable {
  /// The types of events that the detectors find. Events that begin at the same time are in this order.
  package static let allCases: [EventType] = [
    .wrongWay, .deviation, .offRoad, .gap, .stop, .milestoneArrived, .milestoneReached, .destinationReached,
    .offRoadDestinationReached, .milestoneLeft, .milestoneMissed,
    .forbiddenTurn, .noAccess, .closedRoad, .barrierPassed, .vehicleLimit,
    .speeding, .betterRoute, .etaRefreshed, .couldNotMatchOrigin,
  ]
}
