internal import Geodesy
package import RoadGraph
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
