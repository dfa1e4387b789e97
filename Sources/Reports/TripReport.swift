package import Detection
package import Guidance
internal import Matching
internal import Records
package import RoadGraph
internal import Traces
package import Trips

/// The content to be written about one trip.
package struct TripReport: Sendable {
  /// Unique within a run.
  package var tripID: String
  package var trip: Trip
  package var itinerary: Itinerary
  package var events: [Event]
  /// The graph on which the trip was matched.
  package var graph: RoadGraph
  package var mode: TravelMode

  package init(
    tripID: String, trip: Trip, itinerary: Itinerary, events: [Event], graph: RoadGraph, mode: TravelMode
  ) {
    self.tripID = tripID
    self.trip = trip
    self.itinerary = itinerary
    self.events = events
    self.graph = graph
    self.mode = mode
  }

  var trace: Trace { trip.matched.trace }
}

extension TripReport: Report {
  package static let document = DocumentShape<TripTable>(
    "tracemill/trip/1", title: "A trip of tracemill", main: .trips,
    [TripTable.points, .edges, .maneuvers, .events].map { .init(table: $0, name: $0.rawValue) }
      + [.init(table: .alternatives, name: "alternatives", isOptional: true)])

  package static let defaults = ReportDefaults<TripTable>(
    inDirectory: TripTable.standard, inStream: TripTable.standard, sharesFeatureFile: true, rejects: .rejects)

  package var identity: TripIdentity { TripIdentity(tripID: tripID, traceID: trace.id) }

  package func isInDocument(_ table: TripTable) -> Bool { table != .alternatives || trip.alternatives != nil }

  package var expectedDocumentSize: Int {
    1024 + 400 * trace.fixes.count + 512 * trip.edges.count + 320 * itinerary.maneuvers.count
  }

  /// The lines driven.
  package var geometry: Geometry { .lines(trip.legs.flatMap { cutAtAntimeridian(course(of: $0)) }) }
}
