package import Geodesy
package import Moments
public import RoadGraph
package import Trips

/// The maneuvers of a drive.
///
/// Every leg begins with a `depart` and ends with an `arrive`. Between them are the places where the driver had a
/// choice. Bends without an exit, and nodes that only cut a road in two, have no maneuver.
///
/// - Parameter memory: for the same map and settings.
/// - Complexity: O(*n*) for *n* edges, each examined with the roads that meet at its start.
package func itinerary(
  of trip: Trip, on graph: RoadGraph, for mode: TravelMode, settings: GuidanceSettings = GuidanceSettings(),
  memory: JunctionMemory? = nil
) -> Itinerary {
  itinerary(
    along: trip.legs.map { trip.edges[$0.edges].map(PathEdge.init) }, on: graph, for: mode, settings: settings,
    memory: memory)
}

/// The maneuvers along a route, driven or computed.
///
/// - Parameters:
///   - legs: unbroken drives in order, each of edges joined head to tail; empty ones are ignored. The numbers in
///     ``Maneuver/edge`` count all their edges, in order.
///   - ends: what is known of the ends of each leg; empty if nothing is.
///   - memory: for the same map and settings.
package func itinerary(
  along legs: [[PathEdge]], ends: [LegEnds] = [], on graph: RoadGraph, for mode: TravelMode,
  settings: GuidanceSettings = GuidanceSettings(), memory: JunctionMemory? = nil
) -> Itinerary {
  var fold = ItineraryFold(on: graph, for: mode, settings: settings, memory: memory)
  return Itinerary(
    maneuvers: legs.enumerated().flatMap { number, leg in
      fold.take(leg, isEnd: true, ends: ends.indices.contains(number) ? ends[number] : LegEnds())
    })
}

/// What is known of the ends of a leg besides its edges.
package struct LegEnds: Sendable {
  /// Where the vehicle points when the leg begins; `nil` if that is unknown.
  var headingAtBegin: Degrees?
  /// The side of the road on which the destination is, seen in the direction of travel; `nil` if that is unknown, or if
  /// the destination is on the road.
  var sideAtEnd: RoadSide?

  package init(headingAtBegin: Degrees? = nil, sideAtEnd: RoadSide? = nil) {
    self.headingAtBegin = headingAtBegin
    self.sideAtEnd = sideAtEnd
  }
}

package enum RoadSide: Sendable { case left, right }

/// One edge of a driven or computed route, with what guidance needs.
@usableFromInline package struct PathEdge: EdgeTraversal, Sendable {
  @usableFromInline package var stretch: EdgeStretch
  package var enterTime: Timestamp?
  package var exitTime: Timestamp?

  package init(_ stretch: EdgeStretch, enterTime: Timestamp? = nil, exitTime: Timestamp? = nil) {
    self.stretch = stretch
    self.enterTime = enterTime
    self.exitTime = exitTime
  }

  init(_ driven: TripEdge) {
    self.init(driven.stretch, enterTime: driven.enterTime, exitTime: driven.exitTime)
  }
}
